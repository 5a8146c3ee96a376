// SPDX-License-Identifier: Apache-2.0
#pragma once
// "37/120 photo.jpg 41 MP/s ETA 0:12" on standard error.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace selvage::cli {

enum class ProgressMode {
  automatic,  // a line that is rewritten, on a terminal, once the run lasts over a second
  none,
  json,  // an object for each step, always
};

// Files are told one after another; `update` may be called from any thread, one at a time.
class Progress {
 public:
  Progress(ProgressMode mode, std::size_t files);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  std::size_t files() const { return files_; }

  void begin(const std::string& file);  // the next file
  void size(std::int64_t pixels);       // of this file, once known
  void update(double done);             // share of this file, 0..1
  void clear();                         // takes the line away, so that others may write

 private:
  using Clock = std::chrono::steady_clock;

  void show(double done, Clock::time_point now);

  ProgressMode mode_;
  std::size_t files_, index_ = 0;  // index_ counts from 1
  std::string file_;
  std::int64_t pixels_ = 0;
  Clock::time_point start_, file_start_, shown_;
  bool on_screen_ = false;
};

// 12 -> "0:12", 3723 -> "1:02:03".
std::string clock_text(double seconds);

}  // namespace selvage::cli
