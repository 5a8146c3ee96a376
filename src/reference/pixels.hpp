// SPDX-License-Identifier: Apache-2.0
#pragma once
// An image and its guide, extended by a border rule to every position, and which pixels are valid.

#include <array>
#include <optional>
#include <vector>

#include "reference/samples.hpp"
#include "selvage/filters.hpp"

namespace selvage::reference {

// What is averaged, and what makes its pixels invalid besides NaN and infinities.
struct Layer {
  Samples samples;
  int colours = 1;                  // channels of them that are not alpha
  double constant = 0.0;            // the border's V
  std::optional<double> invalid{};  // all colour channels equal to it
  ConstImageView mask{};            // 0 = invalid; empty: nothing is
};

// What distances are taken of: the image itself, or an image of its size.
struct GuideLayer {
  Samples samples;
  int colours = 1;        // channels that luma and lab look at
  int dimensions = 1;     // channels that the other norms look at: the first ones
  double constant = 0.0;  // the border's V
};

// The image as its own guide: alpha takes part where it is averaged.
GuideLayer own_guide(const Layer& image, Alpha alpha);

struct Pixel {
  std::array<double, 4> samples{};   // of the image
  std::array<double, 4> position{};  // in the space where D is measured
  int dimensions = 0;                // of that space; 0: the guide is not finite
  bool valid = false;                // image and guide are
};

// The image's pixel (x, y) as the guide's pixel (guide_x, guide_y) sees it.
Pixel pixel_of(const Layer& image, int x, int y, const GuideLayer& guide, int guide_x, int guide_y,
               Norm norm);

// D. `channel` counts for per_channel alone, where a guide with fewer channels serves with its
// last.
double distance(const Pixel& p, const Pixel& q, Norm norm, int channel);

// How far outside the image pixels are asked for, and what stands there.
struct Reach {
  int columns = 0, rows = 0;
  Border border = Border::reflect101;
};

class Extended {
 public:
  // `guide` has the image's size.
  Extended(const Layer& image, const GuideLayer& guide, Norm norm, Reach reach);

  int channels() const { return channels_; }  // of the image

  // Up to the reach outside the image. Null where no pixel stands.
  const Pixel* at(int x, int y) const;

 private:
  int width_, height_, channels_;
  Reach reach_;
  std::vector<Pixel> pixels_;  // height x width
  Pixel outside_;
  std::vector<std::optional<int>> columns_, rows_;  // what stands at position i - reach
};

}  // namespace selvage::reference
