// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compare/compare_command.hpp"
#include "compare/ssim.hpp"

namespace selvage::cli {
namespace {

std::string value_text(double value, const Comparison& c) {
  return difference_text(value, c.shape.type, c.same_type);
}

std::string ssim_text(const Comparison& c) {
  if (c.ssim) return fmt::format("{:.6f}", *c.ssim);
  const bool small = std::min(c.shape.width, c.shape.height) < ssim_window;
  return small ? fmt::format("none (its window is {0}x{0} pixels)", ssim_window)
               : "none (a sample is not finite)";
}

std::string block_of(const Comparison& c) {
  const Difference& d = c.difference;
  const std::string where =
      d.max > 0.0 ? fmt::format(" at x {}, y {}, channel {}", d.x, d.y, d.channel) : "";
  return fmt::format(
      "max   {}{}\n"
      "mean  {}\n"
      "RMS   {}\n"
      "PSNR  {:.2f} dB\n"
      "SSIM  {}\n"
      "differ {} of {} samples, {} of {} pixels\n",
      value_text(d.max, c), where, value_text(d.mean, c), value_text(d.rms, c), d.psnr,
      ssim_text(c), d.differing_samples, d.samples, d.differing_pixels, d.pixels);
}

std::string line_of(const std::string& label, const Comparison& c) {
  const Difference& d = c.difference;
  if (d.max == 0.0) return fmt::format("{}: the same\n", label);
  return fmt::format(
      "{}: max {}, mean {:.3g}, RMS {:.3g}, PSNR {:.2f} dB, SSIM {}, differ {} of {} pixels\n",
      label, value_text(d.max, c), d.mean, d.rms, d.psnr,
      c.ssim ? fmt::format("{:.6f}", *c.ssim) : "none", d.differing_pixels, d.pixels);
}

}  // namespace

nlohmann::ordered_json to_json(const Comparison& c) {
  const Difference& d = c.difference;
  nlohmann::ordered_json object{{"verb", "compare"},
                                {"a", c.a},
                                {"b", c.b},
                                {"page", c.page},
                                {"pages", c.pages},
                                {"same", c.same()},
                                {"tolerance", c.tolerance},
                                {"max", d.max},  // JSON has no infinity: null
                                {"mean", d.mean},
                                {"rms", d.rms},
                                {"psnr", d.psnr},
                                {"ssim", nullptr},
                                {"samples", d.samples},
                                {"pixels", d.pixels},
                                {"differing_samples", d.differing_samples},
                                {"differing_pixels", d.differing_pixels},
                                {"x", d.x},
                                {"y", d.y},
                                {"channel", d.channel}};
  if (c.ssim) object["ssim"] = *c.ssim;
  if (!c.diff.empty()) {
    object["diff"] = c.diff;
    object["diff_scale"] = c.diff_scale;
  }
  return object;
}

bool all_same(const std::vector<Comparison>& pages) {
  return std::ranges::all_of(pages, &Comparison::same);
}

std::string text_of(const std::vector<Comparison>& pages) {
  if (pages.size() == 1) return block_of(pages.front());
  std::string text;
  for (const Comparison& c : pages) text += line_of(fmt::format("page {}", c.page), c);
  const auto same = std::ranges::count_if(pages, &Comparison::same);
  const auto count = std::ssize(pages);
  return text + fmt::format("{} pages: {} the same, {} different\n", count, same, count - same);
}

std::string lines_of(const std::string& name, const std::vector<Comparison>& pages) {
  const auto is_equal = [](const Comparison& c) { return c.difference.max == 0.0; };
  if (pages.size() == 1 || std::ranges::all_of(pages, is_equal))
    return line_of(printable(name), pages.front());
  std::string lines;
  for (const Comparison& c : pages)
    lines += line_of(fmt::format("{}, page {}", printable(name), c.page), c);
  return lines;
}

void print_pages(const MessageOptions& messages, const std::vector<Comparison>& pages) {
  for (const Comparison& c : pages) print(messages, to_json(c));
}

}  // namespace selvage::cli
