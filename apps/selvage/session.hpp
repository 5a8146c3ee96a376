// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the files of a run share, and a file made ready for its turn.

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "memory.hpp"
#include "options.hpp"
#include "selvage/selvage.hpp"
#include "side_images.hpp"
#include "source.hpp"

namespace selvage::cli {

// A plan, and what it said when it was made: it may be running by now.
struct ReadyPlan {
  std::shared_ptr<Plan> plan;
  std::string device, candidate;
  double error_bound = 0.0, predicted_s = 0.0;
  std::size_t scratch_bytes = 0;
};

struct Session {
  const FilterCommand& command;
  Engine engine;
  SideImages side;
  MemoryBudget memory;
  std::stop_token stop;

  // The last plan that depends on nothing but the file's shape: the next file may have the same.
  ConstImageView last_shape = {};
  ReadyPlan last_plan = {};
};
// `files` is how many will be filtered. Throws Error for what no file could be filtered with.
std::unique_ptr<Session> open_session(const FilterCommand& command, std::size_t files,
                                      std::stop_token stop);

// A file that is ready to be filtered.
struct Prepared {
  std::optional<MemoryLease> lease;  // on `memory`; goes last
  Source source;
  PixelType type = PixelType::u8;    // that is filtered
  PixelType result = PixelType::u8;  // that is written
  Filter filter = {};
  Request request = {};
  Frame frame = {};           // of the result
  ConstImageView whole = {};  // result, region or not; no data
  ReadyPlan ready = {};
  std::size_t memory = 0;  // bytes that the whole needs at most
};
// Blocks while other files hold the memory that this one needs. Called by one thread at a time.
Prepared prepare(const std::string& input, Session& session);

// The result in a sample type; no data.
ConstImageView result_shape(const Prepared& prepared, PixelType type);
// The discontinuities that `geometry --flags` asks for; no data.
ConstImageView flags_shape(const Prepared& prepared);

}  // namespace selvage::cli
