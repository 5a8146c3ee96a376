// SPDX-License-Identifier: Apache-2.0
#pragma once
// The devices of an engine: one, or all that automatic selection may pick.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backends/backend.hpp"
#include "engine/devices/device_cache.hpp"
#include "engine/devices/tuned_rates.hpp"
#include "methods/catalogue.hpp"

namespace selvage {

// The device that a plan runs on, and the decision for it.
struct Placement {
  std::string device = {};
  std::shared_ptr<const Runtime> runtime = {};
  planner::Decision decision = {};
  std::vector<std::string> notes = {};  // on devices that could not be used
};

// Thread-safe.
class DeviceSet {
 public:
  // Opens a device. Blocks. Throws Error.
  using Open = std::function<std::shared_ptr<const Runtime>(const std::string& device)>;

  // Holds one open device.
  DeviceSet(std::string device, std::shared_ptr<const Runtime> runtime);
  // Holds the CPU, and GPUs that are opened when a prediction favours them. The cost of opening is
  // spread over `expected_runs`.
  DeviceSet(std::shared_ptr<const Runtime> cpu, CachedGpus gpus, Open open, int expected_runs,
            std::vector<Reason> left_out = {});

  // Lets plans be predicted by what read(device, facts) returns (tuned_rates.hpp). Called before
  // the first plan.
  using ReadRates = std::function<TunedRates(const std::string& device, const DeviceFacts& facts)>;
  void use_rates(const ReadRates& read);

  // Returns the one device, or the CPU of several.
  std::pair<std::string, std::shared_ptr<const Runtime>> first() const;

  // Blocks: may open a device. Drops a GPU that does not open. Throws what decide() throws.
  Placement place(const Problem& problem, const Request& request);

  // Returns a placement on the CPU for a plan whose device failed, if the device was chosen
  // automatically and the CPU can serve.
  std::optional<Placement> fallback_for(const std::string& device, const Problem& problem,
                                        const Request& request) const;

 private:
  struct Entry {
    std::string device = {};
    std::shared_ptr<const Runtime> runtime = {};  // null: not open
    DeviceFacts known = {};                       // the facts until it opens
    std::optional<planner::Rates> rates = {};     // as tuned
  };

  static planner::Option option_of(const Entry& entry, int expected_runs);
  std::vector<planner::Option> options() const;
  planner::Decision decide(const Problem& problem, const Request& request) const;
  void open(std::size_t index);

  mutable std::mutex mutex_;
  std::vector<Entry> entries_;  // the CPU comes first if there are several
  bool automatic_ = false;
  Open open_;
  int expected_runs_ = 1;
  std::vector<Reason> left_out_;  // devices and rates that cannot be used, and why
};

}  // namespace selvage
