// SPDX-License-Identifier: Apache-2.0
#include "core/views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "selvage/error.hpp"

namespace selvage {
namespace {

struct Axis {
  std::int64_t count;   // samples along the axis
  std::int64_t stride;  // bytes
};

std::array<Axis, 5> axes(const ConstImageView& v) {
  return {Axis{v.channels, v.stride.channel}, Axis{v.width, v.stride.pixel},
          Axis{v.height, v.stride.row}, Axis{v.depth, v.stride.slice},
          Axis{v.batch, v.stride.batch}};
}

[[noreturn]] void refuse_view(std::string_view port, const std::string& why,
                              std::string hint = {}) {
  throw Error(Errc::invalid_argument, fmt::format("{}: {}", port, why), hint);
}

// A window that looks back only has no border along the third axis.
Border depth_border(Border border, DepthHalo halo) {
  return halo.after < halo.before ? Border::shrink : border;
}

struct Interval {
  int first, last;  // inclusive
};

// Returns what a halo of `before` and `after` pixels reads of a row of n samples when [first, last]
// is computed.
// Reflections reach no further inside than the halo on that side, but `wrap` reads the other end.
Interval needed(Interval computed, int n, Border border, int before, int after) {
  const std::int64_t low = std::int64_t{computed.first} - before;
  const std::int64_t high = std::int64_t{computed.last} + after;
  if (border == Border::wrap && (low < 0 || high >= n)) return {0, n - 1};
  return {static_cast<int>(std::max<std::int64_t>(low, 0)),
          static_cast<int>(std::min<std::int64_t>(high, n - 1))};
}

Interval needed(Interval computed, int n, Border border, int halo) {
  return needed(computed, n, border, halo, halo);
}

// Returns how many pixels of `need` a view of `length` pixels from `origin` on does not hold.
int missing(Interval need, int origin, int length) {
  const int held = std::min(need.last, origin + length - 1) - std::max(need.first, origin) + 1;
  return need.last - need.first + 1 - std::max(0, held);
}

void check_slices(const Frame& frame, const ConstImageView& image, Border border, DepthHalo halo) {
  const Slices& s = frame.slices;
  if (frame.depth < 1) refuse_view("frame", fmt::format("a whole image of depth {}", frame.depth));
  if (frame.depth > std::numeric_limits<int>::max() - std::max(halo.before, halo.after))
    refuse_view("frame", fmt::format("a depth of {} with {} more around it", frame.depth,
                                     std::max(halo.before, halo.after)));
  if (s.count < 1 || s.first < 0 || s.first > frame.depth - s.count)
    refuse_view("frame", fmt::format("slices {}..{} are not inside a depth of {}", s.first,
                                     std::int64_t{s.first} + s.count - 1, frame.depth));
  if (frame.z < 0 || frame.z > frame.depth - image.depth)
    refuse_view("frame", fmt::format("{} slices from {} on are not inside a depth of {}",
                                     image.depth, frame.z, frame.depth));
  const Interval need = needed({s.first, s.first + s.count - 1}, frame.depth,
                               depth_border(border, halo), halo.before, halo.after);
  if (const int slices = missing(need, frame.z, image.depth); slices > 0)
    refuse_view("frame", fmt::format("the halo is too small: {} slices are missing", slices),
                fmt::format("pass {} slices before and {} after the computed ones", halo.before,
                            halo.after));
}

}  // namespace

Extent extent_of(std::string_view port, const ConstImageView& view) {
  Extent e{0, static_cast<std::int64_t>(sample_bytes(view.type))};
  std::int64_t span = 0, bytes = 0;
  bool fits = true;
  for (const Axis axis : axes(view)) {
    std::int64_t& end = axis.stride < 0 ? e.first : e.last;
    fits = fits && !__builtin_mul_overflow(axis.count - 1, axis.stride, &span) &&
           !__builtin_add_overflow(end, span, &end);
  }
  if (!fits || __builtin_sub_overflow(e.last, e.first, &bytes))
    throw Error(Errc::invalid_argument,
                fmt::format("{}: its strides leave the address space", port));
  return e;
}

AddressRange addresses_of(std::string_view port, const ConstImageView& view) {
  const Extent extent = extent_of(port, view);
  const auto at = reinterpret_cast<std::uintptr_t>(view.data);
  return {at + static_cast<std::uintptr_t>(extent.first),
          at + static_cast<std::uintptr_t>(extent.last)};
}

void check_view(std::string_view port, const ConstImageView& view) {
  if (view.type > PixelType::f32) refuse_view(port, "unknown sample type");
  if (view.width < 1 || view.height < 1 || view.batch < 1)
    refuse_view(port, fmt::format("{}x{} pixels, batch {}: each must be at least 1", view.width,
                                  view.height, view.batch));
  if (view.depth < 1) refuse_view(port, fmt::format("depth {}: at least 1 is needed", view.depth));
  if (view.channels < 1 || view.channels > max_channels)
    refuse_view(port,
                fmt::format("{} channels: 1 to {} are supported", view.channels, max_channels));
  if (view.alpha && view.channels < 2)
    refuse_view(port, "an alpha channel without a colour channel");
  extent_of(port, view);
}

void check_distinct_samples(std::string_view port, const ConstImageView& output) {
  // Sorted by stride, each axis must step over all that the smaller ones span.
  auto sorted = axes(output);
  std::ranges::sort(sorted, {}, [](Axis a) { return a.count == 1 ? 0 : std::abs(a.stride); });
  auto span = static_cast<std::int64_t>(sample_bytes(output.type));
  for (const Axis axis : sorted) {
    if (axis.count == 1) continue;
    if (std::abs(axis.stride) < span)
      refuse_view(port, fmt::format("its strides make samples share bytes (a stride of {} bytes)",
                                    axis.stride));
    span += (axis.count - 1) * std::abs(axis.stride);
  }
}

Rect needed_rect(const Frame& frame, Border border, Halo halo) {
  const Rect& c = frame.compute;
  const Interval x = needed({c.x, c.x + c.width - 1}, frame.width, border, halo.x);
  const Interval y = needed({c.y, c.y + c.height - 1}, frame.height, border, halo.y);
  return {x.first, y.first, x.last - x.first + 1, y.last - y.first + 1};
}

Slices needed_slices(const Frame& frame, Border border, DepthHalo halo) {
  const Slices& s = frame.slices;
  const Interval z = needed({s.first, s.first + s.count - 1}, frame.depth,
                            depth_border(border, halo), halo.before, halo.after);
  return {z.first, z.last - z.first + 1};
}

bool same_samples(const ConstImageView& a, const ConstImageView& b) {
  if (a.data != b.data || a.type != b.type) return false;
  const auto of_a = axes(a), of_b = axes(b);
  return std::ranges::equal(of_a, of_b, [](Axis p, Axis q) {
    return p.count == q.count && (p.count == 1 || p.stride == q.stride);
  });
}

void check_overlap(std::string_view input_port, const ConstImageView& input,
                   std::string_view output_port, const ConstImageView& output) {
  if (same_samples(input, output)) return;
  if (addresses_of(input_port, input).overlaps(addresses_of(output_port, output)))
    refuse_view(output_port,
                fmt::format("overlaps the input {} without being the same view", input_port),
                "filter in place with equal views, or into separate memory");
}

void check_frame(const Frame& frame, const ConstImageView& image, Border border, int halo,
                 DepthHalo depth_halo) {
  const Rect& c = frame.compute;
  if (frame.width < 1 || frame.height < 1)
    refuse_view("frame", fmt::format("a whole image of {}x{} pixels", frame.width, frame.height));
  if (std::max(frame.width, frame.height) > std::numeric_limits<int>::max() - halo)
    refuse_view("frame", fmt::format("a whole image of {}x{} pixels with {} more around it",
                                     frame.width, frame.height, halo));
  if (c.width < 1 || c.height < 1 || c.x < 0 || c.y < 0 || c.x > frame.width - c.width ||
      c.y > frame.height - c.height)
    refuse_view("frame", fmt::format("region {},{},{},{} is not inside the image of {}x{}", c.x,
                                     c.y, c.width, c.height, frame.width, frame.height));
  if (frame.x < 0 || frame.y < 0 || frame.x > frame.width - image.width ||
      frame.y > frame.height - image.height)
    refuse_view("frame", fmt::format("an image of {}x{} at {},{} is not inside the whole of {}x{}",
                                     image.width, image.height, frame.x, frame.y, frame.width,
                                     frame.height));
  const int columns =
      missing(needed({c.x, c.x + c.width - 1}, frame.width, border, halo), frame.x, image.width);
  const int rows =
      missing(needed({c.y, c.y + c.height - 1}, frame.height, border, halo), frame.y, image.height);
  if (columns > 0 || rows > 0)
    refuse_view("frame",
                fmt::format("the halo is too small: {} columns and {} rows of pixels are missing",
                            columns, rows),
                fmt::format("pass the region with {} pixels around it", halo));
  check_slices(frame, image, border, depth_halo);
}

}  // namespace selvage
