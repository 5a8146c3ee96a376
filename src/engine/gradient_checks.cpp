// SPDX-License-Identifier: Apache-2.0
#include "engine/gradient_checks.hpp"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/views.hpp"
#include "engine/check_shapes.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

[[noreturn]] void refuse_view(const std::string& what, std::string_view hint = {}) {
  throw Error(Errc::invalid_argument, what, hint);
}

std::string shape_of(const ConstImageView& view, bool with_depth) {
  const std::string shape = fmt::format("{}x{} with {} channels, batch {}", view.width, view.height,
                                        view.channels, view.batch);
  return with_depth ? fmt::format("{}, depth {}", shape, view.depth) : shape;
}

// The view must be f32 and otherwise of the shape of `like`; alpha may be unmarked.
void check_like(std::string_view port, const ConstImageView& view, const ConstImageView& like) {
  if (!view.data) refuse_view(fmt::format("{}: has no data", port));
  check_view(port, view);
  if (view.type != PixelType::f32)
    refuse_view(fmt::format("{}: is {}, must be f32", port, name(view.type)));
  if (view.width != like.width || view.height != like.height || view.channels != like.channels ||
      view.batch != like.batch || view.depth != like.depth) {
    const bool with_depth = view.depth != 1 || like.depth != 1;
    refuse_view(fmt::format("{}: is {}, must be {}", port, shape_of(view, with_depth),
                            shape_of(like, with_depth)));
  }
}

void check_depth(const ConstImageView& image) {
  if (image.depth != 1)
    throw Error(Errc::unsupported,
                fmt::format("gradients are not computed for {} slices", image.depth),
                "take the slices one at a time");
}

using NamedView = std::pair<std::string_view, ConstImageView>;

// What is written may not be what is read.
void check_written(std::string_view port, const ConstImageView& view,
                   std::span<const NamedView> read) {
  if (!view) return;
  check_distinct_samples(port, view);
  for (const auto& [other_port, other] : read) {
    if (!other) continue;
    check_overlap(other_port, other, port, view);
    if (same_samples(other, view))
      refuse_view(fmt::format("{}: is the same view as {}", port, other_port));
  }
}

void check_apart(const Gradients& gradients, std::span<const NamedView> read) {
  check_written("d_image", gradients.image, read);
  check_written("d_guide", gradients.guide, read);
  if (!gradients.image || !gradients.guide) return;
  check_overlap("d_image", gradients.image, "d_guide", gradients.guide);
  if (same_samples(gradients.image, gradients.guide))
    refuse_view("d_guide: is the same view as d_image");
}

void check_inputs(const Filter& filter, const Inputs& inputs) {
  check_view("image", inputs.image);
  check_depth(inputs.image);
  check_shapes(filter, inputs, Frame::whole(inputs.image.width, inputs.image.height));
  for (const auto& [port, view] :
       {NamedView{"image", inputs.image}, {"guide", inputs.guide}, {"mask", inputs.mask}})
    if (view.width > 0 && !view.data) refuse_view(fmt::format("{}: has no data", port));
}

}  // namespace

void check_forward(const Filter& filter, const Inputs& inputs, const ConstImageView& output) {
  check_inputs(filter, inputs);
  if (inputs.image.type != PixelType::f32)
    refuse_view(fmt::format("image: is {}, must be f32", name(inputs.image.type)));
  check_like("output", output, inputs.image);
  check_written("output", output,
                std::array{NamedView{"image", inputs.image}, NamedView{"guide", inputs.guide},
                           NamedView{"mask", inputs.mask}});
}

void check_gradient(const Filter& filter, const Inputs& inputs, const ConstImageView& d_output,
                    const Gradients& gradients) {
  check_inputs(filter, inputs);
  check_like("d_output", d_output, inputs.image);
  if (gradients.image) check_like("d_image", gradients.image, inputs.image);
  if (gradients.guide) {
    if (!inputs.guide) refuse_view("d_guide: there is no guide");
    if (inputs.guide.batch != inputs.image.batch)
      refuse_view("d_guide: one guide for a batch of images has no gradient",
                  "repeat the guide, with a batch stride of 0");
    check_like("d_guide", gradients.guide, inputs.guide);
  }
  check_apart(gradients,
              std::array{NamedView{"image", inputs.image}, NamedView{"guide", inputs.guide},
                         NamedView{"mask", inputs.mask}, NamedView{"d_output", d_output}});
}

}  // namespace selvage
