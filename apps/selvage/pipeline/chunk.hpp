// SPDX-License-Identifier: Apache-2.0
#pragma once
// The unit of work between stages. A file is a sequence of chunks, which are bands of rows of its
// pages; a small image is a single chunk.

#include <atomic>
#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "pipeline/report.hpp"
#include "pipeline/session.hpp"
#include "side_images/side_reader.hpp"

namespace selvage::cli {

// A file in the pipeline. The stages share it; `job` is constant.
struct FileTask {
  const Job& job;
  Stopwatch clock = {};                // from the beginning of the file
  std::atomic<bool> given_up = false;  // an error was reported; the rest of the file is dropped
};

struct Chunk {
  std::shared_ptr<FileTask> file;
  bool begins_file = false, begins_page = false, ends_page = false, ends_file = false;
  bool skipped = false;          // the file is skipped: it has one chunk without a page
  std::string place = {};        // "page 2", "frame 12"; empty: it needs no name
  std::exception_ptr failure{};  // the error of any stage; ends the file

  std::shared_ptr<const PageJob> page{};  // owns the memory lease of its chunks
  Rows band{};                            // rows of the result
  std::shared_ptr<Plan> plan{};
  std::future<void> reserving{};         // see ReadBand
  std::shared_ptr<const Image> input{};  // released after filtering, like side and plan
  SideRows side{};
  Image result{}, flags{};  // set by filtering
  FileTraits traits{};      // of the page; complete in the last chunk of the page

  FileReport report{};  // of this chunk; in a file's first chunk with the plan
};

}  // namespace selvage::cli
