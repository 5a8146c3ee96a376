// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/scene.hpp"

#include <cmath>

#include "support/pictures.hpp"

namespace selvage::testing {
namespace {

// A mask for each image of the batch when the seed is even, else one for all.
Shape mask_shape(const Case& c) {
  return {.width = c.width, .height = c.height, .batch = (c.seed % 2 == 0 ? c.batch : 1) * c.depth};
}

Shape buffer_shape(const Case& c, int channels) {
  Shape shape = mask_shape(c);
  shape.type = c.guide_type;
  shape.channels = channels;
  return shape;
}

bool has_guide(const Case& c) {
  return c.kind == Kind::joint || enlarges(c) || (c.kind == Kind::guided && !c.own_guide);
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

// `depth`: the slices of each image.
Canvas cut(const Canvas& whole, int depth, Rect rect, Slices slices, Layout layout) {
  const ConstImageView view =
      with_depth(whole.view(), depth).region(rect).slices(slices.first, slices.count);
  Canvas part({.type = view.type,
               .width = view.width,
               .height = view.height,
               .channels = view.channels,
               .alpha = view.alpha,
               .batch = view.batch * view.depth},
              layout);
  for (int b = 0; b < view.batch; ++b)
    for (int z = 0; z < view.depth; ++z)
      copy_bits(view.image(b).slice(z), part.view().image(b * view.depth + z));
  return part;
}

ConstImageView of_batch(const std::optional<Canvas>& canvas, int depth, int image) {
  if (!canvas) return {};
  const ConstImageView view = with_depth(canvas->view(), depth);
  return view.image(view.batch > 1 ? image : 0);
}

ConstImageView all(const std::optional<Canvas>& canvas, int depth) {
  return canvas ? with_depth(ConstImageView(canvas->view()), depth) : ConstImageView{};
}

}  // namespace

Scene::Scene(const Case& c) : problem(c), image(shape_of(c), Layout::interleaved), slices(c.depth) {
  draw(image.view(), c.content, c.seed);
  if (c.alpha == AlphaUse::weight) make_transparent(image.view(), c.seed);
  pierce(image.view(), c.holes, c.seed);
  if (c.holes == Holes::mask) {
    mask.emplace(mask_shape(c), Layout::interleaved);
    draw_mask(mask->view(), c.seed);
  }
  if (has_guide(c)) guide.emplace(drawn(guide_shape_of(c), c, Content::edges, c.seed + 7));
  if (has_normals(c)) normals.emplace(drawn(buffer_shape(c, 3), c, Content::edges, c.seed + 8));
  if (has_depth(c)) depth.emplace(drawn(buffer_shape(c, 1), c, Content::edges, c.seed + 9));
}

Scene Scene::part(Rect rect, Slices held) const {
  const Case& c = problem;
  const auto cut_out = [&](const Canvas& canvas, Rect part, Layout layout) {
    return cut(canvas, slices, part, held, layout);
  };
  Scene scene(c, cut_out(image, rect, c.input), held.count);
  if (mask) scene.mask.emplace(cut_out(*mask, rect, Layout::padded));
  const Rect of_guide = enlarges(c) ? Rect{0, 0, result_width(c), result_height(c)} : rect;
  if (guide) scene.guide.emplace(cut_out(*guide, of_guide, c.output));
  if (normals) scene.normals.emplace(cut_out(*normals, rect, c.output));
  if (depth) scene.depth.emplace(cut_out(*depth, rect, Layout::padded));
  return scene;
}

Inputs Scene::inputs() const {
  return {.image = with_depth(image.view(), slices),
          .guide = all(guide, slices),
          .mask = all(mask, slices),
          .normals = all(normals, slices),
          .depth = all(depth, slices)};
}

Inputs Scene::inputs(int b) const {
  return {.image = with_depth(image.view(), slices).image(b),
          .guide = of_batch(guide, slices, b),
          .mask = of_batch(mask, slices, b),
          .normals = of_batch(normals, slices, b),
          .depth = of_batch(depth, slices, b)};
}

std::vector<std::byte> Scene::bytes() const {
  std::vector<std::byte> all_bytes = image.bytes();
  for (const auto& canvas : {&guide, &mask, &normals, &depth})
    if (*canvas)
      all_bytes.insert(all_bytes.end(), (*canvas)->bytes().begin(), (*canvas)->bytes().end());
  return all_bytes;
}

Inputs shapes_of(const Case& c) {
  const auto view = [&](const Shape& s) {
    ConstImageView v =
        interleaved(static_cast<const void*>(nullptr), s.type, s.width, s.height, s.channels);
    v.alpha = s.alpha;
    v.batch = s.batch;
    return with_depth(v, c.depth);
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
