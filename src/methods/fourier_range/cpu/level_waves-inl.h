// SPDX-License-Identifier: Apache-2.0
// Vectors of cosines and sines of levels, for each instruction set.

#if defined(SELVAGE_LEVEL_WAVES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_LEVEL_WAVES_INL_H_
#undef SELVAGE_LEVEL_WAVES_INL_H_
#else
#define SELVAGE_LEVEL_WAVES_INL_H_
#endif

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "methods/fourier_range/cpu/multirate_loops.hpp"
#include "methods/fourier_range/joint_level.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using RateTag = hn::CappedTag<float, 8>;
using RateInt = hn::RebindToSigned<RateTag>;
using RateShort = hn::Rebind<std::int16_t, RateTag>;
using RateVector = hn::Vec<RateTag>;
using RateIntVector = hn::Vec<RateInt>;
constexpr int rate_lanes = static_cast<int>(hn::MaxLanes(RateTag()));

// Of a level, from number i on: cosines as integers, and their factors in D^ and N^.
struct RateFactors {
  RateVector weights, differences;
};

class ByteWaves {
 public:
  static constexpr bool joint = false;
  HWY_INLINE ByteWaves(const WaveTables& tables, std::ptrdiff_t i)
      : numbers_(tables.numbers),
        cosines_(tables.cosines + i),
        weights_(tables.weights + i),
        differences_(tables.differences + i) {}

  HWY_INLINE RateIntVector cosines(Level level) const {
    return hn::PromoteTo(RateInt(), hn::Load(RateShort(), cosines_ + level * numbers_));
  }
  HWY_INLINE RateFactors factors(Level level) const {
    const RateTag d;
    const std::ptrdiff_t at = level * numbers_;
    return {hn::Load(d, weights_ + at), hn::Load(d, differences_ + at)};
  }

 private:
  std::ptrdiff_t numbers_;
  const std::int16_t* cosines_;
  const float *weights_, *differences_;
};

// Of the levels of a joint filter: cosines of the guide times the value, rounded to nearest.
class JointWaves {
 public:
  static constexpr bool joint = true;
  HWY_INLINE JointWaves(const WaveTables& tables, std::ptrdiff_t i)
      : numbers_(tables.numbers), cosines_(tables.cosines + i), weights_(tables.weights + i) {}

  HWY_INLINE RateIntVector cosines(Level level) const {
    const RateShort d;
    const auto cosine = hn::Load(d, cosines_ + guide_of(level) * numbers_);
    const auto value = hn::Set(d, static_cast<std::int16_t>(value_of(level)));
    return hn::PromoteTo(RateInt(), hn::MulFixedPoint15(cosine, value));
  }
  HWY_INLINE RateVector weights(Level level) const {
    return hn::Load(RateTag(), weights_ + guide_of(level) * numbers_);
  }

 private:
  std::ptrdiff_t numbers_;
  const std::int16_t* cosines_;
  const float* weights_;
};

class WordWaves {
 public:
  static constexpr bool joint = false;
  HWY_INLINE WordWaves(const WaveTables& tables, std::ptrdiff_t i)
      : numbers_(tables.numbers),
        upper_(tables.upper + i),
        lower_(tables.lower + i),
        weights_(hn::Load(RateTag(), tables.weights + i)),
        differences_(hn::Load(RateTag(), tables.differences + i)) {}

  HWY_INLINE RateIntVector cosines(Level level) const { return hn::NearestInt(wave(parts(level))); }
  HWY_INLINE RateFactors factors(Level level) const {
    const Parts p = parts(level);
    const RateVector quarter = hn::NegMulAdd(p.wave, p.sine, hn::Mul(p.quarter, p.cosine));
    return {hn::Mul(wave(p), weights_), hn::Mul(quarter, differences_)};
  }

 private:
  struct Parts {
    RateVector wave, quarter, cosine, sine;
  };
  HWY_INLINE Parts parts(Level level) const {
    const RateTag d;
    const float* const upper = upper_ + (level >> 8) * 2 * numbers_;
    const float* const lower = lower_ + (level & 255) * 2 * numbers_;
    return {hn::Load(d, upper), hn::Load(d, upper + numbers_), hn::Load(d, lower),
            hn::Load(d, lower + numbers_)};
  }
  static HWY_INLINE RateVector wave(const Parts& p) {
    return hn::MulAdd(p.wave, p.cosine, hn::Mul(p.quarter, p.sine));
  }

  std::ptrdiff_t numbers_;
  const float *upper_, *lower_;
  RateVector weights_, differences_;
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
