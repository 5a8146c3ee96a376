// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the stages hand over: a file is a sequence of pieces, bands of rows of its pages. A small
// image is one piece.

#include <atomic>
#include <exception>
#include <memory>
#include <optional>

#include "file_report.hpp"
#include "session.hpp"
#include "side_reader.hpp"

namespace selvage::cli {

// A file on its way. The stages share it; its `job` does not change.
struct FileTask {
  const Job& job;
  std::atomic<bool> given_up = false;  // an error was told: what is left of it is of no use
};

struct Piece {
  std::shared_ptr<FileTask> file;
  bool begins_file = false, begins_page = false, ends_page = false, ends_file = false;
  bool skipped = false;          // the file: it has one piece without a page
  int page_index = 0;            // of the file, from 0
  std::exception_ptr failure{};  // what went wrong with it in any stage; the file's last piece

  std::shared_ptr<const Prepared> page{};  // with the memory that its pieces take
  Rows band{};                             // of the result
  std::shared_ptr<Plan> plan{};
  std::shared_ptr<const Image> input{};  // gone once it is filtered, as what lies beside it
  SideRows side{};
  Image result{}, flags{};  // once it is filtered
  FileTraits traits{};      // of the page; complete in its last piece

  FileReport report{};  // of this piece; that of a file's first piece says what is planned
};

}  // namespace selvage::cli
