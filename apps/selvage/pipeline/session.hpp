// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state that the files of a run share, and a page that is prepared for filtering.

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "command_line/options.hpp"
#include "inputs/bands.hpp"
#include "inputs/jobs.hpp"
#include "inputs/source.hpp"
#include "parameters/automatic_range.hpp"
#include "process/memory.hpp"
#include "selvage/selvage.hpp"
#include "side_images/side_store.hpp"

namespace selvage::cli {

// A plan and its properties, which are copied since another thread may be running it.
struct ReadyPlan {
  std::shared_ptr<Plan> plan;
  std::string device, candidate;
  double max_error = 0.0, error_bound = 0.0, predicted_s = 0.0;
  std::size_t scratch_bytes = 0;
};

// A plan and the shapes that it is for.
struct LastPlan {
  Inputs shapes = {};
  Rows rows = {};
  Filter filter = {};
  ReadyPlan ready = {};
};

// How many pages of a plane are in memory if pages are filtered together.
struct StackSize {
  int held = 0;     // with their samples, for their neighbours
  int waiting = 0;  // for the pages behind them
};
// The memory of pages that are filtered together.
struct StackMemory {
  MemoryLease lease;                       // returned with the last of the pages
  std::array<std::size_t, 2> planes = {};  // bytes of luma, or of all there is; of U and V
};

struct Session {
  const FilterCommand& command;
  std::optional<Engine> engine;  // released after the last chunk is filtered
  MemoryBudget memory;
  std::stop_token stop;
  bool overlaps = true;         // the stages overlap; otherwise one chunk is alive at a time
  bool reserved_first = false;  // the first plan's memory was reserved, or left to its run
  bool expects_frames = false;  // the engine weighs the start of a GPU against those of a video

  std::optional<SideStore> side = {};

  // The last plan, if it does not depend on the samples: the next file or page may share it.
  // The second one is for U and V of a video, which come in turn with luma.
  std::array<LastPlan, 2> last_plans = {};
  // Of the first frame of a sequence of files; all of its frames share them.
  std::array<std::optional<AutomaticRange>, 2> sequence_ranges = {};
  std::shared_ptr<StackMemory> sequence_memory = {};
};

// `files` is the number of inputs. Throws Error for options that no file can be filtered with.
std::unique_ptr<Session> open_session(const FilterCommand& command, std::size_t files,
                                      std::stop_token stop);

// A file that is being read for a job.
struct Source {
  const Job& job;      // its output is empty if nothing is written
  ImageReader reader;  // at the first row of a page
  std::shared_ptr<const SideImages> side = std::make_shared<SideImages>();
  int page = 0;  // of the reader
  // Of the first page; all pages share it. The second one is for U and V of a video.
  std::array<std::optional<AutomaticRange>, 2> ranges = {};
  std::shared_ptr<StackMemory> memory = {};  // null: each page has its own
};
// Opens the job's input alone.
ImageReader open_input(const Job& job, const FilterCommand& command);
// Reads the headers of the file and its side images.
Source open_source(const Job& job, Session& session);

// A page that is ready to be filtered.
struct PageJob {
  std::shared_ptr<MemoryLease> lease;  // covers `memory`; released last
  FileInfo file = {};
  std::string output = {}, format = {};  // path of the job, format to write
  std::shared_ptr<const SideImages> side = {};
  ConstImageView shape = {};         // of the page; no data
  PixelType type = PixelType::u8;    // of the computation
  PixelType result = PixelType::u8;  // of the output
  bool divides = false;  // the file's colours are premultiplied, and alpha weighs straight ones
  std::optional<Background> background = {};  // of a result with alpha, which is written without it
  Filter filter = {};
  std::optional<AutomaticRange> range = {};  // that the filter has
  Request request = {};
  Frame frame = {};                           // of the whole result, relative to `rows` of the page
  Rows rows = {};                             // rows of the page that the result depends on
  ConstImageView whole = {};                  // the result without --region; no data
  ReadyPlan ready = {};                       // plan of the whole result
  Cut bands = {};                             // bands of frame.compute
  int page = 0;                               // index in the file
  StackSize stack = {};                       // of the pages that are filtered with it
  bool copied = false;                        // nothing is filtered; there is no plan
  std::size_t memory = 0;                     // peak in bytes
  std::size_t scratch = 0;                    // the plan's part of it
  std::shared_ptr<const Image> samples = {};  // all rows, if the plan depends on the samples
};
// Prepares the next page. Reads only its header, unless the plan depends on the samples. Blocks
// while other pages hold the memory that this one needs. Call it from one thread at a time.
PageJob prepare_page(Source& source, Session& session);

// Replaces the filter by another of the same kind. The page may then be read again from its
// beginning.
void change_filter(PageJob& page, const Filter& filter, const Session& session);

// Return the shape of the result, or of a band of its rows, in a sample type; no data.
ConstImageView result_shape(const PageJob& page, PixelType type);
ConstImageView result_shape(const PageJob& page, PixelType type, int rows);
// Returns the shape of the result as it is written: without alpha over a background; no data.
ConstImageView written_shape(const PageJob& page, const ConstImageView& result);
ConstImageView written_shape(const PageJob& page);
// Returns the rows of the page.
RowWindow window_of(ImageReader& reader, const PageJob& page, const Limits& limits);
// Returns the shape of the discontinuities of `geometry --flags`; no data.
ConstImageView flags_shape(const PageJob& page);

}  // namespace selvage::cli
