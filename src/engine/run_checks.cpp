// SPDX-License-Identifier: Apache-2.0
#include "engine/run_checks.hpp"

#include <fmt/format.h>

#include "core/views.hpp"
#include "engine/unused_ports.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

bool same_shape(const ConstImageView& a, const ConstImageView& b) {
  return a.type == b.type && a.width == b.width && a.height == b.height &&
         a.channels == b.channels && a.alpha == b.alpha && a.batch == b.batch && a.depth == b.depth;
}

std::string shape(const ConstImageView& v) {
  return fmt::format("{}x{} {} with {} channels{}, batch {}", v.width, v.height, name(v.type),
                     v.channels, v.alpha ? " (alpha last)" : "", v.batch);
}

void check_shape(std::string_view port, const ConstImageView& given,
                 const ConstImageView& expected) {
  if (!same_shape(given, expected))
    throw Error(Errc::invalid_argument,
                fmt::format("{}: is {}, must be {}", port, shape(given), shape(expected)));
}

void check_input(std::string_view port, const ConstImageView& given,
                 const ConstImageView& planned) {
  check_view(port, given);
  check_shape(port, given, planned);
  if (!given.data) throw Error(Errc::invalid_argument, fmt::format("{}: has no data", port));
}

void check_output(const ImageView& output, const ConstImageView& input, const Frame& frame) {
  if (!output.data) throw Error(Errc::invalid_argument, "output image: has no data");
  check_view("output image", output);
  ConstImageView expected = input;
  expected.width = frame.compute.width;
  expected.height = frame.compute.height;
  expected.alpha = output.alpha;  // the same samples either way
  check_shape("output image", output, expected);
  check_distinct_samples("output image", output);
}

}  // namespace

void check_run(const Filter& filter, const Inputs& planned, const Frame& frame,
               const Inputs& inputs, const Outputs& outputs) {
  check_unused(filter, inputs);
  check_unused(filter, outputs);
  check_input("image", inputs.image, planned.image);
  if (inputs.mask || planned.mask.width > 0) check_input("mask", inputs.mask, planned.mask);
  check_output(outputs.image, inputs.image, frame);
  check_overlap("image", inputs.image, "output image", outputs.image);
  if (inputs.mask) check_overlap("mask", inputs.mask, "output image", outputs.image);
}

}  // namespace selvage
