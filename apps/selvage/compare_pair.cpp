// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>

#include "compare_command.hpp"
#include "difference_image.hpp"
#include "formats.hpp"
#include "jobs.hpp"
#include "selvage/io.hpp"
#include "ssim.hpp"

namespace selvage::cli {
namespace {

void check_shapes(const Comparison& names, const Image& a, const Image& b) {
  const bool same =
      a.width() == b.width() && a.height() == b.height() && a.channels() == b.channels();
  if (!same)
    throw Error(Errc::invalid_argument,
                fmt::format("{} is {}, {} is {}", names.a, shape_text(a.view()), names.b,
                            shape_text(b.view())),
                "images of the same size and channels can be compared");
}

// What can be known before an image is decoded.
void check_diff_name(const std::string& input, const std::string& diff, bool named_by_pair,
                     bool force) {
  std::error_code ignored;
  if (!force && std::filesystem::is_regular_file(diff, ignored))
    throw Error(Errc::output, fmt::format("{} exists; nothing was written", diff),
                "-f overwrites it");
  OutputOptions options;
  options.force = true;  // or there is nothing to overwrite
  check_output({.input = input, .output = diff, .named_by_input = named_by_pair}, options);
}

void write_difference(Comparison& comparison, const CompareCommand& command, const Image& a,
                      const Image& b) {
  if (!command.diff_scale) comparison.diff_scale = difference_scale(a, b, comparison.difference);
  save(comparison.diff, difference_image(a, b, comparison.difference, comparison.diff_scale),
       {.overwrite = command.force});
}

}  // namespace

Comparison compare_pair(const CompareCommand& command, const std::string& name_a,
                        const std::string& name_b, const std::string& diff, bool named_by_pair) {
  Comparison result;
  result.a = name_a, result.b = name_b, result.diff = diff;
  if (!diff.empty()) check_diff_name(name_a, diff, named_by_pair, command.force);
  Image a = load(name_a, command.limits), b = load(name_b, command.limits);
  check_shapes(result, a, b);
  if (!diff.empty()) check_save(diff, difference_image_shape(a.width(), a.height()));
  if (command.diff_scale)
    result.diff_scale = in_unit("--diff-scale", *command.diff_scale, a.type());
  result.shape = a.view();
  result.shape.data = nullptr;
  result.same_type = a.type() == b.type();
  if (!result.same_type)
    say(command.talk,
        fmt::format("selvage: note: {} is {}, {} is {}: compared in real units, where "
                    "full scale is 1",
                    name_a, name(a.type()), name_b, name(b.type())));
  result.tolerance = in_unit("--tolerance", command.tolerance, a.type());
  for (Image* image : {&a, &b})  // f32 holds every f16
    if (image->type() == PixelType::f16) *image = convert(*image, PixelType::f32);
  result.difference = difference(a, b, result.tolerance);
  result.ssim = ssim(a, b);
  if (!diff.empty()) write_difference(result, command, a, b);
  return result;
}

}  // namespace selvage::cli
