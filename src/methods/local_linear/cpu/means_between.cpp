// SPDX-License-Identifier: Apache-2.0
#include "methods/local_linear/cpu/means_between.hpp"

#include <algorithm>
#include <utility>

#include "core/checked.hpp"

namespace selvage::cpu {

MeansBetween::MeansBetween(const LocalLinearShape& shape, const LinearLoops& loops)
    : shape_(shape),
      loops_(loops),
      above_(checked_mul(shape.planes.model_planes(), shape.means)),
      below_(above_.size()),
      blended_(above_.size()),
      between_(checked_mul(shape.planes.model_planes(), shape.pixels)),
      here_(checked_mul(1, shape.pixels)),
      next_(checked_mul(1, shape.pixels)),
      columns_(checked_mul(1, shape.pixels)) {}

void MeansBetween::run(GridMeans& means, const Source& grid, const LinearLoader& loader,
                       const Rect& rect, const Emit& emit) {
  const auto reach = [](const FittedAxis& axis, int first, int count, int side) {
    return std::pair{axis.before(first), std::min(axis.before(first + count - 1) + 1, side - 1)};
  };
  const Fitting& fitting = shape_.fitting;
  const auto [left, right] = reach(fitting.x, rect.x, rect.width, grid.frame.width);
  const auto [top, bottom] = reach(fitting.y, rect.y, rect.height, grid.frame.height);
  const Rect fitted{left, top, right - left + 1, bottom - top + 1};
  for (int i = 0; i < rect.width; ++i) {
    const FittedAxis::Shares shares = fitting.x.shares(rect.x + i);
    here_.data()[i] = shares.here;
    next_.data()[i] = shares.next;
    columns_.data()[i] = fitting.x.before(rect.x + i) - left;
  }
  std::fill(columns_.data() + rect.width, columns_.data() + columns_.size(),
            columns_.data()[rect.width - 1]);
  means.run(grid, fitted, loader, shape_.planes, [&](int y, const double* sums) {
    std::swap(above_, below_);
    normalise(sums, fitted.width, below_.data());
    if (y > fitted.y) emit_rows(rect, y - 1, emit);
  });
  std::swap(above_, below_);  // below the grid's last row there is none
  below_.clear();
  emit_rows(rect, bottom, emit);
}

// Turns sums of models into means; the last plane tells where there is one.
void MeansBetween::normalise(const double* sums, int pixels, double* to) const {
  const int last = shape_.planes.model_planes() - 1;
  const std::ptrdiff_t stride = shape_.means;
  const double* const counts = sums + last * stride;
  for (int plane = 0; plane < last; ++plane)
    for (int i = 0; i < pixels; ++i)
      to[plane * stride + i] = counts[i] > 0 ? sums[plane * stride + i] / counts[i] : 0.0;
  for (int i = 0; i < pixels; ++i) to[last * stride + i] = counts[i] > 0 ? 1.0 : 0.0;
  for (int plane = 0; plane <= last; ++plane) to[plane * stride + pixels] = 0.0;
}

// Emits the rows between row y of the grid and the next.
void MeansBetween::emit_rows(const Rect& rect, int y, const Emit& emit) {
  const FittedAxis& axis = shape_.fitting.y;
  const int planes = shape_.planes.model_planes();
  const int first = std::max(rect.y, axis.end(y - 1));
  const int end = std::min(rect.y + rect.height, axis.end(y));
  for (int row = first; row < end; ++row) {
    const FittedAxis::Shares shares = axis.shares(row);
    loops_.blend(shares.here, above_.data(), shares.next, below_.data(), planes * shape_.means,
                 blended_.data());
    loops_.spread({.planes = planes,
                   .pixels = rect.width,
                   .from = blended_.data(),
                   .stride = shape_.means,
                   .columns = columns_.data(),
                   .here = here_.data(),
                   .next = next_.data(),
                   .to = between_.data(),
                   .to_stride = shape_.pixels});
    emit(row, between_.data());
  }
}

}  // namespace selvage::cpu
