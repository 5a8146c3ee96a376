// SPDX-License-Identifier: Apache-2.0
// The parameters of filters_test.c once more, through the C++ interface.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <selvage/selvage.hpp>

#include "tests.h"

namespace {

std::optional<selvage::Filter> filter_like(std::int32_t kind) {
  using namespace selvage;
  switch (kind) {
    case SELVAGE_BILATERAL:
      return Bilateral{.sigma_space = 2,
                       .sigma_range = 0.25f,
                       .radius = 4,
                       .window = Window::disc,
                       .norm = Norm::l1,
                       .border = Border::shrink,
                       .iterations = 2,
                       .alpha = Alpha::filter,
                       .fill = true};
    case SELVAGE_JOINT_BILATERAL:
      return JointBilateral{.sigma_range = 0.2f, .border = Border::constant, .border_value = 0.5f};
    case SELVAGE_JOINT_UPSAMPLING: return JointUpsampling{.sigma_space = 1.5f, .norm = Norm::luma};
    case SELVAGE_ROLLING_GUIDANCE:
      return RollingGuidance{.norm = Norm::per_channel, .iterations = 2};
    case SELVAGE_GEOMETRY_GUIDED: return GeometryGuided{.radius = 5, .weights = Weights::box};
    case SELVAGE_GAUSSIAN: return Gaussian{.border = Border::wrap, .alpha = Alpha::weight};
    case SELVAGE_BOX: return Box{.radius = 3, .invalid = 100.0f / 255.0f};
    case SELVAGE_CONVOLUTION:
      return Convolution{.kernel = {0, -1, 0, -1, 5, -1, 0, -1, 0}, .width = 3, .height = 3};
    case SELVAGE_SEPARABLE_CONVOLUTION:
      return SeparableConvolution{
          .row = {1, 2, 1}, .column = {1, 4, 6, 4, 1}, .scale = 1.0f / 64, .gray = true};
    case SELVAGE_GUIDED: return Guided{.radius = 3, .epsilon = 0.001f, .subsample = 2};
    case SELVAGE_GUIDED_UPSAMPLING: return GuidedUpsampling{.radius = 2, .epsilon = 0.001f};
    case SELVAGE_HISTOGRAM: return Histogram{.bins = 16, .channel = 2, .low = 0.25f};
    default: return std::nullopt;
  }
}

void run(const selvage::Filter& filter, std::int32_t kind, pictures& p, results& r) {
  using selvage::interleaved, selvage::PixelType;
  const bool upsampling = selvage::upsamples(filter);
  selvage::Inputs in{
      .image = upsampling ? interleaved(p.small, PixelType::u8, SMALL_WIDTH, SMALL_HEIGHT, 4)
                          : interleaved(p.image, PixelType::u8, WIDTH, HEIGHT, 4)};
  in.image.alpha = true;
  if (kind == SELVAGE_JOINT_BILATERAL || kind == SELVAGE_GUIDED || upsampling)
    in.guide = interleaved(p.guide, PixelType::u8, WIDTH, HEIGHT, 3);
  if (kind == SELVAGE_BILATERAL) in.mask = interleaved(p.mask, PixelType::u8, WIDTH, HEIGHT);

  selvage::Outputs out;
  selvage::Counts counts;
  if (kind == SELVAGE_GEOMETRY_GUIDED) {
    in.normals = interleaved(p.normals, PixelType::f32, WIDTH, HEIGHT, 3);
    in.depth = interleaved(p.depth, PixelType::f32, WIDTH, HEIGHT);
    out.flags = interleaved(r.flags, PixelType::u8, WIDTH, HEIGHT);
  }
  if (kind == SELVAGE_HISTOGRAM) {
    out.counts = &counts;
  } else {
    const int channels = selvage::result_shape(filter, in.image, in.guide).channels;
    out.image = interleaved(r.image, PixelType::u8, WIDTH, HEIGHT, channels);
  }
  selvage::Engine(selvage::Device::cpu()).run(filter, in, out);
  if (out.counts) std::ranges::copy(counts.bins.front(), r.bins);
}

}  // namespace

int cpp_result(int32_t filter, pictures* p, results* r) {
  try {
    run(filter_like(filter).value(), filter, *p, *r);
    return 1;
  } catch (const std::exception& e) {
    std::printf("C++: %s\n", e.what());
    return 0;
  }
}
