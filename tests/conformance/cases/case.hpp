// SPDX-License-Identifier: Apache-2.0
#pragma once
// One problem of the conformance suite, as numbers that can be printed and read back.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "selvage/filters.hpp"
#include "selvage/frame.hpp"
#include "support/canvas.hpp"
#include "support/pictures.hpp"

namespace selvage::testing {

// Whether the last channel is alpha, and what becomes of it.
enum class AlphaUse { none, keep, filter, weight };
inline constexpr std::array<std::string_view, 4> alpha_use_names{"none", "keep", "filter",
                                                                 "weight"};

// What is computed, and what of the image is handed in.
enum class Part {
  whole,   // all, from all
  region,  // a rectangle, from all
  frame,   // a rectangle, from itself and its halo
};
inline constexpr std::array<std::string_view, 3> part_names{"whole", "region", "frame"};

// Which filter.
enum class Kind {
  bilateral,
  joint,
  upsampling,
  rolling,
  geometry,
  gaussian,
  box,
  convolution,  // Convolution
  separable,    // SeparableConvolution
  guided,
  histogram,
  guided_upsampling,
};
inline constexpr std::array<std::string_view, 12> kind_names{
    "bilateral", "joint",       "upsampling", "rolling", "geometry",  "gaussian",
    "box",       "convolution", "separable",  "guided",  "histogram", "guided_upsampling"};

// What GeometryGuided takes its edges from, and its weights.
enum class Edges { image, normals, depth, both };
inline constexpr std::array<std::string_view, 4> edges_names{"image", "normals", "depth", "both"};
enum class Taps { gaussian, box, given };
inline constexpr std::array<std::string_view, 3> taps_names{"gaussian", "box", "given"};

struct Case {
  Kind kind = Kind::bilateral;
  PixelType type = PixelType::u8;
  int channels = 1;
  AlphaUse alpha = AlphaUse::none;
  int width = 32, height = 16;
  int batch = 1;
  int depth = 1;  // slices
  Content content = Content::noise;
  Holes holes = Holes::none;
  bool fill = false;
  Norm norm = Norm::l2;
  Window window = Window::square;
  Border border = Border::reflect101;
  float border_value = 0.0f;
  float sigma_space = 2.5f;
  float sigma_range = 0.1f;
  int radius = 2;  // -1: left to sigma_space
  int iterations = 1;
  Part part = Part::whole;
  Layout input = Layout::interleaved, output = Layout::interleaved;
  bool exact = true;  // the request; false: the default one
  // with depth
  ThirdAxis third_axis = ThirdAxis::space;
  int radius_depth = 1;   // -1: left to sigma_depth
  float sigma_depth = 0;  // 0: left to sigma_space or radius_depth

  // joint, upsampling, guided, geometry: the guide, normals and depth
  PixelType guide_type = PixelType::u8;
  int guide_channels = 3;  // of the guide
  bool guide_alpha = false;
  bool guide_holes = false;  // NaN and infinities, in floats
  // upsampling, guided_upsampling: the guide's size over the image's
  float ratio_x = 2.0f, ratio_y = 2.0f;
  // guided, guided_upsampling
  float epsilon = 0.01f;
  int subsample = 1;
  bool own_guide = false;
  // geometry
  Edges edges = Edges::image;
  Taps taps = Taps::gaussian;
  // convolution, separable
  int columns = 3, rows = 3;
  bool rank_one = false, gray = false, flip = false;
  bool smoothing = false;  // a separable kernel, symmetric, of positive weights that sum to 1
  float scale = 1.0f, offset = 0.0f;
  // histogram
  int bins = 256;
  int channel = -1;  // all of them
  bool given_range = false;

  std::uint64_t seed = 1;
};

template <class T>
struct CaseField {
  std::string_view name;
  T Case::* member;
};
// The one list of them. filter_of gives each to the filter's field of the same name and type.
inline constexpr std::tuple case_fields{CaseField{"kind", &Case::kind},
                                        CaseField{"type", &Case::type},
                                        CaseField{"channels", &Case::channels},
                                        CaseField{"alpha", &Case::alpha},
                                        CaseField{"width", &Case::width},
                                        CaseField{"height", &Case::height},
                                        CaseField{"batch", &Case::batch},
                                        CaseField{"depth", &Case::depth},
                                        CaseField{"third_axis", &Case::third_axis},
                                        CaseField{"radius_depth", &Case::radius_depth},
                                        CaseField{"sigma_depth", &Case::sigma_depth},
                                        CaseField{"content", &Case::content},
                                        CaseField{"holes", &Case::holes},
                                        CaseField{"fill", &Case::fill},
                                        CaseField{"norm", &Case::norm},
                                        CaseField{"window", &Case::window},
                                        CaseField{"border", &Case::border},
                                        CaseField{"border_value", &Case::border_value},
                                        CaseField{"sigma_space", &Case::sigma_space},
                                        CaseField{"sigma_range", &Case::sigma_range},
                                        CaseField{"radius", &Case::radius},
                                        CaseField{"iterations", &Case::iterations},
                                        CaseField{"part", &Case::part},
                                        CaseField{"input", &Case::input},
                                        CaseField{"output", &Case::output},
                                        CaseField{"exact", &Case::exact},
                                        CaseField{"guide_type", &Case::guide_type},
                                        CaseField{"guide_channels", &Case::guide_channels},
                                        CaseField{"guide_alpha", &Case::guide_alpha},
                                        CaseField{"guide_holes", &Case::guide_holes},
                                        CaseField{"ratio_x", &Case::ratio_x},
                                        CaseField{"ratio_y", &Case::ratio_y},
                                        CaseField{"epsilon", &Case::epsilon},
                                        CaseField{"subsample", &Case::subsample},
                                        CaseField{"own_guide", &Case::own_guide},
                                        CaseField{"edges", &Case::edges},
                                        CaseField{"taps", &Case::taps},
                                        CaseField{"columns", &Case::columns},
                                        CaseField{"rows", &Case::rows},
                                        CaseField{"rank_one", &Case::rank_one},
                                        CaseField{"smoothing", &Case::smoothing},
                                        CaseField{"gray", &Case::gray},
                                        CaseField{"flip", &Case::flip},
                                        CaseField{"scale", &Case::scale},
                                        CaseField{"offset", &Case::offset},
                                        CaseField{"bins", &Case::bins},
                                        CaseField{"channel", &Case::channel},
                                        CaseField{"given_range", &Case::given_range},
                                        CaseField{"seed", &Case::seed}};

// Calls visit(name, value) for each field.
template <class C, class Visit>
void for_each_case_field(C& c, Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field.name, c.*field.member), ...); }, case_fields);
}

// "type=u8 channels=3 ...": all fields.
std::string describe(const Case& c);

// The inverse of describe; fields that are not named keep their defaults. Throws
// std::invalid_argument that names what it cannot read.
Case parse_case(std::string_view text);

// Shapes of the whole image and of its guide, whose slices are images of a batch.
Shape shape_of(const Case& c);
Shape guide_shape_of(const Case& c);

// Whether the result has the size of a guide that is larger than the image.
inline bool enlarges(const Case& c) {
  return c.kind == Kind::upsampling || c.kind == Kind::guided_upsampling;
}

// The size of the whole result: the image's, but for upsampling.
int result_width(const Case& c);
int result_height(const Case& c);

// The whole result's size and the rectangle that is computed; the origin is that of the whole.
Frame frame_of(const Case& c);
// The part of the whole image that is handed in, and its slices.
Rect handed_in(const Case& c);
Slices slices_handed_in(const Case& c);
// Returns such a batch as images of `depth` slices.
template <class Byte>
BasicImageView<Byte> with_depth(BasicImageView<Byte> view, int depth) {
  view.batch /= depth;
  view.depth = depth;
  view.stride.slice = view.stride.batch;
  view.stride.batch *= depth;
  return view;
}

// Whether the library must accept it: lab on three colours, NaN in floats alone.
bool possible(const Case& c);

// Weights that the reference computes: how long it takes.
double cost(const Case& c);

}  // namespace selvage::testing
