// SPDX-License-Identifier: Apache-2.0
#pragma once
// The error of a result, which accompanies every quoted speed, and what explains some speeds.

#include <optional>
#include <vector>

#include "reference/samples.hpp"
#include "selvage/engine.hpp"
#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage::bench {

struct Error255 {
  double max = 0;             // against the unrounded reference, in 255ths of full scale
  double differ_percent = 0;  // samples that are not the rounded reference; integers only
  std::optional<double> recomputed_percent = {};  // samples whose certificate failed; none: no such
};

// The reference of a filter in parts of the result: in its middle, about 100 x 60 pixels, and in
// its four corners, where the border rule and the last work-groups apply. The whole reference
// would take minutes. Bilateral filters of radius 24 and more have smaller parts, of 2 x 10^7 taps
// in all. Histograms are compared as a whole.
class Expected {
 public:
  // Blocks. The inputs must outlive it.
  Expected(const Filter& filter, const Inputs& inputs);

  Error255 judge(const ConstImageView& output) const;
  // Every count that is wrong counts as an error of full scale.
  Error255 judge(const Counts& counts) const;

 private:
  struct Part {
    Rect judged = {};  // of the output
    int x = 0, y = 0;  // where the reference's samples begin in the output
    reference::Samples samples = {};
  };
  Part part(const Rect& judged) const;

  Filter filter_;
  Inputs inputs_;
  std::vector<Part> parts_;
  Counts counts_ = {};
};

// The same for one result.
Error255 judge(const Filter& filter, const Inputs& inputs, const ConstImageView& output);

}  // namespace selvage::bench
