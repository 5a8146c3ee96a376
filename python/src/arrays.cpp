// SPDX-License-Identifier: Apache-2.0
#include "arrays.hpp"

#include <algorithm>
#include <limits>

namespace selvage::python {
namespace {

constexpr const char* output_hint =
    "make it with the result's shape and type: numpy.empty(shape, image.dtype)";

int resolved(const std::string& port, const char* what, int axis, int count) {
  const int resolved = axis < 0 ? axis + count : axis;
  if (resolved < 0 || resolved >= count)
    refuse(port + ": " + what + " " + std::to_string(axis) + " of an array with " +
           std::to_string(count) + " axes");
  return resolved;
}

std::string counted_axes(int count) {
  return std::to_string(count) + (count == 1 ? " axis" : " axes");
}

[[noreturn]] void refuse_axes(const std::string& port, int count, bool has_channels, int batch,
                              bool has_depth) {
  std::string what = port + ": has " + counted_axes(count) + "; rows and columns";
  if (has_channels) what += ", channels";
  if (has_depth) what += ", depth";
  if (batch > 0) what += ", " + std::to_string(batch) + " of the batch";
  const std::string option = port == "image" ? "channel_axis" : port + "_channel_axis";
  const bool may_have = port != "mask" && port != "depth" && port != "flags";
  refuse(what + " make " + std::to_string(2 + (has_channels ? 1 : 0) + (has_depth ? 1 : 0) + batch),
         !has_channels && count > 2 && may_have
             ? option + "=-1 if the last axis is that of channels" +
                   (port == "image" ? "; batch_axes=(0,) for several images; depth_axis=0 for "
                                      "slices of a volume"
                                    : "")
             : "");
}

// Gives the two axes that are neither channels, batch nor depth to rows and columns.
void set_rows_and_columns(Axes& axes) {
  int place = 0;
  for (int i = 0; i < axes.count; ++i) {
    if (i == axes.channel || i == axes.depth || std::ranges::count(axes.batch, i) > 0) continue;
    (place++ == 0 ? axes.y : axes.x) = i;
  }
}

// Returns the position of an axis among those that are not of channels.
int without_channel(int axis, int channel) {
  return channel >= 0 && axis > channel ? axis - 1 : axis;
}
int with_channel(int axis, int channel) {
  return channel >= 0 && axis >= channel ? axis + 1 : axis;
}

}  // namespace

Axes axes_of(const std::string& port, int count, std::optional<int> channel_axis,
             const std::vector<int>& batch_axes, std::optional<int> depth_axis) {
  Axes axes{.count = count};
  const int batch = static_cast<int>(batch_axes.size());
  if (count != 2 + (channel_axis ? 1 : 0) + (depth_axis ? 1 : 0) + batch)
    refuse_axes(port, count, channel_axis.has_value(), batch, depth_axis.has_value());
  if (channel_axis) axes.channel = resolved(port, "channel_axis", *channel_axis, count);
  const auto refuse_twice = [&](int axis) {
    refuse(port + ": axis " + std::to_string(axis) + " is named twice");
  };
  if (depth_axis) {
    axes.depth = resolved(port, "depth_axis", *depth_axis, count);
    if (axes.depth == axes.channel) refuse_twice(*depth_axis);
  }
  for (const int given : batch_axes) {
    const int axis = resolved(port, "a batch axis", given, count);
    if (axis == axes.channel || axis == axes.depth || std::ranges::count(axes.batch, axis) > 0)
      refuse_twice(given);
    axes.batch.push_back(axis);
  }
  set_rows_and_columns(axes);
  return axes;
}

Axes axes_beside(const Axes& image, const std::string& port, int count,
                 std::optional<int> channel_axis) {
  Axes axes{.count = count};
  const int others = count - (channel_axis ? 1 : 0);
  const int batch = static_cast<int>(image.batch.size());
  const int plain = image.depth >= 0 ? 3 : 2;
  if (others != plain && others != plain + batch)
    refuse_axes(port, count, channel_axis.has_value(), batch, image.depth >= 0);
  if (channel_axis) axes.channel = resolved(port, "channel_axis", *channel_axis, count);
  for (const int axis : image.batch)
    axes.batch.push_back(
        others == plain ? -1 : with_channel(without_channel(axis, image.channel), axes.channel));
  if (image.depth >= 0) {
    int place = without_channel(image.depth, image.channel);
    if (others == plain)  // without the batch's axes before it
      place -= static_cast<int>(
          std::ranges::count_if(image.batch, [&](int axis) { return axis < image.depth; }));
    axes.depth = with_channel(place, axes.channel);
  }
  set_rows_and_columns(axes);
  return axes;
}

PixelType pixel_type(const std::string& port, const nb::dlpack::dtype& type) {
  using Code = nb::dlpack::dtype_code;
  const auto is = [&](Code code, int bits) {
    return type.code == static_cast<std::uint8_t>(code) && type.bits == bits && type.lanes == 1;
  };
  if (is(Code::UInt, 8)) return PixelType::u8;
  if (is(Code::UInt, 16)) return PixelType::u16;
  if (is(Code::Float, 16)) return PixelType::f16;
  if (is(Code::Float, 32)) return PixelType::f32;
  throw InvalidType(port + ": samples must be uint8, uint16, float16 or float32",
                    port == "out" || port == "flags" ? output_hint : "");
}

ImageView view_of(const std::string& port, const Samples& samples, const Axes& axes, bool alpha) {
  if (samples.axes != axes.count)
    refuse(port + ": has " + counted_axes(samples.axes) + ", must have " +
           std::to_string(axes.count));
  const auto size = [&](int axis) {
    const std::int64_t samples_along = samples.sizes.at(static_cast<std::size_t>(axis));
    if (samples_along > std::numeric_limits<int>::max())
      refuse(port + ": an axis of " + std::to_string(samples_along) + " samples is too long");
    return static_cast<int>(samples_along);
  };
  const auto stride = [&](int axis) { return samples.strides.at(static_cast<std::size_t>(axis)); };
  ImageView view{.data = samples.data,
                 .type = samples.type,
                 .width = size(axes.x),
                 .height = size(axes.y),
                 .alpha = alpha};
  view.stride.pixel = stride(axes.x);
  view.stride.row = stride(axes.y);
  view.stride.channel = static_cast<std::ptrdiff_t>(sample_bytes(samples.type));
  if (axes.channel >= 0) {
    view.channels = size(axes.channel);
    view.stride.channel = stride(axes.channel);
  }
  if (axes.depth >= 0) {
    view.depth = size(axes.depth);
    view.stride.slice = stride(axes.depth);
  }
  if (const int batch = axes.batch_axis(); batch >= 0) {
    view.batch = size(batch);
    view.stride.batch = stride(batch);
  }
  return view;
}

Reader reader_of(const std::string& port, nb::handle array) {
  Reader reader;
  if (!nb::try_cast(array, reader, false))
    throw InvalidType(port + ": its memory cannot be read as samples at whole steps",
                      "pass a copy: numpy.array(...)");
  return reader;
}

Writer writer_of(const std::string& port, nb::handle array) {
  Writer writer;
  if (!nb::try_cast(array, writer, false))
    throw InvalidType(port + ": is read-only, or its memory cannot be written at whole steps",
                      output_hint);
  return writer;
}

std::vector<int> shape_of(const ConstImageView& view, const Axes& axes,
                          const std::vector<int>& outer) {
  std::vector<int> sizes(static_cast<std::size_t>(axes.count));
  const auto set = [&](int axis, int size) {
    if (axis >= 0) sizes.at(static_cast<std::size_t>(axis)) = size;
  };
  set(axes.y, view.height);
  set(axes.x, view.width);
  set(axes.channel, view.channels);
  set(axes.depth, view.depth);
  for (std::size_t i = 0; i < outer.size(); ++i) set(axes.batch.at(i), outer[i]);
  set(axes.batch_axis(), view.batch);
  return sizes;
}

}  // namespace selvage::python
