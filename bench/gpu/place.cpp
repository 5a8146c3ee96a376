// SPDX-License-Identifier: Apache-2.0
#include "gpu/place.hpp"

#include <fmt/format.h>

#include <charconv>

#include "backends/cuda/cuda_devices.hpp"
#include "backends/opencl/opencl_devices.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

std::size_t bytes_of(const ConstImageView& image) {
  return static_cast<std::size_t>(image.stride.row) * static_cast<std::size_t>(image.height);
}

}  // namespace

Place open_place(const std::string& id) {
  Place place{.description = find_device(id), .device = {}, .programs = {}, .stream = {}};
  const std::string& full = place.description.id;
  const std::size_t colon = full.find(':');
  if (colon == std::string::npos)
    throw Error(Errc::invalid_argument, fmt::format("{} is no GPU", id),
                "name one: cuda, cuda:1, opencl:0");
  int index = 0;
  std::from_chars(full.data() + colon + 1, full.data() + full.size(), index);
  place.device = full.starts_with("cuda") ? cuda::open(index) : opencl::open(index);
  place.programs = std::make_unique<gpu::ProgramCache>(*place.device);
  place.stream = place.device->stream();
  return place;
}

std::unique_ptr<gpu::Buffer> upload(Place& place, const ConstImageView& image) {
  auto buffer = place.device->buffer(bytes_of(image));
  place.stream->upload(*buffer, 0, image.data, bytes_of(image));
  place.stream->wait();
  return buffer;
}

void download(Place& place, const gpu::Buffer& from, const ImageView& to) {
  place.stream->download(to.data, from, 0, bytes_of(to));
  place.stream->wait();
}

}  // namespace selvage::bench
