// SPDX-License-Identifier: Apache-2.0
#pragma once
// "37/120 photo.jpg 41 MP/s ETA 0:12" on standard error.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace selvage::cli {

enum class ProgressMode {
  automatic,  // a line that is rewritten, on a terminal, once the run lasts over a second
  none,
  json,  // an object for each step, always
};

// Files are told one after another. May be used from any thread.
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
  void clear();                         // takes the line away
  // The same, and no other line comes while the lock is held, so that messages can be written.
  std::unique_lock<std::mutex> hush();

 private:
  using Clock = std::chrono::steady_clock;

  void show(double done, Clock::time_point now);
  void erase();

  std::mutex mutex_;  // of all below
  ProgressMode mode_;
  std::size_t files_, index_ = 0;  // index_ counts from 1
  std::string file_;
  std::int64_t pixels_ = 0;
  Clock::time_point start_, file_start_, shown_;
  bool on_screen_ = false;
};

// "37/120 photo.jpg 41 MP/s ETA 0:12" in less than so many columns of a terminal (0: any number):
// the name loses its beginning, then goes, before the line loses its end.
std::string progress_line(const std::string& count, const std::string& name,
                          const std::string& speed, std::size_t columns);
// 12 -> "0:12", 3723 -> "1:02:03".
std::string clock_text(double seconds);
// Two digits of it, or all before the point: 41.3 -> "41", 4.13 -> "4.1", 0.413 -> "0.41".
std::string speed_text(double speed);

}  // namespace selvage::cli
