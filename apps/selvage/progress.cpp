// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "messages.hpp"

namespace selvage::cli {
namespace {

constexpr std::chrono::seconds quiet_time{1};
constexpr std::chrono::milliseconds interval{100};

double seconds_between(std::chrono::steady_clock::time_point a,
                       std::chrono::steady_clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

}  // namespace

std::string clock_text(double seconds) {
  const auto whole = std::int64_t{std::lround(std::clamp(seconds, 0.0, 359999.0))};
  const std::int64_t hours = whole / 3600, minutes = whole / 60 % 60;
  if (hours == 0) return fmt::format("{}:{:02}", minutes, whole % 60);
  return fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60);
}

std::string speed_text(double speed) {
  return fmt::format("{:.{}f}", speed, speed < 0.995 ? 2 : speed < 9.95 ? 1 : 0);
}

Progress::Progress(ProgressMode mode, std::size_t files)
    : mode_(mode), files_(files), start_(Clock::now()), file_start_(start_) {
  if (mode_ == ProgressMode::automatic && !isatty(STDERR_FILENO)) mode_ = ProgressMode::none;
}

void Progress::begin(const std::string& file) {
  const std::lock_guard lock(mutex_);
  ++index_;
  file_ = file;
  pixels_ = 0;
  file_start_ = Clock::now();
}

void Progress::size(std::int64_t pixels) {
  const std::lock_guard lock(mutex_);
  pixels_ = pixels;
}

void Progress::update(double done) {
  const std::lock_guard lock(mutex_);
  if (mode_ == ProgressMode::none) return;
  const auto now = Clock::now();
  const bool due = now - shown_ >= interval || (mode_ == ProgressMode::json && done >= 1.0);
  if (!due || (mode_ == ProgressMode::automatic && now - start_ < quiet_time)) return;
  shown_ = now;
  show(done, now);
}

void Progress::show(double done, Clock::time_point now) {
  const double elapsed = std::max(seconds_between(file_start_, now), 1e-6);
  const double speed = done * static_cast<double>(pixels_) / 1e6 / elapsed;
  const double all_done = (static_cast<double>(index_ - 1) + done) / static_cast<double>(files_);
  const double eta = all_done > 0.0 ? seconds_between(start_, now) * (1.0 / all_done - 1.0) : 0.0;
  if (mode_ == ProgressMode::json) {
    const nlohmann::ordered_json object{{"progress", all_done},      {"index", index_},
                                        {"files", files_},           {"input", file_},
                                        {"megapixels_per_s", speed}, {"eta_s", eta}};
    using Handler = nlohmann::ordered_json::error_handler_t;
    return write_stderr(object.dump(-1, ' ', false, Handler::replace) + '\n');
  }
  // Erases what a longer line before it left.
  write_stderr(fmt::format("\r{}/{} {} {} MP/s ETA {}\033[K", index_, files_, printable(file_),
                           speed_text(speed), clock_text(eta)));
  on_screen_ = true;
}

void Progress::clear() {
  hush();
}

std::unique_lock<std::mutex> Progress::hush() {
  std::unique_lock lock(mutex_);
  erase();
  return lock;
}

void Progress::erase() {
  if (on_screen_) write_stderr("\r\033[K");
  on_screen_ = false;
}

}  // namespace selvage::cli
