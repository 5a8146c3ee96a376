// SPDX-License-Identifier: Apache-2.0
#pragma once
// One file: decode, filter, encode.

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "jobs.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "selvage/selvage.hpp"
#include "source.hpp"

namespace selvage::cli {

// What every file of a run shares.
struct Session {
  const FilterCommand& command;
  Engine engine;
  Image mask;          // u8, or empty
  std::size_t memory;  // bytes that a file may need
  std::stop_token stop;
};
// Throws Error for what no file could be filtered with.
Session open_session(const FilterCommand& command, std::stop_token stop);

// A file that is ready to be filtered.
struct Prepared {
  Source source;
  PixelType type = PixelType::u8;    // that is filtered
  PixelType result = PixelType::u8;  // that is written
  Bilateral filter = {};
  Request request = {};
  Frame frame = {};
  std::optional<Plan> plan = {};  // always there
  std::size_t memory = 0;         // bytes that the whole needs at most
};
Prepared prepare(const std::string& input, const Session& session);

// What was done, or with --dry-run what would be.
struct FileReport {
  Job job;
  bool dry_run = false;
  ConstImageView shape;                // of the result; no data
  PixelType filtered = PixelType::u8;  // type in which it was computed
  std::string format;                  // of the result
  std::string device, candidate;
  double max_error = 0.0;    // asked
  double error_bound = 0.0;  // kept
  double predicted_s = 0.0;
  double decode_s = 0.0, filter_s = 0.0, encode_s = 0.0, total_s = 0.0;
  std::size_t memory = 0;
  std::vector<std::string> notes;
};
FileReport filter_file(const Job& job, const Session& session, Progress& progress);

}  // namespace selvage::cli
