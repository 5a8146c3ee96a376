// SPDX-License-Identifier: Apache-2.0
#include "engine/run_checks.hpp"

#include <fmt/format.h>

#include "core/ports.hpp"
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
  return fmt::format("{}x{}{} {} with {} channels{}, batch {}", v.width, v.height,
                     v.depth > 1 ? fmt::format("x{}", v.depth) : "", name(v.type), v.channels,
                     v.alpha ? " (alpha last)" : "", v.batch);
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

void check_apart(const ImageView& image, const ImageView& flags) {
  if (same_samples(image, flags))
    throw Error(Errc::invalid_argument, "output flags: is the same view as the output image");
  check_overlap("output image", image, "output flags", flags);
}

void check_output(std::string_view port, const ImageView& output, ConstImageView expected,
                  const Frame& frame) {
  if (!output.data) throw Error(Errc::invalid_argument, fmt::format("{}: has no data", port));
  check_view(port, output);
  expected.width = frame.compute.width;
  expected.height = frame.compute.height;
  expected.depth = frame.slices.count;
  expected.alpha = output.alpha;  // the same samples either way
  check_shape(port, output, expected);
  check_distinct_samples(port, output);
}

}  // namespace

void check_run(const Filter& filter, const Inputs& planned, const Frame& frame,
               const Inputs& inputs, const Outputs& outputs) {
  check_unused(filter, inputs);
  check_unused(filter, outputs);
  const ConstImageView result = result_shape(filter, planned.image, planned.guide);
  if (is_required(filter, "image", true))
    check_output("output image", outputs.image, result, frame);
  if (outputs.flags) {
    const ConstImageView flags{.type = PixelType::u8, .channels = 1, .batch = result.batch};
    check_output("output flags", outputs.flags, flags, frame);
    check_apart(outputs.image, outputs.flags);
  }
  if (is_required(filter, counts_port, true) && outputs.counts == nullptr)
    throw Error(Errc::invalid_argument, "output counts: is missing");
  for (const InputPort& input : image_inputs) {
    const ConstImageView &given = inputs.*input.view, &shape = planned.*input.view;
    if (!given && shape.width == 0) continue;
    check_input(input.name, given, shape);
    for (const OutputPort& output : image_outputs)
      if (outputs.*output.view)
        check_overlap(input.name, given, output.label, outputs.*output.view);
  }
}

}  // namespace selvage
