// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inner loops of histograms: what one thread counts.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/histogram.hpp"

namespace selvage::cpu {

// Counters of one thread. A sample falls into a slot: its stored bits (u8, u16, f16), or its bin,
// with NaN in a last one (f32).
class SampleCounter {
 public:
  // `channels` that are counted.
  SampleCounter(PixelType type, int bins, int channels);

  std::size_t slots() const { return slots_; }  // of a channel

  // Of a counted_part of one image: f32. Non-finite samples are left out.
  FoundRange find(const ConstImageView& part);

  // `binning` is looked at for f32 alone.
  void count(const ConstImageView& part, const Binning& binning);
  // Whether `samples` more could be too many for a counter.
  bool is_full(std::size_t samples) const { return counted_ + samples > UINT32_MAX; }
  // Adds what was counted to totals[channel][slot], and begins anew.
  void add_to(std::span<std::uint64_t> totals);

 private:
  template <class F>
  void for_each_run(const ConstImageView& part, F f);
  template <int tables>
  void count_run(const std::byte* data, std::size_t count, const Binning& binning);

  PixelType type_;
  int channels_;
  std::size_t slots_;
  // Each sample of a row has the table after its neighbour's, since a counter that was just written
  // cannot be read for a few cycles: [table][slot]; table t is of channel t % channels.
  int tables_;
  std::vector<std::uint32_t> counters_;
  std::size_t counted_ = 0;         // samples since add_to
  std::vector<std::byte> piece_;    // samples of a row that do not lie side by side
  std::vector<std::int32_t> bins_;  // of a piece, f32
};

}  // namespace selvage::cpu
