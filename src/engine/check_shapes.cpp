// SPDX-License-Identifier: Apache-2.0
#include "engine/check_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/ports.hpp"
#include "core/views.hpp"
#include "engine/unused_ports.hpp"
#include "filters/problem.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

[[noreturn]] void refuse(std::string_view port, const std::string& why, std::string hint = {}) {
  throw Error(Errc::invalid_argument, fmt::format("{}: {}", port, why), hint);
}

void check_size(std::string_view port, const ConstImageView& view, const ConstImageView& image) {
  if (view.width != image.width || view.height != image.height)
    refuse(port, fmt::format("is {}x{}, the image is {}x{}", view.width, view.height, image.width,
                             image.height));
  if (view.depth != image.depth)
    refuse(port, fmt::format("has depth {}, the image has {}", view.depth, image.depth));
}

void check_batch(std::string_view port, const ConstImageView& view, const ConstImageView& image) {
  if (view.batch != 1 && view.batch != image.batch)
    refuse(port, fmt::format("batch {}, must be 1 or the image's {}", view.batch, image.batch));
}

void check_type(const InputPort& port, const ConstImageView& view) {
  if (port.type && (view.type != *port.type || view.channels != port.channels))
    refuse(port.name, fmt::format("is {} with {} channels, must be {} with {} channel{}",
                                  name(view.type), view.channels, name(*port.type), port.channels,
                                  port.channels == 1 ? "" : "s"));
  if (port.channels > 0 && view.colour_channels() != port.channels)
    refuse(port.name, fmt::format("has {} colour channels, must have {}", view.colour_channels(),
                                  port.channels));
}

// A guide that determines the output size must be at least as large as the image.
void check_larger(const ConstImageView& guide, const ConstImageView& image) {
  if (guide.width < image.width || guide.height < image.height)
    refuse("guide",
           fmt::format("is {}x{}, smaller than the image of {}x{}", guide.width, guide.height,
                       image.width, image.height),
           "upsampling makes an image larger, not smaller");
}

void check_depth(const Filter& filter, const Inputs& shapes, const Frame& frame) {
  if (has_third_axis(filter)) return;
  int depth = std::max(shapes.image.depth, frame.depth);
  for (const InputPort& port : image_inputs) depth = std::max(depth, (shapes.*port.view).depth);
  if (depth > 1)
    throw Error(Errc::unsupported,
                fmt::format("{} has no third axis, and the depth is {}", name(filter), depth),
                "bilateral, joint, gaussian and box take volumes and sequences; a batch is "
                "filtered image by image");
}

void check_whole(const Frame& frame, const ConstImageView& guide) {
  if (frame.x != 0 || frame.y != 0 || frame.width != guide.width || frame.height != guide.height)
    throw Error(Errc::invalid_argument, "frame: upsampling reads whole images",
                "Frame::whole or Frame::region of the guide's size");
}

}  // namespace

void check_shapes(const Filter& filter, const Inputs& shapes, const Frame& frame) {
  check_view("image", shapes.image);
  check_unused(filter, shapes);
  check_depth(filter, shapes, frame);
  check_given(filter, shapes);
  const bool upsampling = upsamples(filter);
  for (const InputPort& port : image_inputs) {
    const ConstImageView& view = shapes.*port.view;
    if (view.width == 0) continue;
    check_view(port.name, view);
    check_batch(port.name, view, shapes.image);
    const bool gives_the_size = upsampling && port.view == &Inputs::guide;
    if (!gives_the_size) check_size(port.name, view, shapes.image);
    check_type(port, view);
  }
  if (upsampling) check_larger(shapes.guide, shapes.image);
  validate(filter, shapes.image, shapes.guide);
  if (const auto* geometry = std::get_if<GeometryGuided>(&filter)) {
    const bool buffers = shapes.normals.width > 0 || shapes.depth.width > 0;
    if (!buffers && !geometry->edge_threshold)
      throw Error(Errc::invalid_argument,
                  "neither normals nor depth nor an edge_threshold is given",
                  "give one of them: it tells where smoothing stops");
    if (buffers && geometry->edge_threshold)
      throw Error(Errc::invalid_argument, "edge_threshold is for images without normals and depth",
                  "give either edge_threshold, or normals and depth");
  }
  if (upsampling) check_whole(frame, shapes.guide);
  check_frame(frame, upsampling ? shapes.guide : shapes.image, border(filter), halo(filter),
              depth_halo(filter));
}

}  // namespace selvage
