// SPDX-License-Identifier: Apache-2.0
#include "html_report/preview.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "html_report/band_source.hpp"
#include "html_report/reduced_picture.hpp"
#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

void check_stop(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Error(Errc::cancelled, "interrupted");
}

struct SampleRange {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
};

// Includes the finite colours of a file.
void widen(SampleRange& range, const ShownFile& file, const Limits& limits,
           const std::stop_token& stop) {
  constexpr int step = 16;
  BandSource source(file, limits);
  for (int y = 0; y < source.shape().height; y += step) {
    check_stop(stop);
    const Image band = source.next(std::min(step, source.shape().height - y));
    const Image real = in_real_units(band, source.info().premultiplied);
    const ConstImageView view = real.view();
    for (int row = 0; row < view.height; ++row)
      for (int x = 0; x < view.width; ++x)
        for (int c = 0; c < view.colour_channels(); ++c) {
          const double sample = *reinterpret_cast<const float*>(view.at(x, row, c));
          if (!std::isfinite(sample)) continue;
          range.low = std::min(range.low, sample);
          range.high = std::max(range.high, sample);
        }
  }
}

// Returns the samples that are shown as black and white.
ShownRange range_of(const ShownFile* const (&files)[2], const Limits& limits,
                    const std::stop_token& stop) {
  SampleRange range;
  bool has_floats = false;
  for (const ShownFile* file : files) {
    if (is_integer(BandSource(*file, limits).shape().type)) continue;
    has_floats = true;
    widen(range, *file, limits, stop);
  }
  const bool within = range.low >= 0.0 && range.high <= 1.0;
  if (!has_floats || within || !(range.low < range.high)) return {};
  return {.low = range.low, .high = range.high};
}

bool are_comparable(const ConstImageView& a, const ConstImageView& b) {
  return a.width == b.width && a.height == b.height && a.channels == b.channels &&
         a.alpha == b.alpha;
}

void describe(Preview& preview, const BandSource& source) {
  preview.pages = source.info().pages;
  preview.is_video = !source.info().video.header.empty();
  if (const int orientation = source.orientation(); orientation != 1)
    preview.picture = turned(preview.picture, orientation);
}

// Reads one file of a pair that has no difference.
Preview preview_alone(const ShownFile& file, std::int64_t pixels, const PairPreview& pair,
                      const Limits& limits, const std::stop_token& stop) {
  BandSource source(file, limits);
  const ConstImageView shape = source.shape();
  const int block = block_of(shape.width, shape.height, pixels);
  PictureReducer reducer(shape, block, pair.range.low, pair.range.high);
  for (int y = 0; y < shape.height; y += block) {
    check_stop(stop);
    const Image band = source.next(std::min(block, shape.height - y));
    reducer.add(in_real_units(band, source.info().premultiplied));
  }
  Preview result = std::move(reducer).finish();
  describe(result, source);
  return result;
}

// Reads both files side by side.
void read_together(PairPreview& pair, BandSource& a, BandSource& b, std::int64_t pixels,
                   const PairPreview* whole, const std::stop_token& stop) {
  const ConstImageView shape = a.shape();
  const int block = block_of(shape.width, shape.height, pixels);
  PictureReducer before(shape, block, pair.range.low, pair.range.high);
  PictureReducer after(b.shape(), block, pair.range.low, pair.range.high);
  DifferenceReducer map(shape.width, shape.height, block);
  const bool premultiplied_a = a.info().premultiplied, premultiplied_b = b.info().premultiplied;
  for (int y = 0; y < shape.height; y += block) {
    check_stop(stop);
    const int rows = std::min(block, shape.height - y);
    Image band_a = a.next(rows), band_b = b.next(rows);
    before.add(in_real_units(band_a, premultiplied_a));
    after.add(in_real_units(band_b, premultiplied_b));
    if (premultiplied_a != premultiplied_b) divide_by_alpha(premultiplied_a ? band_a : band_b);
    map.add(band_a, band_b);
  }
  pair.before = std::move(before).finish();
  pair.after = std::move(after).finish();
  pair.difference = std::move(map).finish(
      whole && whole->difference ? std::optional(whole->difference->scale) : std::nullopt);
  describe(pair.before, a);
  describe(pair.after, b);
  if (const int orientation = b.orientation(); orientation != 1)
    pair.difference->picture = turned(pair.difference->picture, orientation);
}

}  // namespace

PairPreview preview_of(const ShownFile& before, const ShownFile& after, std::int64_t pixels,
                       const Limits& limits, const std::stop_token& stop,
                       const PairPreview* whole) {
  PairPreview pair;
  pair.range = whole ? whole->range : range_of({&before, &after}, limits, stop);
  BandSource a(before, limits), b(after, limits);
  if (are_comparable(a.shape(), b.shape())) {
    read_together(pair, a, b, pixels, whole, stop);
  } else {
    pair.before = preview_alone(before, pixels, pair, limits, stop);
    pair.after = preview_alone(after, pixels, pair, limits, stop);
  }
  return pair;
}

std::optional<Rect> middle_of(const PairPreview& pair, std::int64_t pixels) {
  const ConstImageView& shape = pair.after.shape;
  if (pair.after.reduced == 1 || !pair.difference) return {};
  const auto side = static_cast<int>(std::sqrt(static_cast<double>(pixels)));
  const int height = std::min(shape.height, side);
  const int width = static_cast<int>(std::min<std::int64_t>(shape.width, pixels / height));
  return Rect{(shape.width - width) / 2, (shape.height - height) / 2, width, height};
}

}  // namespace selvage::cli
