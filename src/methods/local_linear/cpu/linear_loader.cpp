// SPDX-License-Identifier: Apache-2.0
#include "methods/local_linear/cpu/linear_loader.hpp"

#include <algorithm>
#include <cstring>

#include "core/checked.hpp"
#include "core/samples.hpp"

namespace selvage::cpu {
namespace {

SampleRows<float> rows_of(const Problem& problem, PixelType type, int channels,
                          const VectorRows& vectors) {
  const float value = fitting_filter(problem.filter).border_value;
  return {type, channels, static_cast<float>(stored_value(value, type, type)), vectors};
}

SampleRows<float> guide_rows_of(const Problem& problem, const VectorRows& vectors) {
  const ConstImageView& guide = problem.shapes.guide;
  return guide.width > 0 ? rows_of(problem, guide.type, guide.channels, vectors)
                         : rows_of(problem, problem.type, problem.channels, vectors);
}

bool all(const std::uint8_t* flags, int count) {
  return std::memchr(flags, 0, static_cast<std::size_t>(count)) == nullptr;
}

}  // namespace

LinearRoom::LinearRoom(std::ptrdiff_t numbers)
    : stride(numbers),
      image(checked_mul(4, numbers)),
      guide(checked_mul(4, numbers)),
      valid(checked_mul(1, numbers)),
      guide_valid(checked_mul(1, numbers)) {}

LinearLoader::LinearLoader(const Problem& problem, const LinearPlanes& planes,
                           const LinearLoops& loops)
    : planes_(planes),
      border_(fitting_filter(problem.filter).border),
      colours_(problem.channels - (problem.alpha ? 1 : 0)),
      checks_(planes.counted),
      centre_(guide_centre(guide_type(problem))),
      image_(rows_of(problem, problem.type, problem.channels, loops.vectors)),
      guide_(guide_rows_of(problem, loops.vectors)),
      subtract_(loops.subtract) {
  if (const auto invalid = fitting_filter(problem.filter).invalid)
    invalid_ = static_cast<float>(stored_value(*invalid, problem.type, problem.type));
}

RowSpan LinearLoader::span_of(const Source& source, int x, int y, int pixels) const {
  return {source.frame, border_, x, pixels, border_index(y, source.frame.height, border_)};
}

bool LinearLoader::load_image(const Source& source, int x, int y, int pixels,
                              LinearRoom& room) const {
  const RowSpan span = span_of(source, x, y, pixels);
  image_.load(source.image, span, planes_.values, 1.0f, room.image.data(), room.stride);
  check_image(source, span, room);
  return all(room.valid.data(), pixels);
}

bool LinearLoader::load_guide(const Source& source, int x, int y, int pixels,
                              LinearRoom& room) const {
  const RowSpan span = span_of(source, x, y, pixels);
  guide_.load(source.guide, span, planes_.guides, 1.0f, room.guide.data(), room.stride);
  check_guide(source, span, room);
  return all(room.guide_valid.data(), pixels);
}

bool LinearLoader::load(const Source& source, int x, int y, int pixels, LinearRoom& room,
                        bool check) const {
  const RowSpan span = span_of(source, x, y, pixels);
  image_.load(source.image, span, planes_.values, 1.0f, room.image.data(), room.stride);
  if (!planes_.own)
    guide_.load(source.guide, span, planes_.guides, 1.0f, room.guide.data(), room.stride);
  if (!checks_ || !check) return true;
  check_both(source, span, room);
  return all(room.valid.data(), pixels);
}

void LinearLoader::check_both(const Source& source, const RowSpan& span, LinearRoom& room) const {
  check_image(source, span, room);
  std::uint8_t *const valid = room.valid.data(), *const guide_valid = room.guide_valid.data();
  if (planes_.own) {
    std::copy_n(valid, span.pixels, guide_valid);
  } else {
    check_guide(source, span, room);
    for (int i = 0; i < span.pixels; ++i) valid[i] &= guide_valid[i];
  }
  if (border_ != Border::shrink && border_ != Border::copy) return;
  const RowSpan::Inside in = span.inside();
  const int first = span.source_row == outside ? span.pixels : in.first;
  const int last = span.source_row == outside ? span.pixels : in.last;
  std::fill_n(valid, first, std::uint8_t{0});
  std::fill(valid + last, valid + span.pixels, std::uint8_t{0});
}

void LinearLoader::check_guide(const Source& source, const RowSpan& span, LinearRoom& room) const {
  std::fill_n(room.guide_valid.data(), span.pixels, std::uint8_t{1});
  if (!is_integer(guide_.type()))
    guide_.check_finite(source.guide, span, planes_.guides, room.guide.data(), room.stride,
                        room.guide_valid.data());
}

void LinearLoader::check_image(const Source& source, const RowSpan& span, LinearRoom& room) const {
  std::uint8_t* const valid = room.valid.data();
  std::fill_n(valid, span.pixels, std::uint8_t{1});
  const float* const image = room.image.data();
  if (!is_integer(image_.type()))
    image_.check_finite(source.image, span, planes_.values, image, room.stride, valid);
  if (source.mask)
    check_each(span, valid, [&](int x, int y) { return *source.mask.at(x, y) != std::byte{0}; });
  if (invalid_)
    for (int i = 0; i < span.pixels; ++i) {
      bool marked = true;
      for (int c = 0; c < colours_; ++c) marked &= image[c * room.stride + i] == *invalid_;
      valid[i] &= !marked;
    }
}

void LinearLoader::put(const float* from, int pixels, double centre, const std::uint8_t* valid,
                       double* to) const {
  subtract_(from, pixels, centre, to);
  for (int i = 0; valid && i < pixels; ++i)
    if (!valid[i]) to[i] = 0.0;
}

void LinearLoader::put_guide(const LinearRoom& room, int pixels, const std::uint8_t* valid,
                             double* to, std::ptrdiff_t stride) const {
  const float* const from = planes_.own ? room.image.data() : room.guide.data();
  for (int j = 0; j < planes_.guides; ++j)
    put(from + j * room.stride, pixels, centre_, valid, to + j * stride);
}

void LinearLoader::put_values(const LinearRoom& room, int pixels, const std::uint8_t* valid,
                              double* to, std::ptrdiff_t stride) const {
  for (int c = planes_.own_values(); c < planes_.values; ++c)
    put(room.image.data() + c * room.stride, pixels, 0.0, valid,
        to + (c - planes_.own_values()) * stride);
}

}  // namespace selvage::cpu
