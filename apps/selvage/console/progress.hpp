// SPDX-License-Identifier: Apache-2.0
#pragma once
// Progress on standard error: "37/120 photo.jpg [######..............] 31 % 41 MP/s, 0:12 left".

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace selvage::cli {

enum class ProgressMode {
  automatic,  // on a terminal, a line that is updated in place once the run takes over a second
  none,
  json,  // always, one object per step
};

// Reports files one after another. Thread-safe.
class Progress {
 public:
  Progress(ProgressMode mode, std::size_t files);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  std::size_t files() const { return files_; }

  void begin(const std::string& file);  // starts the next file
  void size(std::int64_t pixels);       // sets the size of the current file, once known
  void update(double done);             // sets the fraction of the current file that is done, 0..1
  void frame(int number);  // begins a frame, from 1, of a stream whose length is not known
  void clear();            // erases the line
  // Erases the line and suppresses the next ones while the lock is held, so that messages can be
  // printed.
  std::unique_lock<std::mutex> hush();

 private:
  using Clock = std::chrono::steady_clock;

  bool is_due(Clock::time_point now, bool always) const;
  void show(double done, Clock::time_point now);
  void show_frame(int number, Clock::time_point now);
  void show_line(const std::string& bar, const std::string& speed);
  void erase();

  std::mutex mutex_;  // protects all members below
  ProgressMode mode_;
  std::size_t files_, index_ = 0;  // index_ starts at 1
  std::string file_;
  std::int64_t pixels_ = 0;
  Clock::time_point start_, file_start_, shown_;
  bool on_screen_ = false;
};

// The parts of a line of progress.
struct ProgressText {
  std::string count;  // "37/120"; empty: a single file
  std::string name;
  std::string bar;  // may be empty
  std::string speed;
};
// Formats "37/120 photo.jpg [######....] 31 % 41 MP/s, 0:12 left" in fewer than `columns` columns
// of a terminal (0: no limit). The bar is dropped first; then the name is cut at its beginning and
// dropped, before the end of the line is cut.
std::string progress_line(const ProgressText& text, std::size_t columns);
// Returns a bar of 20 cells for a fraction from 0 to 1: "[######..............]".
std::string bar_text(double done);
// Formats seconds: 12 -> "0:12", 3723 -> "1:02:03".
std::string clock_text(double seconds);
// Formats a speed with two digits, or all before the point: 41.3 -> "41", 4.13 -> "4.1", 0.413 ->
// "0.41".
std::string speed_text(double speed);

}  // namespace selvage::cli
