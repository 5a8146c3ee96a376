// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/factors.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>

#include "conformance/cases/levels.hpp"

namespace selvage::testing {
namespace {

// `coarse`: of candidates whose weights are too coarse for AlphaUse::weight.
Factor formats(bool coarse = false) {
  struct Format {
    int channels;
    AlphaUse alpha;
  };
  Factor factor;
  using enum AlphaUse;
  constexpr Format all[] = {{1, none},   {2, none},   {3, none},   {4, none},
                            {2, keep},   {2, filter}, {3, keep},   {4, keep},
                            {4, filter}, {2, weight}, {3, weight}, {4, weight}};
  for (const Format f : all)
    if (!coarse || f.alpha != AlphaUse::weight)
      factor.emplace_back([=](Case& c) {
        c.channels = f.channels;
        c.alpha = f.alpha;
      });
  return factor;
}

// One pixel, one row, one column, around a vector's width, larger than a tile's row.
Factor sizes() {
  return pairs(&Case::width, &Case::height,
               {{1, 1}, {1, 9}, {9, 1}, {31, 7}, {32, 16}, {33, 13}, {64, 48}, {3, 200}, {300, 5}});
}

// The constant border also with the value that Holes::value makes invalid.
Factor borders() {
  Factor factor;
  for (const auto& [value, name] : names_of<Border>)
    if (value != Border::constant)
      factor.emplace_back([level = value](Case& c) { c.border = level; });
  for (const float value : {0.75f, hole_value})
    factor.emplace_back([=](Case& c) {
      c.border = Border::constant;
      c.border_value = value;
    });
  return factor;
}

Factor types() {
  return levels(&Case::type);
}

Factor norms() {
  return levels(&Case::norm);
}

Factor windows() {
  return levels(&Case::window);
}

Factor radii() {
  return levels(&Case::radius, {0, 1, 2, 4, 7, 16, 17, 40, -1});
}

Factor spaces() {
  return levels(&Case::sigma_space, {0.5f, 2.5f, 12.0f});
}

Factor ranges() {
  return levels(&Case::sigma_range, {0.02f, 0.1f, 1.0f});
}

Factor contents() {
  return levels(&Case::content, {Content::noise, Content::edges, Content::photo, Content::impulses,
                                 Content::faint, Content::bright, Content::flat});
}

Factor holes() {
  return levels(&Case::holes,
                {Holes::none, Holes::nan, Holes::infinity, Holes::value, Holes::most, Holes::mask});
}

Factor fills() {
  return levels(&Case::fill, {false, true});
}

Factor iterations() {
  return levels(&Case::iterations, {1, 2, 3});
}

constexpr std::initializer_list<Layout> all_layouts{Layout::interleaved, Layout::planar,
                                                    Layout::padded,      Layout::flipped_x,
                                                    Layout::flipped_y,   Layout::inside};

// Batch, part, layouts, request.
void add_places(std::vector<Factor>& factors) {
  factors.push_back(levels(&Case::batch, {1, 3}));
  factors.push_back(levels(&Case::part, {Part::whole, Part::region, Part::frame}));
  factors.push_back(levels(&Case::input, all_layouts));
  factors.push_back(levels(&Case::output, all_layouts));
  factors.push_back(levels(&Case::exact, {true, false}));
}

// Of another image: its type, channels and holes.
Factor guides() {
  using enum PixelType;
  return guide_factor({{u8, 3, false, false},
                       {u8, 1, false, false},
                       {u16, 2, false, false},
                       {f16, 3, false, true},
                       {f32, 1, false, true},
                       {f32, 3, false, false},
                       {u8, 4, true, false},
                       {f32, 4, false, true}});
}

Factor ratios() {
  return pairs(&Case::ratio_x, &Case::ratio_y,
               {{1.0f, 1.0f}, {2.0f, 2.0f}, {2.7f, 1.3f}, {4.0f, 3.0f}});
}

Factor kernels(int largest) {
  return pairs(&Case::columns, &Case::rows,
               {{3, 3}, {1, 1}, {5, 5}, {13, 9}, {1, 9}, {largest, 3}, {21, 21}});
}

// For filters with a kernel: validity without filling.
std::vector<Factor> kernel_factors(int largest) {
  return {kernels(largest),
          borders(),
          sizes(),
          contents(),
          holes(),
          levels(&Case::gray, {false, true}),
          levels(&Case::flip, {false, true}),
          levels(&Case::scale, {1.0f, -0.3f, 3.0f}),
          levels(&Case::offset, {0.0f, 0.5f}),
          levels(&Case::rank_one, {false, true})};
}

std::vector<Factor> geometry_factors() {
  return {levels(&Case::edges, {Edges::image, Edges::normals, Edges::depth, Edges::both}),
          levels(&Case::taps, {Taps::gaussian, Taps::box, Taps::given}),
          guides(),
          sizes(),
          radii(),
          spaces(),
          ranges(),
          contents(),
          levels(&Case::holes, {Holes::none, Holes::nan, Holes::infinity})};
}

std::vector<Factor> guided_factors() {
  return {guides(),
          levels(&Case::own_guide, {false, true}),
          borders(),
          levels(&Case::epsilon, {1e-6f, 1e-4f, 0.01f, 1.0f}),
          levels(&Case::subsample, {1, 2, 3, 8}),
          sizes(),
          levels(&Case::radius, {0, 1, 2, 3, 7, 8, 16}),
          contents(),
          holes(),
          fills()};
}

std::vector<Factor> guided_upsampling_factors() {
  return {guides(),   borders(), levels(&Case::epsilon, {1e-6f, 1e-4f, 0.01f, 1.0f}),
          ratios(),   sizes(),   levels(&Case::radius, {0, 1, 2, 7}),
          contents(), holes(),   fills()};
}

std::vector<Factor> histogram_factors() {
  return {levels(&Case::bins, {1, 7, 256, 1000, 65536}),
          levels(&Case::channel, {-1, 0, 3}),
          levels(&Case::given_range, {false, true}),
          sizes(),
          contents(),
          levels(&Case::holes, {Holes::none, Holes::nan, Holes::infinity})};
}

// What is a filter's own, and validity.
std::vector<Factor> own_factors(Kind kind) {
  switch (kind) {
    case Kind::joint:
      return {guides(), norms(),  windows(),  borders(), ranges(), sizes(),
              radii(),  spaces(), contents(), holes(),   fills()};
    case Kind::upsampling:
      return {guides(), norms(),    windows(), borders(),
              ranges(), sizes(),    ratios(),  levels(&Case::radius, {0, 1, 2, 4, 7}),
              spaces(), contents(), holes(),   fills()};
    case Kind::rolling:
      return {norms(),     windows(),
              borders(),   levels(&Case::sigma_range, {0.1f, 0.3f, 1.0f}),
              sizes(),     levels(&Case::radius, {0, 1, 2, 4, 7, 17, -1}),
              spaces(),    contents(),
              holes(),     fills(),
              iterations()};
    case Kind::geometry: return geometry_factors();
    case Kind::gaussian:
      return {windows(),  borders(), sizes(), radii(),     spaces(),
              contents(), holes(),   fills(), iterations()};
    case Kind::box:
      return {borders(), sizes(), radii(), contents(), holes(), fills(), iterations()};
    case Kind::convolution: return kernel_factors(63);
    case Kind::separable: return kernel_factors(131);
    case Kind::histogram: return histogram_factors();
    case Kind::guided: return guided_factors();
    case Kind::guided_upsampling: return guided_upsampling_factors();
    case Kind::bilateral: break;
  }
  return {};
}

}  // namespace

Factor guide_factor(std::initializer_list<GuideForm> guides) {
  Factor factor;
  for (const GuideForm g : guides)
    factor.emplace_back([=](Case& c) {
      c.guide_type = g.type;
      c.guide_channels = g.channels;
      c.guide_alpha = g.alpha;
      c.guide_holes = g.holes;
    });
  return factor;
}

std::vector<Factor> byte_mean_factors() {
  const Factor of_bytes{[](Case& c) { c.type = PixelType::u8; }};
  std::vector<Factor> factors{
      levels(&Case::radius, {0, 1, 2, 3, 5, 8, 9, 13, 16, 24}),
      levels(&Case::kind, {Kind::gaussian, Kind::box}),
      of_bytes,
      levels(&Case::channels, {1, 2, 3, 4}),
      levels(&Case::alpha, {AlphaUse::none, AlphaUse::filter}),
      levels(&Case::border,
             {Border::reflect101, Border::reflect, Border::clamp, Border::wrap, Border::constant}),
      levels(&Case::border_value, {0.0f, 0.75f}),
      levels(&Case::width, {1, 9, 31, 131, 160}),
      levels(&Case::height, {1, 7, 16, 33, 100}),
      spaces(),
      contents()};
  add_places(factors);
  factors.push_back(levels(&Case::exact, {false}));  // whatever a request was before
  return factors;
}

std::vector<Factor> byte_smoothing_factors() {
  const Factor of_smoothing{[](Case& c) {
    c.type = PixelType::u8;
    c.smoothing = true;
  }};
  std::vector<Factor> factors{levels(&Case::columns, {3, 1, 5, 9, 17, 31}),
                              levels(&Case::rows, {3, 1, 7, 17, 25}),
                              levels(&Case::kind, {Kind::separable, Kind::convolution}),
                              of_smoothing,
                              levels(&Case::channels, {1, 2, 3, 4}),
                              levels(&Case::alpha, {AlphaUse::none, AlphaUse::filter}),
                              borders(),
                              levels(&Case::flip, {false, true}),
                              levels(&Case::width, {1, 9, 31, 131, 160}),
                              levels(&Case::height, {1, 7, 16, 33, 100}),
                              contents()};
  add_places(factors);
  factors.push_back(levels(&Case::exact, {false}));  // whatever a request was before
  return factors;
}

std::vector<Factor> level_factors() {
  const Factor of_levels{[](Case& c) {
    c.type = PixelType::u8;
    c.window = Window::square;
  }};
  std::vector<Factor> factors{
      levels(&Case::radius, {0, 1, 2, 7, 16, 24, 40, -1}),
      formats(true),
      of_levels,
      levels(&Case::norm, {Norm::per_channel}),
      levels(&Case::border,
             {Border::reflect101, Border::reflect, Border::clamp, Border::wrap, Border::constant}),
      levels(&Case::border_value, {0.0f, 0.75f}),
      levels(&Case::width, {1, 2, 31, 131}),
      levels(&Case::height, {1, 6, 37, 70}),
      levels(&Case::sigma_space, {0.5f, 2.5f, 6.0f, 12.0f}),
      levels(&Case::sigma_range, {0.035f, 0.1f, 0.3f, 2.0f}),
      contents()};
  add_places(factors);
  factors.push_back(levels(&Case::exact, {false}));  // whatever a request was before
  return factors;
}

std::vector<Factor> table_factors() {
  const Factor of_tables{[](Case& c) {
    c.type = PixelType::u8;
    c.guide_type = PixelType::u8;
  }};
  std::vector<Factor> factors{
      levels(&Case::radius, {0, 1, 2, 7, 12, 24, -1}),
      levels(&Case::kind, {Kind::bilateral, Kind::joint}),
      formats(true),
      of_tables,
      levels(&Case::guide_channels, {1, 3}),
      levels(&Case::norm, {Norm::l1, Norm::per_channel}),
      windows(),
      levels(&Case::border, {Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                             Border::constant, Border::copy}),
      levels(&Case::border_value, {0.0f, 0.75f}),
      levels(&Case::width, {1, 31, 70, 131, 300}),
      levels(&Case::height, {1, 6, 37}),
      levels(&Case::sigma_space, {0.5f, 2.5f, 6.0f, 12.0f}),
      levels(&Case::sigma_range, {0.01f, 0.06f, 0.1f, 0.12f, 0.2f, 1.0f}),
      contents()};
  add_places(factors);
  factors.push_back(levels(&Case::exact, {false}));  // whatever a request was before
  return factors;
}

std::vector<Factor> product_factors() {
  const Factor of_bytes{[](Case& c) {
    c.type = PixelType::u8;
    c.exact = false;
  }};
  // Sigmas that are usual for each norm, and wide and narrow ones.
  const auto of = [](Norm norm, float sigma_range) {
    return [=](Case& c) {
      c.norm = norm;
      c.sigma_range = sigma_range;
    };
  };
  std::vector<Factor> factors{levels(&Case::radius, {0, 1, 2, 4, 7, 16, 40, -1}),
                              levels(&Case::kind, {Kind::bilateral, Kind::joint}),
                              {of(Norm::l2, 0.008f), of(Norm::l2, 0.1f), of(Norm::l2, 1.0f),
                               of(Norm::luma, 0.1f), of(Norm::lab, 0.06f), of(Norm::lab, 0.3f)},
                              formats(true),
                              of_bytes,
                              levels(&Case::guide_type, {PixelType::u8, PixelType::u16}),
                              levels(&Case::guide_channels, {1, 2, 3}),
                              windows(),
                              borders(),
                              levels(&Case::border_value, {0.0f, 0.75f}),
                              levels(&Case::width, {1, 31, 70, 131}),
                              levels(&Case::height, {1, 6, 37}),
                              levels(&Case::sigma_space, {0.5f, 2.5f, 6.0f, 12.0f}),
                              holes(),
                              fills(),
                              contents()};
  add_places(factors);
  factors.push_back(levels(&Case::exact, {false}));  // whatever a request was before
  return factors;
}

std::vector<Factor> depth_factors() {
  std::vector<Factor> factors{
      levels(&Case::kind, {Kind::bilateral, Kind::joint, Kind::gaussian, Kind::box}),
      levels(&Case::depth, {5, 2, 3, 9}),
      levels(&Case::third_axis),
      levels(&Case::radius_depth, {1, 0, 2, 4, -1}),
      levels(&Case::sigma_depth, {0.0f, 0.7f, 3.0f}),
      types(),
      formats(),
      norms(),
      windows(),
      borders(),
      ranges(),
      guides(),
      levels(&Case::radius, {0, 1, 2, 3, 17, -1}),
      spaces(),
      pairs(&Case::width, &Case::height, {{9, 7}, {1, 1}, {1, 9}, {31, 5}, {33, 13}, {300, 2}}),
      contents(),
      holes(),
      fills(),
      levels(&Case::iterations, {1, 2})};
  add_places(factors);
  return factors;
}

std::vector<Factor> main_factors() {
  return {types(), formats(), norms(), windows(), borders(), ranges()};
}

std::vector<Factor> other_factors() {
  std::vector<Factor> factors{sizes(), radii(), spaces(),    contents(),
                              holes(), fills(), iterations()};
  add_places(factors);
  return factors;
}

std::vector<Factor> factors_of(Kind kind) {
  const Factor of_kind{[kind](Case& c) { c.kind = kind; }};
  std::vector<Factor> factors{types(), formats(), of_kind};
  std::ranges::move(own_factors(kind), std::back_inserter(factors));
  add_places(factors);
  return factors;
}

}  // namespace selvage::testing
