// SPDX-License-Identifier: Apache-2.0
// Candidate "plain": weighted means over windows in double precision, in portable C++.
//   one task  -> one tile, loaded once with its halo as planar rows of doubles
//   one step  -> one pixel, all taps of one row of the window
// Bound by exp2. It is the fallback if "simd" cannot keep the requested error.

#include <algorithm>
#include <cmath>
#include <memory>

#include "methods/direct/cpu/direct_kernel.hpp"
#include "methods/direct/cpu/window_table.hpp"

namespace selvage::cpu {
namespace {

class PlainRows final : public RowFilter<double> {
 public:
  PlainRows(const WindowMean& filter, const PlaneLayout& layout, double range_scale)
      : window_(filter), layout_(layout), range_scale_(range_scale) {}

  int block() const override { return 1; }

  void accumulate(const RowJob<double>& job) const override {
    for (int dy = job.dy_first; dy <= job.dy_last; ++dy)
      for (int x = 0; x < job.pixels; ++x) add_row(job, job.rows[dy - job.dy_first], dy, x);
  }

  void finish(const RowJob<double>& job) const override {
    for (int s = 0; s < layout_.sums(); ++s)
      for (int x = 0; x < job.pixels; ++x)
        job.mean_offset[s * job.mean_plane + x] =
            job.totals[(1 + s) * job.totals_plane + x] / job.totals[x];
  }

  void filter(const RowJob<double>& job) const override {
    for (int s = 0; s <= layout_.sums(); ++s)
      std::fill_n(job.totals + s * job.totals_plane, job.pixels, 0.0);
    accumulate(job);
    finish(job);
  }

 private:
  void add_row(const RowJob<double>& job, const double* row, int dy, int x) const {
    const int extent = window_.extent[static_cast<std::size_t>(dy + window_.middle)];
    const double row_weight = window_.row_weight[static_cast<std::size_t>(dy + window_.middle)];
    const int values = layout_.value_planes > 0 ? layout_.distance_planes : 0;
    const double* const centre = job.centre + x;
    const double range_scale = job.scales ? job.scales[x] : range_scale_;
    double weights = 0.0, sums[max_channels];
    std::fill_n(sums, layout_.sums(), 0.0);
    for (int dx = -extent; dx <= extent; ++dx) {
      const double* const tap = row + x + dx;
      const double d2 = squared_distance(tap, job.rows_plane, centre, job.centre_plane);
      const double w =
          std::exp2(window_.column_exponent[static_cast<std::size_t>(dx + window_.radius_x)] -
                    range_scale * d2);
      weights += w;
      for (int s = 0; s < layout_.sums(); ++s)
        sums[s] +=
            w * (tap[(values + s) * job.rows_plane] - centre[(values + s) * job.centre_plane]);
    }
    job.totals[x] += row_weight * weights;
    for (int s = 0; s < layout_.sums(); ++s)
      job.totals[(1 + s) * job.totals_plane + x] += row_weight * sums[s];
  }

  double squared_distance(const double* tap, std::ptrdiff_t tap_plane, const double* centre,
                          std::ptrdiff_t centre_plane) const {
    double sum = 0.0;
    for (int p = 0; p < layout_.distance_planes; ++p) {
      const double d = tap[p * tap_plane] - centre[p * centre_plane];
      sum += layout_.l1 ? std::fabs(d) : d * d;
    }
    return layout_.l1 ? sum * sum : sum;
  }

  WindowTable<double> window_;
  PlaneLayout layout_;
  double range_scale_;
};

std::unique_ptr<Kernel> plain_kernel(const Pass& pass, const planner::Decision& decision,
                                     const ExecutionContext& context,
                                     const std::shared_ptr<Workers>& workers) {
  const auto& filter = std::get<WindowMean>(pass.step);
  const PlaneLayout layout = plane_layout(filter, decision.problem);
  const RangeScales scale = range_scales(pass, decision.problem, layout, false);
  DirectParts<double> parts{pass, decision.problem, decision.offer.tuning.as<DirectTuning>(), scale,
                            std::make_unique<PlainRows>(filter, layout, scale.range_scale)};
  return make_direct_kernel(std::move(parts), context, workers);
}

}  // namespace

Factory make_plain;

std::unique_ptr<Pipeline> make_plain(const planner::Decision& decision, const Frame& frame,
                                     const ExecutionContext& context) {
  return make_direct_pipeline(decision, frame, context, plain_kernel);
}

}  // namespace selvage::cpu
