// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/cpu/byte_loader.hpp"

#include <algorithm>
#include <array>

#include "core/samples.hpp"

namespace selvage::cpu {

TileLoader<std::int8_t>::TileLoader(const Pass& pass, const Problem& problem,
                                    const VectorRows& vectors, ByteRows byte_rows)
    : floats_(pass, problem, 1.0f, vectors),
      byte_rows_(byte_rows),
      border_(std::get<WindowMean>(pass.step).border),
      channels_(problem.channels),
      guide_channels_(problem.shapes.guide.channels),
      guide_planes_(guide_channels(std::get<WindowMean>(pass.step), problem)) {}

bool TileLoader<std::int8_t>::load_row(const Source& source, int x, int y, int pixels,
                                       std::int8_t* out, std::ptrdiff_t plane,
                                       std::uint8_t* valid) const {
  const RowSpan span{source.frame, border_, x, pixels,
                     border_index(y, source.frame.height, border_)};
  const RowSpan::Inside in = span.inside();
  if (span.source_row == outside || !load_inside(source, span, in, out, plane)) {
    load_samples(source, x, y, pixels, out, plane, valid);
  } else {
    load_samples(source, x, y, in.first, out, plane, valid);
    load_samples(source, x + in.last, y, pixels - in.last, out + in.last, plane, valid + in.last);
  }
  return false;
}

// Loads one sample after another.
void TileLoader<std::int8_t>::load_samples(const Source& source, int x, int y, int pixels,
                                           std::int8_t* out, std::ptrdiff_t plane,
                                           std::uint8_t* valid) const {
  constexpr std::ptrdiff_t chunk = 512;  // pixels; a tile's row is shorter
  std::array<float, std::size_t{8} * chunk> row;
  for (int first = 0; first < pixels; first += int{chunk}) {
    const int count = std::min(int{chunk}, pixels - first);
    floats_.load_row(source, x + first, y, count, row.data(), chunk, valid + first);
    for (int p = 0; p < layout().planes(); ++p)
      for (int i = 0; i < count; ++i)
        out[p * plane + first + i] =
            static_cast<std::int8_t>(std::clamp(row[p * chunk + i] - 128.0f, -128.0f, 127.0f));
  }
}

// Loads the part of a row that lies inside the image, if pixels have no gaps and are enough.
bool TileLoader<std::int8_t>::load_inside(const Source& source, const RowSpan& span,
                                          const RowSpan::Inside& in, std::int8_t* out,
                                          std::ptrdiff_t plane) const {
  const auto load = [&](const ConstImageView& image, int channels, int planes, std::int8_t* to,
                        std::ptrdiff_t step) {
    return rows_are_solid(image) && in.first < in.last &&
           byte_rows_(image.at(span.x + in.first - span.frame.x, span.source_row - span.frame.y),
                      in.last - in.first, channels, planes, to + in.first, step);
  };
  const std::ptrdiff_t step = (value_plane(1) - value_plane(0)) * plane;
  if (!load(source.image, channels_, layout().averaged, out + value_plane(0) * plane, step))
    return false;
  return !layout().guided || load(source.guide, guide_channels_, guide_planes_, out,
                                  layout().groups > 1 ? step : plane);
}

}  // namespace selvage::cpu
