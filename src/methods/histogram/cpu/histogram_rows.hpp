// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inner loops of histograms for one thread.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/histogram/binning.hpp"

namespace selvage::cpu {

// The counters of one thread. The slot of a sample is its stored bits (u8, u16, f16), or its bin,
// with NaN in the last slot (f32).
class SampleCounter {
 public:
  // `channels` is the number of counted channels.
  SampleCounter(PixelType type, int bins, int channels);

  std::size_t slots() const { return slots_; }  // per channel

  // Returns the range of a counted_part of one f32 image. Ignores samples that are not finite.
  FoundRange find(const ConstImageView& part);

  // Counts a part. Only f32 uses `binning`.
  void count(const ConstImageView& part, const Binning& binning);
  // Returns whether `samples` more could overflow a counter.
  bool is_full(std::size_t samples) const { return counted_ + samples > UINT32_MAX; }
  // Adds the counts to totals[channel][slot] and clears them.
  void add_to(std::span<std::uint64_t> totals);

 private:
  template <class F>
  void for_each_run(const ConstImageView& part, F f);
  template <int tables>
  void count_run(const std::byte* data, std::size_t count, const Binning& binning);

  PixelType type_;
  int channels_;
  std::size_t slots_;
  // Neighbouring samples of a row use different tables, since a counter that was just written
  // cannot be read for a few cycles. The counters are [table][slot]; table t belongs to channel t %
  // channels.
  int tables_;
  std::vector<std::uint32_t> counters_;
  std::size_t counted_ = 0;         // samples since add_to
  std::vector<std::byte> chunk_;    // samples of a row that are not adjacent
  std::vector<std::int32_t> bins_;  // bins of a chunk, f32
};

}  // namespace selvage::cpu
