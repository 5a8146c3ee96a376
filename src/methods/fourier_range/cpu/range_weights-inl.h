// SPDX-License-Identifier: Apache-2.0
// The weights of taps of pixels that are computed from all their taps, for each instruction set.

#if defined(SELVAGE_RANGE_WEIGHTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_RANGE_WEIGHTS_INL_H_
#undef SELVAGE_RANGE_WEIGHTS_INL_H_
#else
#define SELVAGE_RANGE_WEIGHTS_INL_H_
#endif

#include "backends/cpu/simd_exp2-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Computes weights 2^(scale (across - d^2)) of differences d. A table would be gathered from, which
// takes twice as long, and has 65537 entries for u16.
class RangeWeights {
 public:
  using Tag = hn::ScalableTag<float>;
  using Vector = hn::Vec<Tag>;

  explicit RangeWeights(float scale)
      : scale_(hn::Set(Tag(), scale)), least_(hn::Set(Tag(), least_exponent / scale)) {}

  HWY_INLINE Vector operator()(Vector difference, Vector across) const {
    const Tag d;
    Vector weight[1] = {hn::NegMulAdd(difference, difference, across)};
#if HWY_TARGET <= HWY_AVX3
    weight[0] = hn::Mul(weight[0], scale_);
    exp2_of<degree>(d, weight);
#else
    exp2_times<degree>(d, scale_, least_, weight);
#endif
    return weight[0];
  }

 private:
  static constexpr int degree = 5;
  Vector scale_, least_;
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
