// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the files of a run share, and a file made ready for its turn.

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bands.hpp"
#include "jobs.hpp"
#include "memory.hpp"
#include "options.hpp"
#include "selvage/selvage.hpp"
#include "side_store.hpp"
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
  std::optional<Engine> engine;  // gone when the last piece is filtered
  MemoryBudget memory;
  std::stop_token stop;
  bool overlaps = true;  // decoding, filtering and encoding; else one piece is alive at a time

  std::optional<SideStore> side = {};

  // The last plan that depends on nothing but the file's shape: the next file may have the same.
  Inputs last_shapes = {};
  Rows last_rows = {};
  ReadyPlan last_plan = {};
};
// `files` is how many will be filtered. Throws Error for what no file could be filtered with.
std::unique_ptr<Session> open_session(const FilterCommand& command, std::size_t files,
                                      std::stop_token stop);

// A file that is being read, for a job.
struct Source {
  const Job& job;      // its output is empty where nothing is written
  ImageReader reader;  // before the first row of a page
  std::shared_ptr<const SideImages> side = std::make_shared<SideImages>();
  int page = 0;  // the reader's
};
// Reads the headers of the file and of its side images.
Source open_source(const Job& job, Session& session);

// A page of a file that is ready to be filtered.
struct Prepared {
  std::optional<MemoryLease> lease;  // on `memory`; goes last
  FileInfo file = {};
  std::string output = {}, format = {};  // of the job, and the format that is written
  std::shared_ptr<const SideImages> side = {};
  ConstImageView shape = {};         // of the page; no data
  PixelType type = PixelType::u8;    // that is filtered
  PixelType result = PixelType::u8;  // that is written
  Filter filter = {};
  Request request = {};
  Frame frame = {};           // of the whole result, computed from `rows` of the page
  Rows rows = {};             // that it is computed from
  ConstImageView whole = {};  // result, region or not; no data
  ReadyPlan ready = {};       // of the whole result
  Cut bands = {};             // of frame.compute
  int page = 0;               // of the file
  std::size_t memory = 0;     // bytes that are needed at most at a time
  std::size_t scratch = 0;    // of them, of the plan
  std::shared_ptr<const Image> samples = {};  // of all rows, where a plan depends on them
};
// Reads the page's header alone, unless its plan depends on the samples. Blocks while other pages
// hold the memory that this one needs. Called by one thread at a time.
Prepared prepare(Source& source, Session& session);

// Another filter of the same kind. The page may be read from its beginning then.
void change_filter(Prepared& prepared, const Filter& filter, const Session& session);

// The result in a sample type, or a band of its rows; no data.
ConstImageView result_shape(const Prepared& prepared, PixelType type);
ConstImageView result_shape(const Prepared& prepared, PixelType type, int rows);
// The discontinuities that `geometry --flags` asks for; no data.
ConstImageView flags_shape(const Prepared& prepared);

}  // namespace selvage::cli
