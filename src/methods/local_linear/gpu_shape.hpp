// SPDX-License-Identifier: Apache-2.0
#pragma once
// The memory of local linear models on a GPU: a group's, and planes of numbers between kernels.

#include <cstdint>

#include "methods/local_linear/int64_shape.hpp"
#include "methods/local_linear/local_linear_shape.hpp"

namespace selvage {

// Returns the local memory of a group that sums along rows (height 1) or columns: the numbers of
// its windows, twice.
inline std::size_t sums_local_bytes(const WorkGroup& group, int radius) {
  const bool rows = group.height == 1;
  const int across = group.width + (rows ? 2 * radius : 0);
  const int down = group.height + (rows ? 0 : 2 * radius);
  return checked_mul(2, sizeof(double), across, down);
}

// Planes of numbers in scratch: their columns, rows and count.
struct ScratchPlanes {
  int width, height, planes;
  std::size_t offset = 0;  // bytes
  std::size_t number = sizeof(double);

  std::size_t row() const { return checked_mul(width, number); }
  std::size_t plane() const { return checked_mul(row(), height); }
  std::size_t image() const { return checked_mul(plane(), planes); }
};

// Scratch for results on a rectangle of the grid of this size.
struct LinearScratch {
  ScratchPlanes pixel_rows, models, model_rows, means;
  std::size_t total = 0;

  LinearScratch(const LinearPlanes& planes, int radius, bool coarse, int width, int height,
                int batch)
      : pixel_rows{width + 2 * radius, height + 4 * radius, planes.pixel_planes()},
        models{width + 2 * radius, height + 2 * radius, planes.model_planes()},
        model_rows{width, height + 2 * radius, planes.model_planes()},
        means{width, height, coarse ? planes.model_planes() : 0} {
    for (ScratchPlanes* const part : {&pixel_rows, &models, &model_rows, &means}) {
      part->offset = total;
      total = checked_add(total, checked_mul(part->image(), batch));
    }
  }
};

// Returns the scratch for an image of this size, of which any part may be computed.
inline std::size_t linear_scratch_bytes(const Problem& problem, std::size_t width,
                                        std::size_t height, int batch) {
  const Fitting fitting(problem);
  return LinearScratch(LinearPlanes(problem), grid_radius(fitting.filter), fitting.between,
                       fitting.grid_columns(static_cast<int>(width)),
                       fitting.grid_rows(static_cast<int>(height)), batch)
      .total;
}

// The largest radius for which half of a group's items or more compute windows.
inline constexpr int largest_whole_radius = 128;

// Returns the items of a group whose items are neighbours in a row, of which 2 radius have no
// window.
inline int whole_group_width(int radius) {
  return radius <= 32 ? 256 : 512;
}

// Returns how many of these groups share a multiprocessor's registers.
inline int whole_groups_at_a_time(int width) {
  return width > 256 ? 1 : 2;
}

// CHUNK and ROWS of gpu/guided_whole_numbers.h.
inline constexpr int whole_chunk = 32, whole_rows = 2;

// Returns the local memory of such a group.
inline std::size_t whole_local_bytes(const LinearPlanes& planes, int radius) {
  const int width = whole_group_width(radius);
  return checked_mul(sizeof(std::int32_t), whole_rows,
                     std::max(planes.pixel_planes(), planes.model_planes()),
                     width + 3 * (width / whole_chunk));
}

// The same in fixed point of 64 bits.
inline constexpr int fixed_rows = 1;

// Returns the planes that it sums, without those of counts of valid pixels, but with that of
// samples beyond the limits.
inline int fixed_planes(const Problem& problem, bool models) {
  const LinearPlanes planes = LinearPlanes(problem).uncounted();
  return (models ? planes.model_planes() : planes.pixel_planes()) +
         (Int64Scale(problem).checks() ? 1 : 0);
}

inline std::size_t fixed_local_bytes(const Problem& problem, int width) {
  return checked_mul(sizeof(std::int64_t), fixed_rows,
                     std::max(fixed_planes(problem, false), fixed_planes(problem, true)),
                     width + 3 * (width / whole_chunk));
}

// Returns the items of such a group: fewer where local memory is small.
inline int fixed_group_width(const Problem& problem, std::size_t local_bytes) {
  const int radius = fitting_filter(problem.filter).radius;
  int width = whole_group_width(radius);
  while (fixed_local_bytes(problem, width) > local_bytes && width / 2 >= 4 * radius &&
         width > whole_chunk)
    width /= 2;
  return width;
}

// Scratch of fixed point: models, whose memory the sums in doubles take over; a byte of each pixel
// that is held, and the number that says whether there are others.
struct FixedScratch {
  ScratchPlanes models, held;
  std::size_t any_left = 0, total = 0;

  FixedScratch(const Problem& problem, int width, int height, int batch)
      : models{.width = width + 2 * fitting_filter(problem.filter).radius,
               .height = height + 2 * fitting_filter(problem.filter).radius,
               .planes = fixed_planes(problem, true)},
        held{.width = width, .height = height, .planes = 1, .number = 1} {
    constexpr std::size_t aligned = 16;
    const auto whole = [](std::size_t bytes) { return (bytes + aligned - 1) / aligned * aligned; };
    total = checked_mul(models.image(), batch);
    if (!Int64Scale(problem).checks()) return;
    total = std::max(total, linear_scratch_bytes(problem, static_cast<std::size_t>(width),
                                                 static_cast<std::size_t>(height), batch));
    held.offset = whole(total);
    any_left = whole(checked_add(held.offset, checked_mul(held.image(), batch)));
    total = checked_add(any_left, aligned);
  }
};

// Returns the models of the windows around an image of this size, as whole numbers.
inline ScratchPlanes whole_models(const LinearPlanes& planes, int radius, int width, int height) {
  return {.width = width + 2 * radius,
          .height = height + 2 * radius,
          .planes = planes.model_planes(),
          .number = sizeof(std::int32_t)};
}

}  // namespace selvage
