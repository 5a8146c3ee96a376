// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/scene.hpp"

#include <cmath>

#include "support/pictures.hpp"

namespace selvage::testing {
namespace {

// A mask for each image of the batch when the seed is even, else one for all.
Shape mask_shape(const Case& c) {
  return {.width = c.width, .height = c.height, .batch = c.seed % 2 == 0 ? c.batch : 1};
}

Shape buffer_shape(const Case& c, int channels) {
  Shape shape = mask_shape(c);
  shape.type = c.guide_type;
  shape.channels = channels;
  return shape;
}

bool has_guide(const Case& c) {
  return c.kind == Kind::joint || c.kind == Kind::upsampling;
}

bool has_normals(const Case& c) {
  return c.kind == Kind::geometry && (c.edges == Edges::normals || c.edges == Edges::both);
}

bool has_depth(const Case& c) {
  return c.kind == Kind::geometry && (c.edges == Edges::depth || c.edges == Edges::both);
}

Canvas drawn(const Shape& shape, const Case& c, Content content, std::uint64_t seed) {
  Canvas canvas(shape, Layout::interleaved);
  draw(canvas.view(), content, seed);
  if (c.guide_holes) pierce(canvas.view(), seed % 2 == 0 ? Holes::nan : Holes::infinity, seed);
  return canvas;
}

Canvas cut(const Canvas& whole, Rect rect, Layout layout) {
  const ConstImageView view = whole.view().region(rect);
  Canvas part({.type = view.type,
               .width = view.width,
               .height = view.height,
               .channels = view.channels,
               .alpha = view.alpha,
               .batch = view.batch},
              layout);
  copy_bits(view, part.view());
  return part;
}

ConstImageView of_batch(const std::optional<Canvas>& canvas, int image) {
  if (!canvas) return {};
  const ConstImageView view = canvas->view();
  return view.image(view.batch > 1 ? image : 0);
}

ConstImageView all(const std::optional<Canvas>& canvas) {
  return canvas ? canvas->view() : ConstImageView{};
}

}  // namespace

Scene::Scene(const Case& c) : problem(c), image(shape_of(c), Layout::interleaved) {
  draw(image.view(), c.content, c.seed);
  pierce(image.view(), c.holes, c.seed);
  if (c.holes == Holes::mask) {
    mask.emplace(mask_shape(c), Layout::interleaved);
    draw_mask(mask->view(), c.seed);
  }
  if (has_guide(c)) guide.emplace(drawn(guide_shape_of(c), c, Content::edges, c.seed + 7));
  if (has_normals(c)) normals.emplace(drawn(buffer_shape(c, 3), c, Content::edges, c.seed + 8));
  if (has_depth(c)) depth.emplace(drawn(buffer_shape(c, 1), c, Content::edges, c.seed + 9));
}

Scene Scene::part(Rect rect) const {
  const Case& c = problem;
  Scene scene(c, cut(image, rect, c.input));
  if (mask) scene.mask.emplace(cut(*mask, rect, Layout::padded));
  const Rect of_guide =
      c.kind == Kind::upsampling ? Rect{0, 0, result_width(c), result_height(c)} : rect;
  if (guide) scene.guide.emplace(cut(*guide, of_guide, c.output));
  if (normals) scene.normals.emplace(cut(*normals, rect, c.output));
  if (depth) scene.depth.emplace(cut(*depth, rect, Layout::padded));
  return scene;
}

Inputs Scene::inputs() const {
  return {.image = image.view(),
          .guide = all(guide),
          .mask = all(mask),
          .normals = all(normals),
          .depth = all(depth)};
}

Inputs Scene::inputs(int b) const {
  return {.image = image.view().image(b),
          .guide = of_batch(guide, b),
          .mask = of_batch(mask, b),
          .normals = of_batch(normals, b),
          .depth = of_batch(depth, b)};
}

std::vector<std::byte> Scene::bytes() const {
  std::vector<std::byte> all_bytes = image.bytes();
  for (const auto& canvas : {&guide, &mask, &normals, &depth})
    if (*canvas)
      all_bytes.insert(all_bytes.end(), (*canvas)->bytes().begin(), (*canvas)->bytes().end());
  return all_bytes;
}

Inputs shapes_of(const Case& c) {
  const auto view = [](const Shape& s) {
    ConstImageView v =
        interleaved(static_cast<const void*>(nullptr), s.type, s.width, s.height, s.channels);
    v.alpha = s.alpha;
    v.batch = s.batch;
    return v;
  };
  Inputs inputs{.image = view(shape_of(c))};
  if (has_guide(c)) inputs.guide = view(guide_shape_of(c));
  if (c.holes == Holes::mask) inputs.mask = view(mask_shape(c));
  if (has_normals(c)) inputs.normals = view(buffer_shape(c, 3));
  if (has_depth(c)) inputs.depth = view(buffer_shape(c, 1));
  return inputs;
}

Shape result_shape_of(const Case& c) {
  Shape shape = shape_of(c);
  shape.width = result_width(c);
  shape.height = result_height(c);
  if (c.gray) shape.channels = shape.alpha ? 2 : 1;
  return shape;
}

}  // namespace selvage::testing
