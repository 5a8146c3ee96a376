// SPDX-License-Identifier: Apache-2.0
#include "methods/local_linear/cpu/linear_results.hpp"

#include "core/checked.hpp"
#include "methods/local_linear/cpu/result_store.hpp"

namespace selvage::cpu {

LinearResults::LinearResults(const LocalLinearShape& shape, const LinearLoops& loops)
    : stride_(shape.pixels),
      loops_(loops),
      guide_(checked_mul(shape.planes.guides, stride_)),
      results_(checked_mul(shape.planes.values, stride_)),
      computed_(checked_mul(1, stride_)) {}

void LinearResults::write(const LinearRow& row, const LinearRoom& room,
                          const LinearLoader& loader) {
  loader.put_guide(room, row.to.width, row.all ? nullptr : room.guide_valid.data(), guide_.data(),
                   stride_);
  loops_.results({.planes = row.planes,
                  .pixels = row.to.width,
                  .models = row.models,
                  .stride = row.stride,
                  .guide = guide_.data(),
                  .guide_stride = stride_,
                  .reciprocal = row.reciprocal,
                  .results = results_.data(),
                  .result_stride = stride_});
  const bool copies = mark(row, room);
  store_results({.from = row.from,
                 .to = row.to,
                 .results = results_.data(),
                 .stride = stride_,
                 .values = row.planes.values,
                 .computed = copies ? computed_.data() : nullptr},
                loops_);
}

// Marks the pixels of the row that are computed, and fills invalid ones. Returns false if all are.
bool LinearResults::mark(const LinearRow& row, const LinearRoom& room) {
  const LinearPlanes& p = row.planes;
  if (!p.counted) return false;
  const double* const counts = row.models + (p.model_planes() - 1) * row.stride;
  bool any = false;
  for (int i = 0; i < row.to.width; ++i) {
    std::uint8_t computed = counts[i] > 0;
    if (!row.all && room.valid.data()[i] == 0) {
      computed &= static_cast<std::uint8_t>(p.fill);
      if (computed && (p.own || room.guide_valid.data()[i] == 0))
        for (int c = 0; c < p.values; ++c)
          results_.data()[c * stride_ + i] =
              static_cast<float>(row.models[p.mean(c) * row.stride + i] / counts[i]);
    }
    if (i < row.first || i >= row.last) computed = 0;
    computed_.data()[i] = computed;
    any |= computed == 0;
  }
  return any;
}

}  // namespace selvage::cpu
