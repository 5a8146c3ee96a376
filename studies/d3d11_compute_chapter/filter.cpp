// SPDX-License-Identifier: Apache-2.0
#include "d3d11_compute_chapter/filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "d3d11_compute_chapter/chapter_arguments.h"
#include "d3d11_compute_chapter/weights.hpp"

namespace selvage::studies::d3d11 {
namespace {

constexpr std::size_t pixel_bytes = sizeof(float[4]);

RungCode code_of(const LadderRung& rung, const Parameters& p, bool vertical) {
  const GroupSize group = rung.order == Order::square ? p.square : vertical ? p.column : p.row;
  return {.file = rung.file,
          .group = group,
          .defines = {{"RADIUS", fmt::format("{}", p.radius)},
                      {"RANGE_SIGMA", fmt::format("{:#.9g}f", p.sigma_range)},
                      {"VERTICAL", vertical ? "1" : "0"},
                      {"FROM_TEXTURE", rung.texture ? "1" : "0"}},
          .tables = {{"SQUARE_WEIGHTS", square_weights(p)}, {"ROW_WEIGHTS", row_weights(p)}}};
}

std::size_t local_bytes(const LadderRung& rung, const Parameters& p, GroupSize group) {
  if (rung.order == Order::square) return 0;
  const int slots = group.width * group.height + 2 * p.radius;
  return pixel_bytes * static_cast<std::size_t>(slots * (rung.products ? p.radius : 1));
}

}  // namespace

Canvas make_canvas(Session& session, const ConstImageView& image) {
  Canvas canvas{.width = image.width, .height = image.height};
  canvas.in = bench::upload(session.place(), image);
  const std::size_t bytes =
      pixel_bytes * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  canvas.between = session.place().device->buffer(bytes);
  canvas.out = session.place().device->buffer(bytes);
  canvas.texture = make_plane_texture(session, *canvas.in, image.width, image.height, 4);
  return canvas;
}

ReadyRung::ReadyRung(Session& session, const LadderRung& rung, const Parameters& p)
    : rung_(&rung), weights_(row_weights(p)) {
  const auto add = [&](bool vertical) {
    const RungCode code = code_of(rung, p, vertical);
    passes_.push_back({Rung(session, code), local_bytes(rung, p, code.group)});
  };
  add(rung.order == Order::columns_first);
  if (rung.order != Order::square) add(rung.order == Order::rows_first);
}

void ReadyRung::enqueue_pass(gpu::Stream& stream, const Canvas& canvas, int pass) const {
  const gpu::Buffer* from = rung_->texture ? &canvas.texture->argument() : canvas.in.get();
  if (pass > 0) from = canvas.between.get();
  const gpu::Buffer* to = pass + 1 < passes() ? canvas.between.get() : canvas.out.get();
  const std::array buffers{from, to};
  const Pass& p = passes_[static_cast<std::size_t>(pass)];
  const ChapterPlane plane{canvas.width, canvas.height};
  if (!rung_->constants) {
    p.code.enqueue(stream, canvas.width, canvas.height, buffers, plane, p.local_bytes);
    return;
  }
  ChapterConstants constants{.plane = plane, .weights = {}};
  std::ranges::copy(weights_, std::begin(constants.weights));
  p.code.enqueue(stream, canvas.width, canvas.height, buffers, constants, p.local_bytes);
}

void ReadyRung::enqueue(gpu::Stream& stream, const Canvas& canvas) const {
  for (int pass = 0; pass < passes(); ++pass) enqueue_pass(stream, canvas, pass);
}

Image ReadyRung::run(Session& session, const Canvas& canvas) const {
  enqueue(*session.place().stream, canvas);
  Image image(PixelType::f32, canvas.width, canvas.height, 4);
  bench::download(session.place(), *canvas.out, image);
  return image;
}

}  // namespace selvage::studies::d3d11
