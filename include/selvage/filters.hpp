// SPDX-License-Identifier: Apache-2.0
#pragma once
// What each filter computes. Plain structs with defaults; docs/filters/ has the normative text.
// Samples are real numbers (see PixelType); lengths are pixels. Every value that is compared with
// or added to samples is in the samples' unit: a fraction of full scale for integers, the sample's
// own unit for floats.

#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "selvage/api.h"
#include "selvage/image.hpp"
#include "selvage/rules.hpp"

namespace selvage {

// The bilateral filter                                                         [tomasi1998, eq. 5]
//   out(p) = sum_q w(p,q) in(q) / sum_q w(p,q)
//   w(p,q) = exp(-|p-q|^2 / 2 sigma_space^2) * exp(-D(in(p), in(q))^2 / 2 sigma_range^2)
// A pixel with a NaN or an infinity in any channel is invalid: as a tap it takes no part, as a
// centre it is copied through. Integers are rounded to nearest, ties to even.
// Ports: image in, mask in (optional: u8, 1 channel, the image's size; 0 = invalid), image out.
struct Bilateral {
  float sigma_space = 3.0f;        // pixels, 1e-6..1e6
  float sigma_range = 0.1f;        // samples' unit, 1e-6..1e6
  std::optional<int> radius = {};  // pixels, 0..4096; none: ceil(3 sigma_space)
  Window window = Window::square;  //
  Norm norm = Norm::l2;            //
  Border border = Border::reflect101;
  float border_value = 0.0f;          // V of Border::constant, finite; rounded to the image's type
  int iterations = 1;                 // 1..1000; intermediate images are f32
  Alpha alpha = Alpha::keep;          //
  std::optional<float> invalid = {};  // pixels whose colour channels all equal this are invalid
  bool fill = false;  // invalid centres become the spatially weighted mean of their valid taps

  friend bool operator==(const Bilateral&, const Bilateral&) = default;
};

// The joint (cross) bilateral filter: the bilateral's formula with D between the pixels of another
// image, the guide.                                                  [petschnigg2004, eisemann2004]
//   w(p,q) = exp(-|p-q|^2 / 2 sigma_space^2) * exp(-D(guide(p), guide(q))^2 / 2 sigma_range^2)
// The guide may have any type and channels; sigma_range is in its unit. Its alpha takes no part in
// D. A pixel is invalid where the image or the guide has a NaN or an infinity. `invalid` is a value
// of the image. border_value stands outside both, rounded to the type of each. per_channel: the
// guide has one channel, or as many as the image.
// Ports: image, guide (the image's size), mask (optional) in; image out.
struct JointBilateral {
  float sigma_space = 3.0f;            // pixels, 1e-6..1e6
  float sigma_range = 0.1f;            // the guide's unit, 1e-6..1e6
  std::optional<int> radius = {};      // pixels, 0..4096; none: ceil(3 sigma_space)
  Window window = Window::square;      //
  Norm norm = Norm::l2;                // over the guide's channels
  Border border = Border::reflect101;  //
  float border_value = 0.0f;           // V of Border::constant, finite
  Alpha alpha = Alpha::keep;           // of the image
  std::optional<float> invalid = {};   // pixels whose colour channels all equal this are invalid
  bool fill = false;  // invalid centres become the mean of their valid taps, weighted by space and,
                      // where the guide is valid at the centre, by the guide

  friend bool operator==(const JointBilateral&, const JointBilateral&) = default;
};

// Joint bilateral upsampling: a small image takes the size and the edges of a large guide.
//                                                                                  [kopf2007, eq.
//                                                                                  2]
//   out(p) = sum_q w in(q) / sum_q w;  q: pixels of the image around p's place u in it
//   u = (p + 1/2) * small / large - 1/2, on each axis by its own sizes, large >= small
//   w = exp(-|u - q|^2 / 2 sigma_space^2) * exp(-D(guide(p), guide(q'))^2 / 2 sigma_range^2)
//   q' = floor((q + 1/2) * large / small): the guide's pixel at the centre of q
// The window lies around the pixel of the image that holds u, which is also the one that p is
// copied from where nothing is computed. Weights count relative to the largest, so that they do not
// all vanish. Outside the image border indexes q; |u - q| stays. Border::copy is refused.
// Ports: image (small), guide (large), mask (optional, the image's size) in; image (the guide's
// size) out. Frames are the guide's; the image is always whole.
struct JointUpsampling {
  float sigma_space = 1.0f;           // pixels of the image, 1e-6..1e6
  float sigma_range = 0.1f;           // the guide's unit, 1e-6..1e6
  std::optional<int> radius = {};     // pixels of the image, 0..4096; none: ceil(3 sigma_space)
  Window window = Window::square;     //
  Norm norm = Norm::l2;               // over the guide's channels
  Border border = Border::clamp;      // not copy
  float border_value = 0.0f;          // V of Border::constant, finite
  Alpha alpha = Alpha::keep;          // keep: of the pixel that holds u
  std::optional<float> invalid = {};  // pixels whose colour channels all equal this are invalid
  bool fill = false;                  // also where the pixel that holds u is invalid

  friend bool operator==(const JointUpsampling&, const JointUpsampling&) = default;
};

// Rolling guidance: small structures vanish, edges of large ones come back.   [zhang2014, eq. 3, 4]
//   J(0) = the Gaussian of the image;  J(t) = the joint bilateral of the image by J(t - 1)
// Guides are f32. Ports: image, mask (optional) in; image out.
struct RollingGuidance {
  float sigma_space = 3.0f;        // pixels, 1e-6..1e6: structures of this size vanish
  float sigma_range = 0.1f;        // samples' unit, 1e-6..1e6
  std::optional<int> radius = {};  // pixels, 0..4096; none: ceil(3 sigma_space)
  Window window = Window::square;  //
  Norm norm = Norm::l2;            //
  Border border = Border::reflect101;
  float border_value = 0.0f;          // V of Border::constant, finite
  int iterations = 4;                 // N, 1..1000: joint steps after the Gaussian
  Alpha alpha = Alpha::keep;          //
  std::optional<float> invalid = {};  // as Bilateral's
  bool fill = false;                  // as Bilateral's in J(0), as JointBilateral's afterwards

  friend bool operator==(const RollingGuidance&, const RollingGuidance&) = default;
};

// A separable mean that does not cross the edges of geometry: along the row, then the column, taps
// are walked from the centre until the pixel that is stood on has a discontinuity ahead. Weights
// count relative to their sum over the taps that were reached.
// Discontinuities lie between neighbours (flags left 1, right 2, up 4, down 8 of each pixel):
//   with normals: an angle above normal_threshold; with depth: |difference| above depth_threshold
//   times the smaller of the two; without either: |difference| of a channel above edge_threshold
// and at the image's edge. A NaN or an infinity in any input is one in all four directions.
// Ports: image, normals (optional: 3 channels, the image's size; integers v stand for 2 v - 1),
// depth (optional: 1 channel, the image's size) in; image, flags (optional: u8, 1 channel) out.
struct GeometryGuided {
  int radius = 8;                            // pixels, 0..4096
  Weights weights = Weights::gaussian;       // where no row and column are given
  std::optional<float> sigma_space = {};     // pixels, 1e-6..1e6; none: radius / 3
  std::vector<float> row = {}, column = {};  // 2 radius + 1 weights >= 0, the centre's > 0; both or
                                             // neither
  float normal_threshold = 15.0f;            // degrees, 0..180
  float depth_threshold = 0.02f;             // >= 0
  std::optional<float> edge_threshold = {};  // samples' unit, >= 0; with normals or depth: refused
  Alpha alpha = Alpha::keep;

  friend bool operator==(const GeometryGuided&, const GeometryGuided&) = default;
};

// The Gaussian mean: the bilateral's formula without the range.
// Ports: image, mask (optional) in; image out.
struct Gaussian {
  float sigma_space = 3.0f;        // pixels, 1e-6..1e6
  std::optional<int> radius = {};  // pixels, 0..4096; none: ceil(3 sigma_space)
  Window window = Window::square;  //
  Border border = Border::reflect101;
  float border_value = 0.0f;          // V of Border::constant, finite
  int iterations = 1;                 // 1..1000; intermediate images are f32
  Alpha alpha = Alpha::keep;          //
  std::optional<float> invalid = {};  // as Bilateral's
  bool fill = false;                  // as Bilateral's

  friend bool operator==(const Gaussian&, const Gaussian&) = default;
};

// The mean of a square of (2 radius + 1)^2 pixels.
// Ports: image, mask (optional) in; image out.
struct Box {
  int radius = 1;  // pixels, 0..4096
  Border border = Border::reflect101;
  float border_value = 0.0f;          // V of Border::constant, finite
  int iterations = 1;                 // 1..1000; intermediate images are f32
  Alpha alpha = Alpha::keep;          //
  std::optional<float> invalid = {};  // as Bilateral's
  bool fill = false;                  // invalid centres become the mean of their valid taps

  friend bool operator==(const Box&, const Box&) = default;
};

// Correlation with a matrix, as it is written: its top row lies above the centre.
//   out(p) = offset + scale * sum_q k(q - p) in(q);  flip: k(p - q), the mathematical convolution
// A tap that takes no part (invalid, or outside with shrink) counts 0; an invalid centre is copied
// through. Integers are rounded to nearest, ties to even, and clamped to the type.
// Ports: image, mask (optional) in; image out, of one colour channel where `gray`.
struct Convolution {
  std::vector<float> kernel = {1.0f};  // height x width coefficients, finite
  int width = 1, height = 1;           // odd, 1..63
  float scale = 1.0f;                  // finite
  float offset = 0.0f;                 // samples' unit, finite
  bool flip = false;                   //
  bool gray = false;  // of 0.299 R + 0.587 G + 0.114 B; three colour channels become one
  Border border = Border::reflect101;
  float border_value = 0.0f;          // V of Border::constant, finite
  Alpha alpha = Alpha::keep;          // filter: alpha is convolved like a colour
  std::optional<float> invalid = {};  // as Bilateral's

  friend bool operator==(const Convolution&, const Convolution&) = default;
};

// Correlation with the product of a row and a column: k(dx, dy) = row(dx) column(dy). Ports and
// rules are Convolution's.
struct SeparableConvolution {
  std::vector<float> row = {1.0f}, column = {1.0f};  // odd counts, 1..8193, finite
  float scale = 1.0f;                                // finite
  float offset = 0.0f;                               // samples' unit, finite
  bool flip = false;                                 //
  bool gray = false;                                 //
  Border border = Border::reflect101;
  float border_value = 0.0f;  // V of Border::constant, finite
  Alpha alpha = Alpha::keep;
  std::optional<float> invalid = {};  // as Bilateral's

  friend bool operator==(const SeparableConvolution&, const SeparableConvolution&) = default;
};

// How many samples lie in each of equal parts of a range.
//   bin(v) = floor((v - low) / (high - low) * bins), clamped to the first and the last; in double
//   precision, in this order: a difference, a quotient, a product
// Infinities fall into the last bins; NaN is counted apart.
// Ports: image in; counts out: of frame.compute, all images of the batch together.
struct Histogram {
  int bins = 256;                            // 1..65536
  std::optional<int> channel = {};           // none: all of them, alpha included
  std::optional<float> low = {}, high = {};  // samples' unit, finite, low < high; none: 0 and 1 for
                                             // integers, the least and largest finite sample (of
                                             // the counted channels) for floats
  friend bool operator==(const Histogram&, const Histogram&) = default;
};

using Filter =
    std::variant<Bilateral, JointBilateral, JointUpsampling, RollingGuidance, GeometryGuided,
                 Gaussian, Box, Convolution, SeparableConvolution, Histogram>;

// The radius that is used: the only place where the default is computed. Throws what validate
// throws about sigma_space and radius.
SELVAGE_API int effective_radius(float sigma_space, std::optional<int> radius);
SELVAGE_API int effective_radius(const Bilateral& filter);
template <class F>
int effective_radius(const F& filter) {
  if constexpr (requires { filter.sigma_range; } || requires { filter.window; })
    return effective_radius(filter.sigma_space, filter.radius);
  else
    return filter.radius;
}

// Pixels around the computed rectangle that one run reads: iterations * radius; of matrices the
// larger side's half. 0 for JointUpsampling, whose image is whole.
SELVAGE_API int halo(const Filter& filter);

// What stands outside the image; GeometryGuided: shrink, JointUpsampling and Histogram: clamp, for
// what frames must hold.
SELVAGE_API Border border(const Filter& filter);

// Throws Error{invalid_argument} that names the field, its value and its range.
SELVAGE_API void validate(const Filter& filter);
// Also what depends on the image: lab needs three colour channels, luma one or three.
SELVAGE_API void validate(const Filter& filter, const ConstImageView& image);
// Also what depends on the guide, where the filter has one.
SELVAGE_API void validate(const Filter& filter, const ConstImageView& image,
                          const ConstImageView& guide);

// The shape of the output image, without data: the input's but for JointUpsampling (the guide's
// size) and `gray`. `frame` aside.
SELVAGE_API ConstImageView result_shape(const Filter& filter, const ConstImageView& image,
                                        const ConstImageView& guide = {});

// An input or output that a filter has, by the name of its field in Inputs or Outputs.
struct Port {
  std::string_view name;
  bool output = false;
  bool required = true;
};
SELVAGE_API std::span<const Port> ports(const Filter& filter);

// The verb of the command line: "bilateral".
SELVAGE_API std::string_view name(const Filter& filter);

// The bilateral filter that cv::bilateralFilter computes: a disc, l1, and the radius diameter / 2,
// or round(1.5 sigma_space) where diameter <= 0, at least 1. sigma_color is on the scale of the
// stored samples: 0..255 for u8, 0..65535 for u16. Request::exact gives OpenCV's pixels within 1
// LSB.
SELVAGE_API Bilateral like_opencv(int diameter, double sigma_color, double sigma_space,
                                  PixelType type);

}  // namespace selvage
