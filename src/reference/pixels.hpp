// SPDX-License-Identifier: Apache-2.0
#pragma once
// An image and its guide, extended by a border rule, with the validity of each pixel.

#include <optional>
#include <vector>

#include "reference/samples.hpp"
#include "selvage/filters.hpp"

namespace selvage::reference {

// The averaged image, and the rules that make pixels invalid besides NaN and infinities.
struct Layer {
  Samples samples;
  int colours = 1;                  // channels other than alpha
  double constant = 0.0;            // the border's V
  std::optional<double> invalid{};  // invalid if all colour channels equal it
  ConstImageView mask{};            // 0 = invalid; empty: no mask
};

// The image that distances are taken of: the image itself, or one of its size.
struct GuideLayer {
  Samples samples;
  int colours = 1;        // channels that luma and lab use
  int dimensions = 1;     // first channels, which the other norms use
  double constant = 0.0;  // the border's V
};

// Alpha::weight: a smaller mean of alpha becomes 0.
inline constexpr double least_alpha = 0x1p-32;

// Returns the image as its own guide. Alpha takes part if it is averaged.
GuideLayer own_guide(const Layer& image, Alpha alpha);

struct Pixel {
  Channels samples{};        // the image's samples
  Channels position{};       // position in the space of D
  int dimensions = 0;        // dimensions of that space; 0: the guide is not finite
  bool valid = false;        // image and guide are valid
  bool transparent = false;  // the image's alpha is 0 or below
};

// Returns the image's pixel (x, y) with the guide's pixel (guide_x, guide_y), both of slice z.
Pixel pixel_of(const Layer& image, int x, int y, const GuideLayer& guide, int guide_x, int guide_y,
               Norm norm, int z = 0);

// Returns D. Only per_channel uses `channel`; a guide with fewer channels repeats its last.
double distance(const Pixel& p, const Pixel& q, Norm norm, int channel);

// The margin outside the image, and the border rule there. Nothing lies before the first frame if
// the third axis is causal.
struct Reach {
  int columns = 0, rows = 0;
  Border border = Border::reflect101;
  int slices_before = 0, slices_after = 0;
  bool causal = false;
};

class Extended {
 public:
  // The size of `guide` must be that of the image.
  Extended(const Layer& image, const GuideLayer& guide, Norm norm, Reach reach);

  int channels() const { return channels_; }  // the image's channels
  bool alpha() const { return alpha_; }       // the last of them is alpha

  // Returns a pixel up to the reach outside the image, or null if there is none.
  const Pixel* at(int x, int y, int z = 0) const;

 private:
  int width_, height_, depth_, channels_;
  bool alpha_;
  Reach reach_;
  std::vector<Pixel> pixels_;  // depth x height x width
  Pixel outside_;
  std::vector<std::optional<int>> columns_, rows_, slices_;  // the source of position i - reach
};

}  // namespace selvage::reference
