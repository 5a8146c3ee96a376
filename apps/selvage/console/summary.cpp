// SPDX-License-Identifier: Apache-2.0
#include "console/summary.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "console/progress.hpp"

namespace selvage::cli {

void Summary::count(std::size_t& files) {
  const std::lock_guard lock(mutex_);
  ++files;
}

void Summary::failed(int code) {
  const std::lock_guard lock(mutex_);
  ++failed_;
  code_ = code;
}

int Summary::finish() {
  const std::lock_guard lock(mutex_);
  if (std::exchange(said_, true)) return exit_interrupted;
  if (!several_) return code_;
  const bool is_seen = isatty(STDERR_FILENO) != 0 || skipped_ > 0;
  if (messages_.json || failed_ > 0 || (!messages_.quiet && is_seen) || messages_.verbose) say_it();
  return failed_ == 0 ? exit_done : exit_differs;
}

void Summary::interrupted() noexcept {
  try {
    const std::lock_guard lock(mutex_);
    if (std::exchange(said_, true)) return;
    say_failure(messages_, "", {.what = "interrupted", .hint = "", .code = exit_interrupted});
    if (several_) say_it();
  } catch (...) {
    // Nobody can read it.
  }
}

void Summary::say_it() const {
  if (!messages_.json) return say({}, text(isatty(STDERR_FILENO) != 0));
  print(messages_, nlohmann::ordered_json{{"summary",
                                           {{"files", files_},
                                            {"done", done_},
                                            {"failed", failed_},
                                            {"skipped", skipped_},
                                            {"not_tried", not_tried()}}}});
}

std::string Summary::text(bool with_time) const {
  std::string text = fmt::format("selvage: {} of {} files done", done_, files_);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start_;
  if (with_time)
    text += time.count() < 60.0 ? fmt::format(" in {:.1f} s", time.count())
                                : fmt::format(" in {}", clock_text(time.count()));
  if (failed_ > 0) text += fmt::format(", {} failed", failed_);
  if (skipped_ > 0) text += fmt::format(", {} skipped", skipped_);
  if (not_tried() > 0) text += fmt::format(", {} not tried", not_tried());
  return text;
}

}  // namespace selvage::cli
