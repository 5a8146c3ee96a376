// SPDX-License-Identifier: Apache-2.0
#pragma once
// The difference of two images, in samples' unit.

#include <cstdint>
#include <string>

#include "compare/samples.hpp"
#include "selvage/image.hpp"

namespace selvage::cli {

struct Difference {
  double max = 0.0, mean = 0.0, rms = 0.0;  // of |a - b| over all samples
  double psnr = 0.0;                        // dB for a peak of 1; infinite for equal images
  std::int64_t samples = 0, pixels = 0;     // total numbers
  std::int64_t differing_samples = 0;       // samples beyond the tolerance
  std::int64_t differing_pixels = 0;        // pixels with such a sample
  int x = 0, y = 0, channel = 0;            // of the first largest difference
};

// Returns |a - b| of a sample. Both images have the same width, height and channels; their types
// may differ. NaN equals NaN and differs infinitely from everything else.
class SampleDistance {
 public:
  SampleDistance(const ConstImageView& a, const ConstImageView& b);
  double operator()(int x, int y, int c) const;

 private:
  ConstImageView a_, b_;
  SampleReader read_a_, read_b_;
  double scale_a_, scale_b_, unit_;
};

// The statistics of images that are added in bands of rows, from top to bottom. The bands do not
// change the result.
class DifferenceSum {
 public:
  explicit DifferenceSum(double tolerance) : tolerance_(tolerance) {}

  void add(const ConstImageView& a, const ConstImageView& b);
  Difference result() const;

 private:
  double tolerance_;
  Difference found_;  // mean and rms are sums
  int rows_ = 0;
};

// Returns the statistics of whole images.
Difference difference(const ConstImageView& a, const ConstImageView& b, double tolerance);

// Returns a difference for people: "0.0117647 (3 of 255)" if both images have this integer type.
std::string difference_text(double value, PixelType type, bool same_type);

}  // namespace selvage::cli
