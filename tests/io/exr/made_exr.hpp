// SPDX-License-Identifier: Apache-2.0
#pragma once
// OpenEXR files of kinds that save does not write, made with OpenEXR.

#include <ImfCompression.h>
#include <ImfHeader.h>
#include <ImfLineOrder.h>
#include <ImfPixelType.h>

#include "io/support.hpp"

namespace selvage::testing {

struct ExrMadeChannel {
  std::string name;
  Imf::PixelType type = Imf::HALF;
};

struct ExrKind {
  std::vector<ExrMadeChannel> channels = {{"R"}, {"G"}, {"B"}};
  Imf::Compression compression = Imf::ZIP_COMPRESSION;
  Imf::LineOrder order = Imf::INCREASING_Y;
  int tile = 0;          // > 0: square tiles of this side, with levels of halved size
  int left = 0, up = 0;  // of the data window; the display window starts at 0, 0
  std::string part = {};
  void (*change)(Imf::Header&) = nullptr;
};

// Returns the sample of channel c at (x, y), relative to the data window; binary16 can represent
// it.
double made_exr_sample(int x, int y, int c);

// Make a file of one part, or of several parts of equal size.
Bytes make_exr(int width, int height, const ExrKind& kind);
Bytes make_exr_parts(int width, int height, const std::vector<ExrKind>& parts);

// Returns the samples of these channels, row by row.
std::vector<double> made_exr_samples(int width, int height, const std::vector<int>& channels);

}  // namespace selvage::testing
