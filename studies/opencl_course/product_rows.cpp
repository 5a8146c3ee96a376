// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/product_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "opencl_course/histogram.hpp"
#include "runner/pictures.hpp"
#include "runner/product.hpp"

namespace selvage::studies::course {

Row product_filter_row(Session& session, const Filter& filter, const ConstImageView& image,
                       const Planes& expected, double tolerance) {
  Place& place = session.place();
  const std::shared_ptr<gpu::Buffer> from = bench::upload(place, image);
  Image result(PixelType::f32, image.width, image.height, image.channels);
  const std::shared_ptr<gpu::Buffer> to = place.device->buffer(result.bytes());
  ProductKernel kernel = product_kernel(session, filter, image, *from, *to);
  kernel.enqueue(*place.stream);
  bench::download(place, *to, result);
  const Difference d = difference(result, image_of(expected));
  session.expect(d.nans == 0 && d.max <= tolerance,
                 fmt::format("the product's {} is within {:.2g} of the last rung (here {:.2g})",
                             kernel.candidate, tolerance, d.max));
  return {.rung = "product",
          .what = kernel.candidate,
          .enqueue = [kernel = std::move(kernel.enqueue), from, to](gpu::Stream& stream) {
            kernel(stream);
          }};
}

Row product_flags_row(Session& session, const RenderedFrame& frame, int runs) {
  const int width = frame.depth.width(), height = frame.depth.height();
  Image mean(PixelType::f32, width, height), flags(PixelType::u8, width, height);
  const ProductRuns runs_of = product_runs(
      session, thresholds(), {.image = frame.depth, .normals = frame.normals, .depth = frame.depth},
      {.image = mean, .flags = flags}, runs);
  return {.rung = "product",
          .what = runs_of.candidate + ", flags beside a copy of one channel",
          .times = runs_of.kernels};
}

Row product_guided_row(Session& session, int radius, const ConstImageView& image,
                       const RenderedFrame& frame) {
  Place& place = session.place();
  const std::shared_ptr<gpu::Buffer> from = bench::upload(place, image);
  const std::shared_ptr<gpu::Buffer> normals = bench::upload(place, frame.normals);
  const std::shared_ptr<gpu::Buffer> depth = bench::upload(place, frame.depth);
  const Image shape(PixelType::f32, image.width, image.height, image.channels);
  const std::shared_ptr<gpu::Buffer> to = place.device->buffer(shape.bytes());
  ProductKernel kernel = product_kernel(
      session, guided_filter(radius),
      {.image = image, .normals = frame.normals, .depth = frame.depth},
      {.image = from.get(), .normals = normals.get(), .depth = depth.get(), .output = to.get()});
  return {.rung = "product",
          .what = kernel.candidate + ", flags included",
          .enqueue = [kernel = std::move(kernel.enqueue), from, normals, depth,
                      to](gpu::Stream& stream) { kernel(stream); }};
}

Row product_histogram_row(Session& session, const Image& image, const std::string& picture,
                          int runs) {
  Counts counts;
  const ProductRuns result =
      product_runs(session, Histogram{.bins = bins, .low = 0.0f, .high = 1.0f}, {.image = image},
                   {.counts = &counts}, runs);
  const std::vector<std::uint32_t> expected = counts_of(image);
  session.expect(std::ranges::equal(counts.bins.front(), expected),
                 fmt::format("the product counts the same on {}", picture));
  return {.rung = "product",
          .what = fmt::format("{}: {}", result.candidate, picture),
          .times = result.kernels};
}

}  // namespace selvage::studies::course
