// SPDX-License-Identifier: Apache-2.0
#include "html_report/band_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "inputs/source.hpp"
#include "selvage/error.hpp"
#include "selvage/metadata.hpp"

namespace selvage::cli {
namespace {

ImageReader reader_of(const ShownFile& file, const Limits& limits) {
  ImageReader reader =
      file.raw ? ImageReader(file.name, *file.raw, limits) : ImageReader(file.name, limits);
  if (reader.info().pages == 1) reader.as_stream();  // further frames are no error
  for (int page = 1; page < file.page; ++page)
    if (!reader.next())
      throw Error(Errc::input, fmt::format("{}: page {} is missing", file.name, file.page));
  return reader;
}

}  // namespace

BandSource::BandSource(const ShownFile& file, const Limits& limits)
    : limits_(limits),
      reader_(reader_of(file, limits)),
      part_(file.part.value_or(Rect{0, 0, info().width, info().height})) {
  skip(part_.y);
}

ConstImageView BandSource::shape() const {
  const FileInfo& file = info();
  return shape_of(file.type, part_.width, part_.height, file.channels, file.alpha);
}

int BandSource::orientation() const {
  return exif_orientation(reader_.traits().metadata.exif);
}

Image BandSource::next(int rows) {
  const FileInfo& file = info();
  Image band(file.type, file.width, rows, file.channels, file.alpha, 1, limits_);
  reader_.read(band.view());
  const bool whole = part_.width == file.width;
  const ConstImageView part = band.view().region({part_.x, 0, part_.width, rows});
  if (file.type == PixelType::f16) return convert(part, PixelType::f32);
  return whole ? std::move(band) : convert(part, file.type);
}

void BandSource::skip(int rows) {
  constexpr int step = 16;
  const FileInfo& file = info();
  if (rows == 0) return;
  Image passed(file.type, file.width, std::min(step, rows), file.channels, file.alpha, 1, limits_);
  for (int left = rows; left > 0; left -= step)
    reader_.read(passed.view().region({0, 0, file.width, std::min(step, left)}));
}

Image in_real_units(const ConstImageView& band, bool premultiplied) {
  Image real = convert(band, PixelType::f32);
  if (premultiplied) divide_by_alpha(real);
  return real;
}

}  // namespace selvage::cli
