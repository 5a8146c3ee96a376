// SPDX-License-Identifier: Apache-2.0
#pragma once
// The devices of an engine: one, or all that an automatic choice may take.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "engine/contest.hpp"
#include "engine/known_gpus.hpp"

namespace selvage {

// Where a plan runs, and how.
struct Placement {
  std::string device = {};
  std::shared_ptr<const Runtime> runtime = {};
  planner::Choice choice = {};
  std::vector<std::string> notes = {};  // on devices that could not be had
};

// May be used from any thread.
class Places {
 public:
  // Opens a device. Throws Error.
  using Open = std::function<std::shared_ptr<const Runtime>(const std::string& device)>;

  // One device, which is open.
  Places(std::string device, std::shared_ptr<const Runtime> runtime);
  // The CPU and GPUs that are opened when a prediction favours them. What opening costs is spread
  // over `expected_runs`.
  Places(std::shared_ptr<const Runtime> cpu, KnownGpus gpus, Open open, int expected_runs);

  // Makes a GPU that is open already one of the places.
  void add_open(const std::string& device, std::shared_ptr<const Runtime> runtime);

  // Blocks: may open a device. A GPU that does not open is left out from then on. Throws as decide.
  Placement place(const Problem& problem, const Request& request);

  // For a plan whose device failed: the CPU, if it was not asked for and can serve.
  std::optional<Placement> instead_of(const std::string& device, const Problem& problem,
                                      const Request& request) const;

 private:
  struct Place {
    std::string device = {};
    std::shared_ptr<const Runtime> runtime = {};  // null: not open
    DeviceFacts known = {};                       // until it is
  };

  std::vector<Contender> contenders() const;
  Verdict verdict(const Problem& problem, const Request& request) const;
  void open(std::size_t place);

  mutable std::mutex mutex_;
  std::vector<Place> places_;  // the CPU first, when there are several
  bool automatic_ = false;
  Open open_;
  int expected_runs_ = 1;
  std::vector<Reason> left_out_;  // devices that did not open, and why
};

}  // namespace selvage
