// SPDX-License-Identifier: Apache-2.0
#include "capi/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "capi/structures.hpp"
#include "core/ports.hpp"

namespace selvage::capi {

namespace {

static_assert(mirrors<Method>({SELVAGE_METHOD_AUTOMATIC, SELVAGE_METHOD_DIRECT,
                               SELVAGE_METHOD_BOUNDED, SELVAGE_METHOD_SEPARABLE}));
static_assert(mirrors<Executor>({SELVAGE_EXECUTOR_AUTOMATIC, SELVAGE_EXECUTOR_TBB,
                                 SELVAGE_EXECUTOR_THREADS, SELVAGE_EXECUTOR_SERIAL}));

// The members of the C structures, in the order of image_inputs and image_outputs.
constexpr std::array c_inputs{&selvage_inputs::image, &selvage_inputs::guide, &selvage_inputs::mask,
                              &selvage_inputs::normals, &selvage_inputs::depth};
constexpr std::array c_outputs{&selvage_outputs::image, &selvage_outputs::flags};
static_assert(c_inputs.size() == image_inputs.size());
static_assert(c_outputs.size() == image_outputs.size());

selvage_engine_options default_options() {
  selvage_engine_options options{};
  options.expected_runs = EngineOptions{}.expected_runs;
  return options;
}

}  // namespace

Inputs inputs_of(const selvage_inputs* inputs) {
  const selvage_inputs given = read(inputs, "inputs");
  Inputs result;
  for (std::size_t i = 0; i < image_inputs.size(); ++i)
    result.*image_inputs[i].view = view_of(given.*c_inputs[i], image_inputs[i].name);
  return result;
}

Outputs outputs_of(const selvage_outputs* outputs) {
  const selvage_outputs given = read(outputs, "outputs");
  Outputs result{.counts = given.counts ? &given.counts->counts : nullptr};
  for (std::size_t i = 0; i < image_outputs.size(); ++i)
    result.*image_outputs[i].view = view_of(given.*c_outputs[i], image_outputs[i].label);
  return result;
}

Frame frame_of(const selvage_frame* frame, const Filter& filter, const Inputs& inputs) {
  if (!frame) {
    const ConstImageView shape = result_shape(filter, inputs.image, inputs.guide);
    return Frame::whole(shape.width, shape.height, shape.depth);
  }
  const selvage_frame given = read(frame, "frame");
  return {.width = given.width,
          .height = given.height,
          .depth = given.depth == 0 ? 1 : given.depth,
          .x = given.x,
          .y = given.y,
          .compute = {given.compute_x, given.compute_y, given.compute_width, given.compute_height},
          .z = given.z,
          .slices = {given.slices_first, given.slices_count == 0 ? 1 : given.slices_count}};
}

Request request_of(const selvage_request* request) {
  if (!request) return {};
  const selvage_request given = read(request, "request");
  Request result{.exact = given.exact != 0,
                 .method = choice<Method>("method", given.method),
                 .use = text_of(given.use)};
  if (given.has_max_error) result.max_error = given.max_error;
  if (given.sample_extent != 0.0) result.sample_extent = given.sample_extent;
  return result;
}

EngineOptions options_of(const selvage_engine_options* options) {
  if (!options) return {};
  const selvage_engine_options given = read(options, "engine options", default_options());
  return {.threads = given.threads,
          .executor = choice<Executor>("executor", given.executor),
          .simd = text_of(given.simd),
          .device_memory = static_cast<std::size_t>(std::min(
              given.device_memory, std::uint64_t{std::numeric_limits<std::size_t>::max()})),
          .expected_runs = given.expected_runs};
}

}  // namespace selvage::capi

namespace {

bool has_strides(int32_t type, int32_t width, int32_t height, int32_t channels) {
  constexpr std::int64_t largest =
      std::numeric_limits<std::int64_t>::max() / (std::int64_t{4} * selvage::max_channels);  // f32
  return type >= SELVAGE_U8 && type <= SELVAGE_F32 && width >= 1 && height >= 1 && channels >= 1 &&
         channels <= selvage::max_channels && std::int64_t{width} * height <= largest;
}

template <class View, class Pointer>
selvage_status init_view(View* view, size_t size, Pointer data, int32_t type, int32_t width,
                         int32_t height, int32_t channels) {
  if (!has_strides(type, width, height, channels)) return SELVAGE_ERROR_INVALID_ARGUMENT;
  const selvage::Strides strides =
      selvage::interleaved_strides(static_cast<selvage::PixelType>(type), width, height, channels);
  return selvage::capi::write(view, size,
                              {.size = size,
                               .data = data,
                               .pixel_stride = strides.pixel,
                               .row_stride = strides.row,
                               .channel_stride = strides.channel,
                               .batch_stride = strides.batch,
                               .type = type,
                               .width = width,
                               .height = height,
                               .channels = channels,
                               .alpha = 0,
                               .batch = 1,
                               .slice_stride = strides.slice,
                               .depth = 1});
}

}  // namespace

selvage_status selvage_view_init(selvage_view* view, size_t size, void* data, int32_t type,
                                 int32_t width, int32_t height, int32_t channels) {
  return init_view(view, size, data, type, width, height, channels);
}
selvage_status selvage_const_view_init(selvage_const_view* view, size_t size, const void* data,
                                       int32_t type, int32_t width, int32_t height,
                                       int32_t channels) {
  return init_view(view, size, data, type, width, height, channels);
}

selvage_status selvage_inputs_init(selvage_inputs* inputs, size_t size) {
  return selvage::capi::write(inputs, size, {});
}
selvage_status selvage_outputs_init(selvage_outputs* outputs, size_t size) {
  return selvage::capi::write(outputs, size, {});
}
selvage_status selvage_request_init(selvage_request* request, size_t size) {
  return selvage::capi::write(request, size, {});
}
selvage_status selvage_engine_options_init(selvage_engine_options* options, size_t size) {
  return selvage::capi::write(options, size, selvage::capi::default_options());
}
selvage_status selvage_frame_init(selvage_frame* frame, size_t size, int32_t width,
                                  int32_t height) {
  selvage_frame whole{};
  whole.width = whole.compute_width = width;
  whole.height = whole.compute_height = height;
  whole.depth = whole.slices_count = 1;
  return selvage::capi::write(frame, size, whole);
}
