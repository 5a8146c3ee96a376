// SPDX-License-Identifier: Apache-2.0
#include "methods/gradient/cases.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <random>
#include <string_view>

#include "core/dispatch.hpp"
#include "core/sample.hpp"

namespace selvage::testing {
namespace {

class Draws {
 public:
  explicit Draws(unsigned seed) : random_(seed) {}

  template <class T, std::size_t n>
  T of(const std::array<T, n>& values) {
    return values[random_() % n];
  }
  template <class Enum>
  Enum named(std::string_view what) {
    const auto& known = names_of<Enum>[random_() % names_of<Enum>.size()];
    note(fmt::format("{} {}", what, known.name));
    return known.value;
  }
  bool one_in(int n) { return random_() % static_cast<unsigned>(n) == 0; }
  double fraction() { return static_cast<double>(random_() % 4096) / 4096.0; }
  void note(const std::string& trait) { traits.insert(trait); }

  std::set<std::string> traits;

 private:
  std::mt19937 random_;
};

// Noise on two steps. One in `holes` pixels is not finite; for integers there are none.
Canvas picture(const Shape& shape, Layout layout, int holes, Draws& draws) {
  Canvas canvas(shape, layout);
  const ImageView view = canvas.view();
  const double low = is_integer(shape.type) || draws.one_in(2) ? 0.0 : -1.0;
  with_pixel_type(shape.type, [&]<class T>() {
    for_each_sample(view, [&](int x, int y, int c, int b) {
      const double v =
          low + (x % 7 > 3 ? 0.4 : 0.0) + (y % 5 > 2 ? 0.2 : 0.0) + 0.4 * draws.fraction();
      write_sample(view.at(x, y, c, b), round_sample<T>(v * full_scale(shape.type)));
      if (!is_integer(shape.type) && holes > 0 && draws.one_in(holes))
        write_sample(view.at(x, y, c, b), round_sample<T>(std::numeric_limits<double>::infinity()));
    });
  });
  return canvas;
}

template <class F>
Filter filter_of(Draws& draws, int radius, Norm norm, bool marked) {
  constexpr std::array spaces{0.3f, 1.5f, 4.0f}, ranges{0.02f, 0.1f, 1.0f};
  F f{.sigma_space = draws.of(spaces),
      .radius = radius,
      .window = draws.named<Window>("window"),
      .border = draws.named<Border>("border"),
      .border_value = 0.25f,
      .alpha = draws.one_in(2) ? Alpha::keep : Alpha::filter};
  if constexpr (requires { f.norm; }) {
    f.norm = norm;
    f.sigma_range = draws.of(ranges);
    draws.note(fmt::format("norm {}", name(norm)));
  }
  if (marked) f.invalid = draws.one_in(2) ? 0.25f : 0.0f;
  draws.note(fmt::format("alpha {}", name(f.alpha)));
  draws.note(fmt::format("radius {}", radius));
  draws.note(std::string(name(Filter(f))));
  return f;
}

}  // namespace

Inputs GradientScene::inputs() const {
  Inputs all{.image = image.view()};
  if (guide) all.guide = guide->view();
  if (mask) all.mask = mask->view();
  return all;
}

Inputs GradientScene::inputs(int b) const {
  Inputs all = inputs();
  for (ConstImageView* view : {&all.image, &all.guide, &all.mask})
    if (*view) *view = view->image(view->batch > 1 ? b : 0);
  return all;
}

GradientScene gradient_scene(unsigned seed, bool many) {
  Draws draws(seed);
  constexpr std::array sizes{std::array{1, 1},  std::array{1, 9},   std::array{16, 5},
                             std::array{33, 7}, std::array{17, 20}, std::array{31, 3},
                             std::array{40, 12}};
  constexpr std::array wide_sizes{std::array{1, 1}, std::array{5, 9}, std::array{33, 7},
                                  std::array{70, 5}};
  constexpr std::array radii{0, 1, 2, 3, 5, 9, 20};
  constexpr std::array channels{1, 2, 3, 4};
  constexpr std::array many_channels{5, 6, 8, 11, 35};
  const auto [width, height] = many ? draws.of(wide_sizes) : draws.of(sizes);
  const auto layout = static_cast<Layout>(draws.of(std::array{0, 1, 2, 3, 4, 5}));
  Shape shape{.type = draws.named<PixelType>("type"),
              .width = width,
              .height = height,
              .channels = many ? draws.of(many_channels) : draws.of(channels),
              .batch = draws.of(std::array{1, 1, 2})};
  shape.alpha = shape.channels > 1 && draws.one_in(2);
  const int holes = draws.of(std::array{0, 0, 15});
  draws.note(fmt::format("layout {}", layout_names[static_cast<std::size_t>(layout)]));
  Norm norm = draws.of(std::array{Norm::l2, Norm::l1, Norm::per_channel});
  const int radius = many ? draws.of(std::array{0, 1, 2, 3, 9}) : draws.of(radii);
  const bool marked = draws.one_in(4);
  const int kind = draws.of(std::array{0, 1, 1, 2});
  const bool few = many && kind == 2 && norm != Norm::per_channel && draws.one_in(2);
  if (few) shape.channels = shape.alpha ? 3 : draws.of(channels);
  draws.note(fmt::format("channels {}{}", shape.channels, shape.alpha ? " with alpha" : ""));
  GradientScene scene{.image = picture(shape, layout, holes, draws),
                      .d_output = picture({.type = PixelType::f32,
                                           .width = width,
                                           .height = height,
                                           .channels = shape.channels,
                                           .batch = shape.batch},
                                          Layout::planar, 0, draws)};
  if (kind == 0) {
    scene.filter = filter_of<Gaussian>(draws, radius, norm, marked);
  } else if (kind == 1) {
    scene.filter = filter_of<Bilateral>(draws, radius, norm, marked);
  } else {
    scene.filter = filter_of<JointBilateral>(draws, radius, norm, marked);
    const auto& joint = std::get<JointBilateral>(scene.filter);
    const int averaged = shape.channels - (shape.alpha && joint.alpha == Alpha::keep ? 1 : 0);
    Shape guide = shape;
    guide.alpha = false;
    guide.type = draws.named<PixelType>("guide");
    guide.channels = norm == Norm::per_channel ? draws.of(std::array{1, averaged})
                     : few                     ? draws.of(many_channels)
                     : many                    ? draws.of(std::array{1, 2, 4, 5, 34})
                                               : draws.of(channels);
    draws.note(fmt::format("guide channels {}", guide.channels));
    scene.guide.emplace(picture(guide, layout, holes, draws));
  }
  if (draws.one_in(3)) {
    draws.note("mask");
    scene.mask.emplace(picture({.width = width, .height = height, .batch = shape.batch},
                               Layout::interleaved, 0, draws));
    for_each_sample(scene.mask->view(), [&](int x, int y, int, int b) {
      if (draws.one_in(5)) *scene.mask->view().at(x, y, 0, b) = std::byte{0};
    });
  }
  scene.traits = draws.traits;
  scene.text = fmt::format("seed {}: {}x{}", seed, width, height);
  for (const std::string& trait : scene.traits) scene.text += ", " + trait;
  return scene;
}

Canvas laid_out(const Canvas& image, Layout layout) {
  const ConstImageView view = image.view();
  Canvas other({.type = view.type,
                .width = view.width,
                .height = view.height,
                .channels = view.channels,
                .alpha = view.alpha,
                .batch = view.batch},
               layout);
  copy_bits(view, other.view());
  return other;
}

}  // namespace selvage::testing
