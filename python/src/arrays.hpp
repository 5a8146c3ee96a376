// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arrays of Python as views.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "errors.hpp"
#include "selvage/image.hpp"

namespace selvage::python {

using Reader = nb::ndarray<nb::ro>;
using Writer = nb::ndarray<>;

// Which axis of an array is what. The last of the batch axes is the view's batch; for the others a
// filter runs once for each index.
struct Axes {
  int count = 2;
  int y = 0, x = 1;
  int channel = -1;             // -1: none
  int depth = -1;               // slices of a volume, or frames of a sequence; -1: none
  std::vector<int> batch = {};  // -1 for each axis of the image's batch that this array lacks

  int batch_axis() const { return batch.empty() ? -1 : batch.back(); }
};

// Returns the axes of an array with `count` axes. Negative axes count from the end.
Axes axes_of(const std::string& port, int count, std::optional<int> channel_axis,
             const std::vector<int>& batch_axes, std::optional<int> depth_axis = {});
// Returns the axes of an array that belongs to an image: it has the image's batch axes, in the same
// places among the axes that are not of channels, or none; and its axis of depth, likewise.
Axes axes_beside(const Axes& image, const std::string& port, int count,
                 std::optional<int> channel_axis);

PixelType pixel_type(const std::string& port, const nb::dlpack::dtype& type);

inline constexpr int most_axes = 16;

// An array: its first sample's address, and sizes and strides of its axes.
struct Samples {
  std::byte* data = nullptr;
  PixelType type = PixelType::u8;
  int axes = 0;
  std::array<std::int64_t, most_axes> sizes = {};
  std::array<std::int64_t, most_axes> strides = {};      // bytes
  int device_type = nb::device::cpu::value, device = 0;  // as in DLPack
};

// Returns the first index's view of an array.
ImageView view_of(const std::string& port, const Samples& samples, const Axes& axes, bool alpha);

// Reads an array (or a DLPack capsule) without a copy, and keeps it alive.
Reader reader_of(const std::string& port, nb::handle array);
Writer writer_of(const std::string& port, nb::handle array);
template <class Array>
Samples samples_of(const std::string& port, const Array& array) {
  Samples samples{.type = pixel_type(port, array.dtype()),
                  .device_type = array.device_type(),
                  .device = array.device_id()};
  samples.data = const_cast<std::byte*>(static_cast<const std::byte*>(array.data()));
  const auto bytes = static_cast<std::int64_t>(sample_bytes(samples.type));
  if (reinterpret_cast<std::uintptr_t>(samples.data) % sample_bytes(samples.type) != 0)
    throw InvalidType(port + ": its samples are not aligned",
                      "pass an aligned array, as numpy.empty makes them");
  if (array.ndim() > most_axes) refuse(port + ": has too many axes");
  samples.axes = static_cast<int>(array.ndim());
  for (std::size_t i = 0; i < array.ndim(); ++i) {
    samples.sizes.at(i) = static_cast<std::int64_t>(array.shape(i));
    samples.strides.at(i) = array.stride(i) * bytes;
  }
  return samples;
}

// Returns the shape of an array with these axes and the sizes of a view; `outer` are the sizes of
// the batch axes but the last.
std::vector<int> shape_of(const ConstImageView& view, const Axes& axes,
                          const std::vector<int>& outer);

}  // namespace selvage::python
