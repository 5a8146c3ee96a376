// SPDX-License-Identifier: Apache-2.0
#pragma once
// The filters, as plain structs with defaults; docs/filters/ holds the normative definitions.
// Samples are real numbers (see PixelType); lengths are in pixels. Every value that is compared
// with or added to samples is in the samples' unit: a fraction of full scale for integers, the
// sample's own unit for floats.

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
// A pixel with a NaN or an infinity in any channel is invalid: it is left out as a tap and copied
// through as a centre. Integers are rounded to nearest, ties to even.
// An image with depth has one more factor, exp(-dz^2 / 2 sigma_depth^2), and slices as far as
// radius_depth away; the border holds along the third axis, too. Depth 1: there is no third axis.
// Ports: image in, mask in (optional: u8, 1 channel, the image's size; 0 = invalid), image out.
struct Bilateral {
  float sigma_space = 3.0f;        // pixels, 1e-6..1e6
  float sigma_range = 0.05f;       // samples' unit, 1e-6..1e6
  std::optional<int> radius = {};  // pixels, 0..4096; none: ceil(3 sigma_space)
  Window window = Window::square;  //
  Norm norm = Norm::l2;            //
  Border border = Border::reflect101;
  float border_value = 0.0f;          // V of Border::constant, finite; rounded to the image's type
  int iterations = 1;                 // 1..1000; intermediate images are f32
  Alpha alpha = Alpha::keep;          //
  std::optional<float> invalid = {};  // pixels whose colour channels all equal this are invalid
  bool fill = false;  // invalid centres become the spatially weighted mean of their valid taps
  std::optional<float> sigma_depth = {};    // slices, 1e-6..1e6; none: see sigma_depth()
  std::optional<int> radius_depth = {};     // slices, 0..4096; none: see radius_depth()
  ThirdAxis third_axis = ThirdAxis::space;  // of an image with depth

  friend bool operator==(const Bilateral&, const Bilateral&) = default;
};

// The joint (cross) bilateral filter: the bilateral filter with D computed on another image, the
// guide.                                                             [petschnigg2004, eisemann2004]
//   w(p,q) = exp(-|p-q|^2 / 2 sigma_space^2) * exp(-D(guide(p), guide(q))^2 / 2 sigma_range^2)
// The guide may have any type and any number of channels; sigma_range is in its unit. Its alpha
// does not enter D. A pixel is invalid where the image or the guide has a NaN or an infinity.
// `invalid` is a value of the image. border_value stands outside both, rounded to the type of each.
// Under per_channel the guide has one channel, or as many as the image.
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
  std::optional<float> sigma_depth = {};    // slices, 1e-6..1e6; none: see sigma_depth()
  std::optional<int> radius_depth = {};     // slices, 0..4096; none: see radius_depth()
  ThirdAxis third_axis = ThirdAxis::space;  // of an image with depth

  friend bool operator==(const JointBilateral&, const JointBilateral&) = default;
};

// Joint bilateral upsampling: a small image takes the size and the edges of a large guide.
//                                                                               [kopf2007, eq. 2]
//   out(p) = sum_q w in(q) / sum_q w;  q: pixels of the image around u, the position of p in it
//   u = (p + 1/2) * small / large - 1/2, on each axis with its own sizes, large >= small
//   w = exp(-|u - q|^2 / 2 sigma_space^2) * exp(-D(guide(p), guide(q'))^2 / 2 sigma_range^2)
//   q' = floor((q + 1/2) * large / small): the guide's pixel at the centre of q
// The window is centred on the image pixel that contains u; output pixels that are not computed are
// copied from it. Weights are scaled by the largest, so they never all underflow. `border` maps q
// where it lies outside the image, while |u - q| is measured to q itself. Border::copy is an error.
// Ports: image (small), guide (large), mask (optional, the image's size) in; image (the guide's
// size) out. Frames are in the guide's coordinates; the image is always whole.
struct JointUpsampling {
  float sigma_space = 1.0f;           // pixels of the image, 1e-6..1e6
  float sigma_range = 0.1f;           // the guide's unit, 1e-6..1e6
  std::optional<int> radius = {};     // pixels of the image, 0..4096; none: ceil(3 sigma_space)
  Window window = Window::square;     //
  Norm norm = Norm::l2;               // over the guide's channels
  Border border = Border::clamp;      // any but copy
  float border_value = 0.0f;          // V of Border::constant, finite
  Alpha alpha = Alpha::keep;          // keep: alpha of the pixel that contains u
  std::optional<float> invalid = {};  // pixels whose colour channels all equal this are invalid
  bool fill = false;                  // computes the mean even if the pixel containing u is invalid

  friend bool operator==(const JointUpsampling&, const JointUpsampling&) = default;
};

// Rolling guidance: removes small structures, restores the edges of large ones.
//                                                                            [zhang2014, eq. 3, 4]
//   J(0) = the Gaussian of the image;  J(t) = the joint bilateral of the image, guided by J(t - 1)
// The guides J are f32. Ports: image, mask (optional) in; image out.
struct RollingGuidance {
  float sigma_space = 3.0f;        // pixels, 1e-6..1e6; smaller structures are removed
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

// An edge-stopping separable mean: along the row, then the column, it adds taps from the centre
// outwards until it meets a discontinuity. The sum is divided by the weights of the taps reached.
// Discontinuities lie between neighbours (flags of each pixel: left 1, right 2, up 4, down 8):
//   with normals: an angle above normal_threshold; with depth: |difference| above depth_threshold
//   times the smaller of the two; without either: |difference| of a channel above edge_threshold
// The image's edge is a discontinuity. A pixel with a NaN or an infinity in any input has one on
// all four sides.
// Ports: image, normals (optional: 3 channels, the image's size; integers v stand for 2 v - 1),
// depth (optional: 1 channel, the image's size) in; image, flags (optional: u8, 1 channel) out.
struct GeometryGuided {
  int radius = 8;                            // pixels, 0..4096
  Weights weights = Weights::gaussian;       // used unless row and column are given
  std::optional<float> sigma_space = {};     // pixels, 1e-6..1e6; none: radius / 3
  std::vector<float> row = {}, column = {};  // 2 radius + 1 weights >= 0, the centre's > 0; both or
                                             // neither
  float normal_threshold = 15.0f;            // degrees, 0..180
  float depth_threshold = 0.02f;             // >= 0
  std::optional<float> edge_threshold = {};  // samples' unit, >= 0; required without normals and
                                             // depth, an error with either
  Alpha alpha = Alpha::keep;                 // keep or filter

  friend bool operator==(const GeometryGuided&, const GeometryGuided&) = default;
};

// The guided filter: in each window the result is a linear function of the guide I, fitted to the
// image by least squares.                                                      [he2013, eq. 11-14]
//   a_k = (cov_k(I) + epsilon)^-1 cov_k(I, in);  b_k = mean_k(in) - a_k mean_k(I)
//   out(p) = mean_p(a) I(p) + mean_p(b);  mean_k: over the valid pixels of the square around k
// Both means read the extended image: a and b exist outside, too. Without a guide the image guides
// itself. With subsample S, a and b are those of every S-th pixel, with the radius round(radius/S),
// and lie between them by bilinear interpolation [he2015].
// A pixel is invalid where the image or the guide has a NaN or an infinity; it is copied through.
// Ports: image, guide (optional: the image's size), mask (optional) in; image out.
struct Guided {
  int radius = 8;         // pixels, 0..4096; at most 512 subsample
  float epsilon = 0.01f;  // the guide's unit, squared; 1e-6..1e12
  int subsample = 1;      // 1..64
  Border border = Border::reflect101;
  float border_value = 0.0f;          // V of Border::constant, finite; of the guide, too
  Alpha alpha = Alpha::keep;          // of the image; the guide's takes no part
  std::optional<float> invalid = {};  // pixels whose colour channels all equal this are invalid
  bool fill = false;  // invalid centres take the value of the windows around them, at a mean I if
                      // there is no guide or it is not finite

  friend bool operator==(const Guided&, const Guided&) = default;
};

// Guided upsampling: a small image takes the size and the edges of a large guide.
//                                                                          [he2013, sec. 5; he2015]
//   out(p) = a(u) I(p) + b(u);  u = (p + 1/2) * small / large - 1/2, on each axis with its own
//   sizes
// a(q), b(q): the means of Guided at the image's pixel q, with the guide I(q'), q' =
// floor((q + 1/2) * large / small), between pixels by bilinear interpolation; beyond the centres of
// the outermost ones they stay the same. Means without a model are left out. Output pixels that are
// not computed are copied from the image's pixel that contains u. Border::copy is an error.
// Ports: image (small), guide (large), mask (optional, the image's size) in; image (the guide's
// size) out. Frames are in the guide's coordinates; the image is always whole.
struct GuidedUpsampling {
  int radius = 8;                      // pixels of the image, 0..512
  float epsilon = 0.01f;               // the guide's unit, squared; 1e-6..1e12
  Border border = Border::reflect101;  // any but copy
  float border_value = 0.0f;           // V of Border::constant, finite; of the guide, too
  Alpha alpha = Alpha::keep;           // keep: alpha of the pixel that contains u
  std::optional<float> invalid = {};   // pixels whose colour channels all equal this are invalid
  bool fill = false;  // where the pixel containing u or I(p) is invalid: by the models around it,
                      // at a mean I if I(p) is not finite

  friend bool operator==(const GuidedUpsampling&, const GuidedUpsampling&) = default;
};

// The Gaussian mean: the bilateral filter without its range weight.
// Ports: image, mask (optional) in; image out.
struct Gaussian {
  float sigma_space = 3.0f;        // pixels, 1e-6..1e6
  std::optional<int> radius = {};  // pixels, 0..4096; none: ceil(3 sigma_space)
  Window window = Window::square;  //
  Border border = Border::reflect101;
  float border_value = 0.0f;                // V of Border::constant, finite
  int iterations = 1;                       // 1..1000; intermediate images are f32
  Alpha alpha = Alpha::keep;                //
  std::optional<float> invalid = {};        // as Bilateral's
  bool fill = false;                        // as Bilateral's
  std::optional<float> sigma_depth = {};    // slices, 1e-6..1e6; none: see sigma_depth()
  std::optional<int> radius_depth = {};     // slices, 0..4096; none: see radius_depth()
  ThirdAxis third_axis = ThirdAxis::space;  // of an image with depth

  friend bool operator==(const Gaussian&, const Gaussian&) = default;
};

// The mean over a square of (2 radius + 1)^2 pixels.
// Ports: image, mask (optional) in; image out.
struct Box {
  int radius = 1;  // pixels, 0..4096
  Border border = Border::reflect101;
  float border_value = 0.0f;                // V of Border::constant, finite
  int iterations = 1;                       // 1..1000; intermediate images are f32
  Alpha alpha = Alpha::keep;                //
  std::optional<float> invalid = {};        // as Bilateral's
  bool fill = false;                        // invalid centres become the mean of their valid taps
  std::optional<int> radius_depth = {};     // slices, 0..4096; none: radius
  ThirdAxis third_axis = ThirdAxis::space;  // of an image with depth

  friend bool operator==(const Box&, const Box&) = default;
};

// Correlation with a kernel as written: its top row lies above the centre.
//   out(p) = offset + scale * sum_q k(q - p) in(q);  flip: k(p - q), the mathematical convolution
// A tap that is left out (invalid, or outside under Border::shrink) counts as 0; an invalid centre
// is copied through. Integers are rounded to nearest, ties to even, and clamped to their range.
// Alpha::weight needs coefficients >= 0, not all 0: with k / sum k as weights it divides by the
// alpha of the taps that take part, alpha_out = sum k a / sum k and
// out = offset + scale * sum k * (sum k a in / sum k a).
// Ports: image, mask (optional) in; image out, with one colour channel if `gray` is set.
struct Convolution {
  std::vector<float> kernel = {1.0f};  // height x width coefficients, finite
  int width = 1, height = 1;           // odd, 1..63
  float scale = 1.0f;                  // finite
  float offset = 0.0f;                 // samples' unit, finite
  bool flip = false;                   //
  bool gray = false;  // three colour channels become one: 0.299 R + 0.587 G + 0.114 B
  Border border = Border::reflect101;
  float border_value = 0.0f;          // V of Border::constant, finite
  Alpha alpha = Alpha::keep;          // filter: alpha is convolved like a colour
  std::optional<float> invalid = {};  // as Bilateral's

  friend bool operator==(const Convolution&, const Convolution&) = default;
};

// Correlation with the product of a row and a column: k(dx, dy) = row(dx) column(dy). It has the
// ports and rules of Convolution.
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

// Counts the samples in equal parts (bins) of a range.                           [podlozhnyuk2007]
//   bin(v) = floor((v - low) / (high - low) * bins), clamped to the first and the last bin; in
//   double precision, in this order: difference, quotient, product
// Infinities fall into the first or the last bin; NaN is counted separately.
// Ports: image in; counts out, over frame.compute and all images of the batch together.
struct Histogram {
  int bins = 256;                            // 1..65536
  std::optional<int> channel = {};           // none: all channels, alpha included
  std::optional<float> low = {}, high = {};  // samples' unit, finite, low < high; none: 0 and 1 for
                                             // integers, for floats the smallest and the largest
                                             // finite sample of the counted channels
  friend bool operator==(const Histogram&, const Histogram&) = default;
};

using Filter = std::variant<Bilateral, JointBilateral, JointUpsampling, RollingGuidance,
                            GeometryGuided, Gaussian, Box, Convolution, SeparableConvolution,
                            Histogram, Guided, GuidedUpsampling>;

// Returns whether the image takes the guide's size.
inline bool upsamples(const Filter& filter) {
  return std::holds_alternative<JointUpsampling>(filter) ||
         std::holds_alternative<GuidedUpsampling>(filter);
}

// Returns the radius in use, in pixels: `radius`, or the default ceil(3 sigma_space). Throws what
// validate throws for sigma_space and radius.
SELVAGE_API int effective_radius(float sigma_space, std::optional<int> radius);
SELVAGE_API int effective_radius(const Bilateral& filter);
template <class F>
int effective_radius(const F& filter) {
  if constexpr (requires { filter.sigma_range; } || requires { filter.window; })
    return effective_radius(filter.sigma_space, filter.radius);
  else
    return filter.radius;
}

// Returns whether the filter takes images with depth: Bilateral, JointBilateral, Gaussian and Box.
SELVAGE_API bool has_third_axis(const Filter& filter);
// Returns the most channels that its image and its guide may have: max_channels (image.hpp) or 4.
SELVAGE_API int max_channels_of(const Filter& filter);
// Return sigma_depth and radius_depth in use, in slices. If neither is given, a volume has those of
// space and time has 1 and 3. Otherwise the radius is ceil(3 sigma_depth) by default, and sigma is
// that of space in a volume and radius_depth / 2, at least 1/2, in time. Box has no sigma
// (infinity), and its radius by default. Both are 0 for filters without a third axis. Throw what
// validate throws.
SELVAGE_API double sigma_depth(const Filter& filter);
SELVAGE_API int radius_depth(const Filter& filter);

// The slices before and after the computed ones that one run reads: iterations * radius_depth, and
// none after them if the third axis is causal.
struct DepthHalo {
  int before = 0, after = 0;
};
SELVAGE_API DepthHalo depth_halo(const Filter& filter);

// Returns how many pixels around the computed rectangle one run reads on each side: iterations *
// radius (one more radius for RollingGuidance, at least 1 for GeometryGuided), half the kernel's
// larger side for convolutions, and 0 for upsampling, whose image is whole, and Histogram. The two
// windows of Guided read 2 radius, with a subsample S > 1 up to S more and rounded to S.
SELVAGE_API int halo(const Filter& filter);

// Returns the border rule, which decides what a frame must hold: shrink for GeometryGuided, clamp
// for upsampling and Histogram, the field `border` for the others.
SELVAGE_API Border border(const Filter& filter);

// Checks the fields of a filter. Throws Error{invalid_argument}, which names the field, its value
// and its range.
SELVAGE_API void validate(const Filter& filter);
// Also checks what depends on the image: lab needs three colour channels, luma one or three.
SELVAGE_API void validate(const Filter& filter, const ConstImageView& image);
// Also checks what depends on the guide, if the filter has one.
SELVAGE_API void validate(const Filter& filter, const ConstImageView& image,
                          const ConstImageView& guide);

// Returns the shape of the output image for a whole frame, without data: the input's, except for
// upsampling (the guide's size) and `gray` (one colour channel).
SELVAGE_API ConstImageView result_shape(const Filter& filter, const ConstImageView& image,
                                        const ConstImageView& guide = {});

// An input or output of a filter; `name` is its field in Inputs or Outputs.
struct Port {
  std::string_view name;
  bool output = false;
  bool required = true;
};
SELVAGE_API std::span<const Port> ports(const Filter& filter);

// Returns the filter's name, which is also its command-line verb: "bilateral".
SELVAGE_API std::string_view name(const Filter& filter);

// Returns the bilateral filter of cv::bilateralFilter: a disc, l1, and radius diameter / 2, or
// round(1.5 sigma_space) if diameter <= 0, at least 1. sigma_color is on the scale of the stored
// samples: 0..255 for u8, 0..65535 for u16. With Request::exact the result is within 1 LSB of
// OpenCV's.
SELVAGE_API Bilateral like_opencv(int diameter, double sigma_color, double sigma_space,
                                  PixelType type);

}  // namespace selvage
