// SPDX-License-Identifier: Apache-2.0
// Runs filters with any parameters on views of any shape, type and strides: the outcome is a result
// or an Error, and no access outside the views. Every block of memory is exactly as large as its
// view needs, so the address sanitizer detects accesses beyond it.

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "bytes_in.hpp"
#include "selvage/engine.hpp"
#include "selvage/error.hpp"

namespace {

using namespace selvage;
using fuzz::BytesIn;

constexpr int largest_side = 20;    // pixels
constexpr int largest_radius = 24;  // so that no input takes long

template <class Enum>
Enum choose(BytesIn& in) {
  return static_cast<Enum>(in.below(static_cast<int>(names_of<Enum>.size())));
}

// Mostly sensible values, sometimes any bits.
float number(BytesIn& in, float scale) {
  if (in.below(16) == 0) return in.take<float>();
  return static_cast<float>(in.below(1001)) / 1000.0f * scale;
}

int radius(BytesIn& in) {
  if (in.below(32) == 0) return std::min(in.take<int>(), largest_radius);  // negative ones too
  return in.below(8);
}

// A view in one of many layouts, and its memory.
struct OwnedImage {
  std::unique_ptr<std::byte[]> memory = {};
  ImageView view = {};
};

OwnedImage any_image(BytesIn& in, PixelType type, int width, int height, int channels, int batch) {
  const auto sample = static_cast<std::ptrdiff_t>(sample_bytes(type));
  OwnedImage made;
  ImageView& view = made.view;
  view.type = type;
  view.width = width;
  view.height = height;
  view.channels = channels;
  view.batch = batch;
  view.alpha = channels > 1 && in.flip();
  const bool planar = in.flip();
  const std::ptrdiff_t gap = in.below(4), row_gap = in.below(8);
  Strides& stride = view.stride;
  stride.channel = planar ? 0 : sample;
  stride.pixel = (planar ? sample : sample * channels) + gap;
  stride.row = stride.pixel * width + row_gap;
  if (planar) stride.channel = stride.row * height;
  stride.batch = planar ? stride.channel * channels : stride.row * height;
  // From the first byte of the lowest sample to the last byte of the highest.
  const auto bytes = static_cast<std::size_t>(
      (width - 1) * stride.pixel + (height - 1) * stride.row + (channels - 1) * stride.channel +
      (batch - 1) * stride.batch + sample);
  made.memory = std::make_unique<std::byte[]>(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    made.memory[i] = in.empty() ? static_cast<std::byte>(i * 37) : in.take<std::byte>();
  view.data = made.memory.get();
  if (in.flip()) {  // bottom row first
    view.data += (height - 1) * stride.row;
    stride.row = -stride.row;
  }
  if (in.flip()) {
    view.data += (width - 1) * stride.pixel;
    stride.pixel = -stride.pixel;
  }
  return made;
}

std::vector<float> weights(BytesIn& in, int count) {
  std::vector<float> all;
  for (int i = 0; i < count; ++i) all.push_back(number(in, 2.0f) - 0.5f);
  return all;
}

// Fills in the fields that a filter has, by name.
template <class F>
void fill_in(F& f, BytesIn& in) {
  if constexpr (requires { f.sigma_range; }) f.sigma_range = number(in, 0.5f);
  if constexpr (requires { f.sigma_space; }) f.sigma_space = number(in, 4.0f);
  if constexpr (requires { f.radius; }) f.radius = radius(in);
  if constexpr (requires { f.window; }) f.window = choose<Window>(in);
  if constexpr (requires { f.norm; }) f.norm = choose<Norm>(in);
  if constexpr (requires { f.border; }) f.border = choose<Border>(in);
  if constexpr (requires { f.border_value; }) f.border_value = number(in, 1.0f);
  if constexpr (requires { f.iterations; }) f.iterations = in.below(4);
  if constexpr (requires { f.alpha; }) f.alpha = choose<Alpha>(in);
  if constexpr (requires { f.invalid; })
    if (in.flip()) f.invalid = number(in, 1.0f);
  if constexpr (requires { f.fill; }) f.fill = in.flip();
  if constexpr (requires { f.scale; }) f.scale = number(in, 2.0f);
  if constexpr (requires { f.offset; }) f.offset = number(in, 1.0f);
  if constexpr (requires { f.flip; }) f.flip = in.flip();
  if constexpr (requires { f.gray; }) f.gray = in.flip();
}

Filter any_filter(BytesIn& in) {
  switch (in.below(12)) {
    case 0: {
      JointBilateral f;
      fill_in(f, in);
      return f;
    }
    case 1: {
      JointUpsampling f;
      fill_in(f, in);
      return f;
    }
    case 2: {
      RollingGuidance f;
      fill_in(f, in);
      return f;
    }
    case 3: {
      GeometryGuided f;
      fill_in(f, in);
      f.weights = choose<Weights>(in);
      f.normal_threshold = number(in, 180.0f);
      f.depth_threshold = number(in, 0.1f);
      if (in.flip()) f.edge_threshold = number(in, 0.2f);
      if (in.flip()) f.row = f.column = weights(in, 2 * std::max(f.radius, 0) + 1);
      return f;
    }
    case 4: {
      Gaussian f;
      fill_in(f, in);
      return f;
    }
    case 5: {
      Box f;
      fill_in(f, in);
      return f;
    }
    case 6: {
      Convolution f;
      fill_in(f, in);
      f.width = in.below(16);
      f.height = in.below(16);
      f.kernel = weights(in, f.width * f.height + in.below(64) / 63);  // sometimes one too many
      return f;
    }
    case 7: {
      SeparableConvolution f;
      fill_in(f, in);
      f.row = weights(in, in.below(24));
      f.column = weights(in, in.below(24));
      return f;
    }
    case 8: {
      Histogram f;
      f.bins = in.below(16) == 0 ? in.take<int>() : in.below(300);
      if (in.flip()) f.channel = in.below(6) - 1;
      if (in.flip()) f.low = number(in, 1.0f), f.high = number(in, 2.0f);
      return f;
    }
    case 9: {
      Guided f;
      fill_in(f, in);
      f.epsilon = number(in, 1.0f);
      f.subsample = in.below(70);
      return f;
    }
    case 10: {
      GuidedUpsampling f;
      fill_in(f, in);
      f.epsilon = number(in, 1.0f);
      return f;
    }
    default: {
      Bilateral f;
      fill_in(f, in);
      return f;
    }
  }
}

// A part of the image, mostly a possible one.
Frame any_frame(BytesIn& in, int width, int height) {
  if (in.flip()) return Frame::whole(width, height);
  const int x = in.below(width), y = in.below(height);
  Frame frame =
      Frame::region(width, height, {x, y, 1 + in.below(width - x), 1 + in.below(height - y)});
  if (in.below(8) == 0) frame.x = in.below(9) - 4;
  if (in.below(8) == 0) frame.compute.width = in.take<int>();
  return frame;
}

Request any_request(BytesIn& in) {
  Request request;
  request.exact = in.flip();
  if (in.below(4) == 0) request.max_error = number(in, 0.01f);
  request.method = choose<Method>(in);
  if (in.flip()) request.use = in.flip() ? "plain" : "simd";
  return request;
}

void run(BytesIn& in, const Engine& engine) {
  const auto type = choose<PixelType>(in);
  const int width = 1 + in.below(largest_side), height = 1 + in.below(largest_side);
  const int batch = 1 + in.below(2);
  const Filter filter = any_filter(in);
  const OwnedImage image = any_image(in, type, width, height, 1 + in.below(4), batch);
  Inputs inputs{.image = image.view};
  OwnedImage guide, mask, normals, depth;
  const bool enlarges = upsamples(filter);
  int whole_width = width, whole_height = height;
  const bool guided = std::holds_alternative<Guided>(filter) && in.flip();
  if (enlarges || guided || std::holds_alternative<JointBilateral>(filter)) {
    if (enlarges) whole_width += in.below(30), whole_height += in.below(30);
    guide = any_image(in, choose<PixelType>(in), whole_width, whole_height, 1 + in.below(4), 1);
    inputs.guide = guide.view;
  }
  if (in.below(4) == 0) {
    mask = any_image(in, PixelType::u8, width, height, 1, 1);
    inputs.mask = mask.view;
  }
  if (in.below(4) == 0) {
    normals = any_image(in, choose<PixelType>(in), width, height, 3, 1);
    depth = any_image(in, choose<PixelType>(in), width, height, 1, 1);
    inputs.normals = normals.view;
    inputs.depth = depth.view;
  }
  const Frame frame = any_frame(in, whole_width, whole_height);
  const Request request = any_request(in);
  Plan plan = engine.plan(filter, inputs, frame, request);
  const ConstImageView shape = result_shape(filter, inputs.image, inputs.guide);
  const OwnedImage out = any_image(in, shape.type, frame.compute.width, frame.compute.height,
                                   shape.channels, shape.batch);
  ImageView result = out.view;
  result.alpha = shape.alpha;
  Counts counts;
  if (std::holds_alternative<Histogram>(filter))
    plan.run(inputs, {.counts = &counts});
  else
    plan.run(inputs, {.image = result});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const selvage::Engine engine(selvage::Device::cpu(),
                                      {.threads = 2, .executor = selvage::Executor::threads});
  BytesIn in(data, size);
  try {
    run(in, engine);
  } catch (const selvage::Error& error) {
    using enum selvage::Errc;
    if (error.code() != invalid_argument && error.code() != unsupported && error.code() != limit)
      std::abort();
  }
  return 0;
}
