// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a batch says at its end: how many of its files ended how.

#include <cstddef>
#include <mutex>
#include <string>

#include "messages.hpp"

namespace selvage::cli {

// May be used from any thread, since an interrupt ends the process from another one.
class Summary {
 public:
  // `several`: whether there is a summary; a single file's own words are enough.
  Summary(const Talk& talk, std::size_t files, bool several)
      : talk_(talk), files_(files), several_(several) {}

  void done() { count(done_); }
  void skipped() { count(skipped_); }
  void failed(int code);

  // The end. Returns the exit code: a single file's own, `exit_differs` when a file of several
  // failed, `exit_interrupted` after `interrupted`.
  int finish();
  // Another end: says that, and where the batch stood. Only the first end is said.
  void interrupted() noexcept;

 private:
  void count(std::size_t& files);
  void say_it() const;
  std::string text() const;
  std::size_t not_tried() const { return files_ - done_ - failed_ - skipped_; }

  std::mutex mutex_;  // of all below
  const Talk& talk_;
  const std::size_t files_;
  const bool several_;
  std::size_t done_ = 0, failed_ = 0, skipped_ = 0;
  int code_ = exit_done;  // of the last failure
  bool said_ = false;
};

}  // namespace selvage::cli
