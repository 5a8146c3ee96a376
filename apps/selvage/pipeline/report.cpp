// SPDX-License-Identifier: Apache-2.0
#include "pipeline/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "inputs/formats.hpp"
#include "pipeline/video.hpp"
#include "process/memory.hpp"

namespace selvage::cli {
namespace {

bool reports_video(const FileReport& r) {
  return !r.video.header.empty();
}

// Returns "1920x1080 yuv420p 8-bit y4m" or "640x480 RGB 8-bit png".
std::string result_text(const FileReport& r) {
  if (!reports_video(r)) return fmt::format("{} {}", shape_text(r.shape), r.format);
  return fmt::format("{}x{} {} {}-bit {}", r.shape.width, r.shape.height, pixel_format(r.video),
                     r.video.bits, r.format);
}

// Returns ", 3 pages, in 12 bands", or less.
std::string parts_text(const FileReport& r) {
  std::string text;
  if (r.frames > 0) return text;
  if (r.pages > 1) text += fmt::format(", {} pages", r.pages);
  if (r.bands > r.pages) text += fmt::format(", in {} bands", r.bands);
  return text;
}

double frames_per_second(const FileReport& r) {
  return r.frames / std::max(r.wall_s, 1e-9);
}

// Returns the part of the time in which a frame was being filtered. Reading and writing go on at
// the same time.
double filter_share(const FileReport& r) {
  return r.filter_s / std::max(r.wall_s, 1e-9);
}

}  // namespace

std::string error_text(const FileReport& r, double scale) {
  if (is_integer(r.filtered)) return fmt::format("{:.2g} LSB", r.error_bound * scale);
  return fmt::format("{:.2g} of {}", r.error_bound,
                     r.certified > 0 ? "the largest sample, or of 1 if that is larger"
                                     : "the largest sample or the range");
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
  if (reports_video(r)) object["pixel_format"] = pixel_format(r.video);
  if (reports_video(r)) object["bits"] = r.video.bits;
  if (r.range) add_range(object, *r.range);
  if (r.depth) add_depth(object, *r.depth);
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
    if (r.terms > 0) object["terms"] = r.terms;
    if (r.certified > 0) object["certified"] = r.certified;
    if (r.certified > 0) object["recomputed"] = r.recomputed;
  }
  if (r.frames > 0) {
    object["frames"] = r.frames;
    object["frames_per_s"] = frames_per_second(r);
    object["filter_share"] = filter_share(r);
  }
  object["notes"] = r.notes;
  return object;
}

std::string plan_text(const FileReport& r) {
  const std::string range =
      r.range ? fmt::format(", sigma_range {:.4g}", r.range->sigma_range) : std::string();
  return printable(fmt::format("{} -> {}: {}, {}/{}, predicted {:.2g} s, {}{}{}", r.job.input,
                               r.job.output, result_text(r), r.device, r.candidate, r.predicted_s,
                               size_text(r.memory), parts_text(r), range)) +
         '\n';
}

void say_report(const MessageOptions& messages, const FileReport& r) {
  if (!messages.verbose) return;
  say(messages, fmt::format("{} -> {}: {}", r.job.input, r.job.output, result_text(r)));
  const double scale = reports_video(r) ? full_scale_of(r.video) : full_scale(r.filtered);
  const std::string error = std::isfinite(r.error_bound)
                                ? "error at most " + error_text(r, scale)
                                : "an approximation without an error bound";
  const std::string terms = r.terms > 0 ? fmt::format(", {} terms", r.terms) : std::string();
  say(messages,
      fmt::format("  {}, candidate {}{}, {}", device_text(r.device), r.candidate, terms, error));
  if (r.depth) say(messages, "  " + depth_text(*r.depth));
  if (r.range) say(messages, "  " + range_text(*r.range));
  if (r.range && r.range->over_time)  // docs/journal/0059
    say(messages,
        "  so small a sigma_range leaves flicker: a larger one with --sigma-space 1, or a guide "
        "without noise, calms more (docs/recipes/video.md)");
  if (r.certified > 0)
    say(messages,
        fmt::format("  {} of {} samples computed again ({:.3g} %)", r.recomputed, r.certified,
                    100.0 * static_cast<double>(r.recomputed) / static_cast<double>(r.certified)));
  say(messages, fmt::format("  at most {} of memory{}", size_text(r.memory), parts_text(r)));
  say(messages,
      fmt::format("  decode {:.3f} s, filter {:.3f} s (upload {:.3f}, kernels {:.3f}, "
                  "download {:.3f}), encode {:.3f} s",
                  r.decode_s, r.filter_s, r.upload_s, r.kernel_s, r.download_s, r.encode_s));
  if (r.frames > 0)
    say(messages,
        fmt::format("  {} frame{}, {:.1f} frames/s, filtered in {:.0f} % of the time", r.frames,
                    r.frames == 1 ? "" : "s", frames_per_second(r), 100.0 * filter_share(r)));
  for (const std::string& note : r.notes) say(messages, fmt::format("  note: {}", note));
}

}  // namespace selvage::cli
