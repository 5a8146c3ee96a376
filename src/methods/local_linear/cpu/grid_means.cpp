// SPDX-License-Identifier: Apache-2.0
#include "methods/local_linear/cpu/grid_means.hpp"

#include <algorithm>

#include "core/checked.hpp"

namespace selvage::cpu {
namespace {

std::size_t planes(int count, std::ptrdiff_t stride) {
  return checked_mul(count, stride);
}

}  // namespace

GridMeans::GridMeans(const Problem& problem, const LocalLinearShape& shape,
                     const LinearLoops& loops)
    : shape_(shape),
      loops_(loops),
      window_(shape.window),
      centre_(guide_centre(guide_type(problem))),
      room_(shape.loaded),
      pixel_sums_(shape.window, planes(shape.planes.pixel_planes(), shape.models), loops),
      model_sums_(shape.window, planes(shape.planes.model_planes(), shape.means), loops),
      pixels_(planes(shape.planes.pixel_planes(), shape.loaded)),
      rows_(planes(2, shape.loaded)),
      row_sums_(std::max(planes(shape.planes.pixel_planes(), shape.models),
                         planes(shape.planes.model_planes(), shape.means))),
      sums_(row_sums_.size()),
      models_(planes(shape.planes.model_planes(), shape.models)),
      valid_rows_(planes(shape.radius + 1, shape.models)) {
  const double full = full_scale(guide_type(problem));
  epsilon_ = double{shape.fitting.filter.epsilon} * full * full;
}

double* GridMeans::valid_row(int y) {
  const int rows = shape_.radius + 1;
  return valid_rows_.data() + ((y % rows + rows) % rows) * shape_.models;
}

bool GridMeans::all_valid(const Source& source, const Rect& rect, const LinearLoader& loader) {
  const int around = 2 * shape_.radius;
  for (int y = rect.y - around; y < rect.y + rect.height + around; ++y)
    if (!loader.load(source, rect.x - around, y, rect.width + 2 * around, room_)) return false;
  return true;
}

// Loads row y and sums its windows along the row.
void GridMeans::load(const Source& source, const Rect& rect, int y, const LinearLoader& loader,
                     const LinearPlanes& p) {
  const int r = shape_.radius, models = rect.width + 2 * r, loaded = rect.width + 4 * r;
  const bool all = loader.load(source, rect.x - 2 * r, y, loaded, room_, p.counted);
  const std::uint8_t* const valid = all ? nullptr : room_.valid.data();
  loader.put_guide(room_, loaded, valid, pixels_.data(), shape_.loaded);
  loader.put_values(room_, loaded, valid, pixels_.data() + p.guides * shape_.loaded, shape_.loaded);
  if (p.counted) {
    double* const counts = pixels_.data() + (p.pixel_planes() - 1) * shape_.loaded;
    for (int i = 0; i < loaded; ++i) counts[i] = room_.valid.data()[i];
    std::copy_n(counts + r, models, valid_row(y));
  }
  loops_.products(p, loaded, pixels_.data(), shape_.loaded);
  for (int plane = 0; plane < p.pixel_planes(); ++plane)
    loops_.row_sums(window_, pixels_.data() + plane * shape_.loaded, models, rows_.data(),
                    shape_.loaded, row_sums_.data() + plane * shape_.models);
}

void GridMeans::run(const Source& source, const Rect& rect, const LinearLoader& loader,
                    const LinearPlanes& p,
                    const std::function<void(int y, const double* sums)>& emit) {
  const std::size_t of_pixels = planes(p.pixel_planes(), shape_.models);
  const std::size_t of_models = planes(p.model_planes(), shape_.means);
  const int r = shape_.radius, models = rect.width + 2 * r;
  const double window = 1.0 * shape_.window * shape_.window;
  for (int y = rect.y - 2 * r; y < rect.y + rect.height + 2 * r; ++y) {
    load(source, rect, y, loader, p);
    pixel_sums_.push(row_sums_.data(), of_pixels, sums_.data());
    if (y < rect.y) continue;  // windows around row y - radius are not complete
    loops_.fit({.planes = p,
                .pixels = models,
                .sums = sums_.data(),
                .models = models_.data(),
                .stride = shape_.models,
                .valid = p.counted ? valid_row(y - r) : nullptr,
                .reciprocal = 1.0 / window,
                .epsilon = epsilon_,
                .guide_centre = centre_});
    for (int plane = 0; plane < p.model_planes(); ++plane)
      loops_.row_sums(window_, models_.data() + plane * shape_.models, rect.width, rows_.data(),
                      shape_.loaded, row_sums_.data() + plane * shape_.means);
    model_sums_.push(row_sums_.data(), of_models, sums_.data());
    if (y >= rect.y + 2 * r) emit(y - 2 * r, sums_.data());
  }
}

}  // namespace selvage::cpu
