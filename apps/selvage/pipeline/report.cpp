// SPDX-License-Identifier: Apache-2.0
#include "pipeline/report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "inputs/formats.hpp"
#include "process/memory.hpp"

namespace selvage::cli {
namespace {

// Returns ", 3 pages, in 12 bands", or less.
std::string parts_text(const FileReport& r) {
  std::string text;
  if (r.pages > 1) text += fmt::format(", {} pages", r.pages);
  if (r.bands > r.pages) text += fmt::format(", in {} bands", r.bands);
  return text;
}

}  // namespace

std::string error_text(double error, PixelType type) {
  return is_integer(type) ? fmt::format("{:.2g} LSB", error * full_scale(type))
                          : fmt::format("{:.2g} of the largest sample or the range", error);
}

nlohmann::ordered_json error_json(double error) {
  return std::isfinite(error) ? nlohmann::ordered_json(error) : nlohmann::ordered_json();
}

std::string device_text(const std::string& id) {
  return fmt::format("{} ({})", id, find_device(id).name);
}

nlohmann::ordered_json to_json(const FileReport& r) {
  nlohmann::ordered_json object{{"input", r.job.input},
                                {"output", r.job.output},
                                {"verb", r.verb},
                                {"device", r.device},
                                {"candidate", r.candidate},
                                {"width", r.shape.width},
                                {"height", r.shape.height},
                                {"channels", r.shape.channels},
                                {"type", name(r.shape.type)},
                                {"format", r.format},
                                {"max_error", error_json(r.max_error)},
                                {"error_bound", error_json(r.error_bound)},
                                {"memory_bytes", r.memory},
                                {"pages", r.pages},
                                {"bands", r.bands}};
  if (!r.flags.file.empty()) object[r.flags.black_and_white ? "edges" : "flags"] = r.flags.file;
  if (r.dry_run) {
    object["dry_run"] = true;
    object["predicted_s"] = r.predicted_s;
  } else {
    object["decode_s"] = r.decode_s;
    object["upload_s"] = r.upload_s;
    object["filter_s"] = r.filter_s;
    object["kernel_s"] = r.kernel_s;
    object["download_s"] = r.download_s;
    object["encode_s"] = r.encode_s;
    object["total_s"] = r.total_s;
  }
  object["notes"] = r.notes;
  return object;
}

std::string plan_text(const FileReport& r) {
  return printable(fmt::format("{} -> {}: {} {}, {}/{}, predicted {:.2g} s, {}{}", r.job.input,
                               r.job.output, shape_text(r.shape), r.format, r.device, r.candidate,
                               r.predicted_s, size_text(r.memory), parts_text(r))) +
         '\n';
}

void say_report(const MessageOptions& messages, const FileReport& r) {
  if (!messages.verbose) return;
  say(messages,
      fmt::format("{} -> {}: {} {}", r.job.input, r.job.output, shape_text(r.shape), r.format));
  const std::string error = std::isfinite(r.error_bound)
                                ? "error at most " + error_text(r.error_bound, r.filtered)
                                : "an approximation without an error bound";
  say(messages, fmt::format("  {}, candidate {}, {}", device_text(r.device), r.candidate, error));
  say(messages, fmt::format("  at most {} of memory{}", size_text(r.memory), parts_text(r)));
  say(messages,
      fmt::format("  decode {:.3f} s, filter {:.3f} s (upload {:.3f}, kernels {:.3f}, "
                  "download {:.3f}), encode {:.3f} s",
                  r.decode_s, r.filter_s, r.upload_s, r.kernel_s, r.download_s, r.encode_s));
  for (const std::string& note : r.notes) say(messages, fmt::format("  note: {}", note));
}

}  // namespace selvage::cli
