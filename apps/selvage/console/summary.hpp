// SPDX-License-Identifier: Apache-2.0
#pragma once
// The summary of a batch: how many files succeeded, failed and were skipped.

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

#include "console/messages.hpp"

namespace selvage::cli {

// Thread-safe, since an interrupt ends the process from another thread.
class Summary {
 public:
  // `several` tells whether a summary is printed; a single file needs none.
  Summary(const MessageOptions& messages, std::size_t files, bool several)
      : messages_(messages), files_(files), several_(several) {}

  void done() { count(done_); }
  void skipped() { count(skipped_); }
  void failed(int code);

  // Ends the batch, with a line on a terminal, and returns the exit code: that of a single file,
  // `exit_differs` if one of several files failed, `exit_interrupted` after `interrupted`.
  int finish();
  // Ends the batch with the message of an interrupt and the progress so far. Only the first end
  // prints a summary.
  void interrupted() noexcept;

 private:
  void count(std::size_t& files);
  void say_it() const;
  std::string text(bool with_time) const;
  std::size_t not_tried() const { return files_ - done_ - failed_ - skipped_; }

  std::mutex mutex_;  // protects all members below
  const MessageOptions& messages_;
  const std::size_t files_;
  const bool several_;
  std::size_t done_ = 0, failed_ = 0, skipped_ = 0;
  int code_ = exit_done;  // the code of the last failure
  bool said_ = false;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace selvage::cli
