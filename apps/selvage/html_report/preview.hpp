// SPDX-License-Identifier: Apache-2.0
#pragma once
// A pair of image files as small pictures, a difference map and histograms.

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "compare/compare.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {

// An image of a file.
struct ShownFile {
  std::string name = {};
  std::optional<ConstImageView> raw = {};  // the shape of a file without a header; no data
  std::optional<Rect> part = {};           // what is shown of it; none: all
  int page = 1;
};

constexpr int histogram_bins = 256;
constexpr int most_histograms = 4;  // of an image: those of its first channels
using Histogram256 = std::array<std::int64_t, histogram_bins>;

struct Preview {
  Image picture = {};                         // u8, gray or RGB, with alpha where the file has it
  ConstImageView shape = {};                  // of what is shown, as stored; no data
  int pages = 1;                              // of the file
  bool is_video = false;                      // the picture is the luma of the first frame
  int reduced = 1;                            // width and height of the block that a pixel shows
  std::vector<Histogram256> histograms = {};  // for each colour channel, at most 4
};

// The differences of all pixels. Only pairs of the same size and channels have one.
struct DifferenceMap {
  Difference found = {};
  double scale = 1.0;  // value of the brightest colour, in samples' unit
  Image picture = {};  // u8 RGB; a pixel shows the largest difference of its block
};

// The samples that are shown as black and white: 0 and 1, or the range of float samples beyond.
struct ShownRange {
  double low = 0.0, high = 1.0;
};

struct PairPreview {
  Preview before = {}, after = {};
  std::optional<DifferenceMap> difference = {};
  ShownRange range = {};
};

// Reads both files in bands of rows, those of floats twice. Pictures have at most `pixels` pixels.
// With `whole`, the range and the scale of the difference map are those of another preview. Throws
// as ImageReader does, and Error{cancelled} after a stop request.
PairPreview preview_of(const ShownFile& before, const ShownFile& after, std::int64_t pixels,
                       const Limits& limits, const std::stop_token& stop,
                       const PairPreview* whole = nullptr);

// Returns the middle of a reduced pair of the same size, of at most `pixels` pixels, or nothing.
std::optional<Rect> middle_of(const PairPreview& pair, std::int64_t pixels);

}  // namespace selvage::cli
