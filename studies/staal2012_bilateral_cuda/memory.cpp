// SPDX-License-Identifier: Apache-2.0
#include "staal2012_bilateral_cuda/memory.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace selvage::studies::staal {
namespace {

constexpr std::size_t wide_channels = 4;

std::byte* bytes(std::vector<float>& values) {
  return std::as_writable_bytes(std::span(values)).data();
}
std::size_t size(const std::vector<float>& values) {
  return values.size() * sizeof(float);
}

}  // namespace

Memory::Memory(Session& session, const ConstImageView& image, const Settings& settings)
    : session_(session),
      image_(image),
      pixels_(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height)),
      map_(spatial_map(settings)),
      result_(PixelType::f32, image.width, image.height, rgb),
      interleaved_(device_buffer(rgb * pixels_)),
      map_buffer_(device_buffer(map_.size())),
      out_(device_buffer(rgb * pixels_)) {
  gpu::Stream& stream = *session.place().stream;
  stream.upload(*interleaved_, 0, image.data, rgb * pixels_ * sizeof(float));
  stream.upload(*map_buffer_, 0, bytes(map_), size(map_));
  stream.wait();
}

std::unique_ptr<gpu::Buffer> Memory::device_buffer(std::size_t floats) {
  return session_.place().device->buffer(floats * sizeof(float));
}

void Memory::prepare(const Entry& entry) {
  const auto count = static_cast<int>(pixels_);
  if (entry.feed == Feed::line && !line_)
    line_ = make_line_texture(session_, *interleaved_, rgb * count, 1);
  if (entry.feed == Feed::wide && !wide_texture_) {
    wide_host_.assign(wide_channels * pixels_, 0.0f);
    wide_ = device_buffer(wide_host_.size());
    wide_texture_ = make_line_texture(session_, *wide_, count, wide_channels);
  }
  for (Plane& plane : planes_) {
    if (entry.feed != Feed::planes || plane.texture) continue;
    plane.in.resize(pixels_);
    plane.out.resize(pixels_);
    plane.from = device_buffer(pixels_);
    plane.to = device_buffer(pixels_);
    plane.texture = make_line_texture(session_, *plane.from, count, 1);
  }
  reorganise(entry.feed);
  gpu::Stream& stream = *session_.place().stream;
  send(stream, entry);
  stream.wait();
}

std::vector<std::vector<const gpu::Buffer*>> Memory::launches(const Entry& entry) const {
  std::vector<std::vector<const gpu::Buffer*>> all;
  std::vector<const gpu::Buffer*> rest;
  if (entry.map == Map::buffer || entry.map == Map::shared) rest.push_back(map_buffer_.get());
  if (entry.one_channel) {
    for (const Plane& plane : planes_) {
      all.push_back({&plane.texture->argument()});
      all.back().insert(all.back().end(), rest.begin(), rest.end());
      all.back().push_back(plane.to.get());
    }
    return all;
  }
  rest.push_back(out_.get());
  all.emplace_back();
  switch (entry.feed) {
    case Feed::buffer: all[0] = {interleaved_.get()}; break;
    case Feed::line: all[0] = {&line_->argument()}; break;
    case Feed::wide: all[0] = {&wide_texture_->argument()}; break;
    case Feed::planes:
      for (const Plane& plane : planes_) all[0].push_back(&plane.texture->argument());
  }
  all[0].insert(all[0].end(), rest.begin(), rest.end());
  return all;
}

void Memory::reorganise(Feed feed) {
  const auto* in = reinterpret_cast<const float*>(image_.data);
  if (feed == Feed::wide)
    for (std::size_t i = 0; i < pixels_; ++i)
      std::copy_n(in + rgb * i, rgb, wide_host_.data() + wide_channels * i);
  if (feed == Feed::planes)
    for (std::size_t i = 0; i < pixels_; ++i)
      for (std::size_t c = 0; c < rgb; ++c) planes_[c].in[i] = in[rgb * i + c];
}

void Memory::send(gpu::Stream& stream, const Entry& entry) {
  switch (entry.feed) {
    case Feed::buffer:
    case Feed::line:
      stream.upload(*interleaved_, 0, image_.data, rgb * pixels_ * sizeof(float));
      break;
    case Feed::wide: stream.upload(*wide_, 0, bytes(wide_host_), size(wide_host_)); break;
    case Feed::planes:
      for (Plane& plane : planes_) stream.upload(*plane.from, 0, bytes(plane.in), size(plane.in));
  }
  if (entry.map == Map::buffer || entry.map == Map::shared)
    stream.upload(*map_buffer_, 0, bytes(map_), size(map_));
}

void Memory::fetch(gpu::Stream& stream, const Entry& entry) {
  if (!entry.one_channel) {
    stream.download(result_.view().data, *out_, 0, rgb * pixels_ * sizeof(float));
    return;
  }
  for (Plane& plane : planes_) stream.download(bytes(plane.out), *plane.to, 0, size(plane.out));
}

void Memory::join(const Entry& entry) {
  if (!entry.one_channel) return;
  auto* out = reinterpret_cast<float*>(result_.view().data);
  for (std::size_t i = 0; i < pixels_; ++i)
    for (std::size_t c = 0; c < rgb; ++c) out[rgb * i + c] = planes_[c].out[i];
}

void Memory::spoil(gpu::Stream& stream) {
  not_numbers_.assign(rgb * pixels_, std::numeric_limits<float>::quiet_NaN());
  stream.upload(*out_, 0, bytes(not_numbers_), size(not_numbers_));
  for (Plane& plane : planes_)
    if (plane.to) stream.upload(*plane.to, 0, bytes(not_numbers_), pixels_ * sizeof(float));
}

}  // namespace selvage::studies::staal
