// SPDX-License-Identifier: Apache-2.0
#include "console/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

#include "console/messages.hpp"

namespace selvage::cli {
namespace {

constexpr std::chrono::seconds quiet_time{1};
constexpr std::chrono::milliseconds interval{100};

double seconds_between(std::chrono::steady_clock::time_point a,
                       std::chrono::steady_clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

bool begins_letter(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;  // not a continuation byte of UTF-8
}

// Returns an upper bound: characters of three or more bytes may be wide.
std::size_t columns_of(char c) {
  if (!begins_letter(c)) return 0;
  return static_cast<unsigned char>(c) < 0xe0U ? 1 : 2;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (const char c : text) columns += columns_of(c);
  return columns;
}

std::string_view beginning(std::string_view text, std::size_t columns) {
  std::size_t end = 0;
  for (std::size_t used = 0; end < text.size(); ++end)
    if (used += columns_of(text[end]); used > columns) break;
  return text.substr(0, end);
}

std::string_view ending(std::string_view text, std::size_t columns) {
  while (columns_of(text) > columns || (!text.empty() && !begins_letter(text.front())))
    text.remove_prefix(1);
  return text;
}

void write_json(const nlohmann::ordered_json& object) {
  using Handler = nlohmann::ordered_json::error_handler_t;
  write_stderr(object.dump(-1, ' ', true, Handler::replace) + '\n');
}

// Returns the width of the terminal at standard error, or 0 if it is unknown.
std::size_t terminal_columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

std::string progress_line(const ProgressText& text, std::size_t columns) {
  constexpr std::string_view cut = "...";
  const auto joined = [](std::initializer_list<std::string_view> parts) {
    std::string line;
    for (const std::string_view part : parts)
      if (!part.empty()) line += fmt::format("{}{}", line.empty() ? "" : " ", part);
    return line;
  };
  const auto fits = [columns](std::string_view line) {
    return columns == 0 || columns_of(line) < columns;
  };
  if (std::string line = joined({text.count, text.name, text.bar, text.speed}); fits(line))
    return line;
  if (std::string line = joined({text.count, text.name, text.speed}); fits(line)) return line;
  const std::string bare = joined({text.count, text.speed});
  const std::size_t taken = columns_of(bare) + cut.size() + 2;  // a space and the last column
  if (taken >= columns) return std::string(beginning(bare, columns - 1));
  const std::string end = fmt::format("{}{}", cut, ending(text.name, columns - taken));
  return joined({text.count, end, text.speed});
}

std::string bar_text(double done) {
  constexpr int cells = 20;
  const int full = static_cast<int>(std::clamp(done, 0.0, 1.0) * cells);
  return fmt::format("[{:#<{}}{:.<{}}]", "", full, "", cells - full);
}

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
  if (!is_due(now, mode_ == ProgressMode::json && done >= 1.0)) return;
  shown_ = now;
  show(done, now);
}

void Progress::frame(int number) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (mode_ == ProgressMode::none || !is_due(now, false)) return;
  shown_ = now;
  show_frame(number, now);
}

bool Progress::is_due(Clock::time_point now, bool always) const {
  if (mode_ == ProgressMode::automatic && now - start_ < quiet_time) return false;
  return always || now - shown_ >= interval;
}

void Progress::show_frame(int number, Clock::time_point now) {
  const double speed = (number - 1) / std::max(seconds_between(file_start_, now), 1e-6);
  if (mode_ != ProgressMode::json)
    return show_line("", fmt::format("frame {} {} frames/s", number, speed_text(speed)));
  write_json({{"index", index_},
              {"files", files_},
              {"input", file_},
              {"frame", number},
              {"frames_per_s", speed}});
}

void Progress::show(double done, Clock::time_point now) {
  const double elapsed = std::max(seconds_between(file_start_, now), 1e-6);
  const double speed = done * static_cast<double>(pixels_) / 1e6 / elapsed;
  const double all_done = (static_cast<double>(index_ - 1) + done) / static_cast<double>(files_);
  const double eta = all_done > 0.0 ? seconds_between(start_, now) * (1.0 / all_done - 1.0) : 0.0;
  if (mode_ == ProgressMode::json) {
    return write_json({{"progress", all_done},
                       {"index", index_},
                       {"files", files_},
                       {"input", file_},
                       {"megapixels_per_s", speed},
                       {"eta_s", eta}});
  }
  show_line(bar_text(all_done), fmt::format("{:.0f} % {} MP/s, {} left", 100.0 * all_done,
                                            speed_text(speed), clock_text(eta)));
}

void Progress::show_line(const std::string& bar, const std::string& speed) {
  const std::string line =
      progress_line({.count = files_ > 1 ? fmt::format("{}/{}", index_, files_) : "",
                     .name = printable(file_),
                     .bar = bar,
                     .speed = speed},
                    terminal_columns());
  write_stderr(fmt::format("\r{}\033[K", line));  // erases the rest of a longer previous line
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
