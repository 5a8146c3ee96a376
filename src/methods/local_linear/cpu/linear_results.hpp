// SPDX-License-Identifier: Apache-2.0
#pragma once
// The results of a row, from the sums or means of models around its pixels.

#include <cstdint>

#include "methods/local_linear/cpu/linear_loader.hpp"

namespace selvage::cpu {

// One row. Validity is that of `room`.
struct LinearRow {
  LinearPlanes planes;             // of the models
  const double* models = nullptr;  // [model_planes][stride]
  std::ptrdiff_t stride = 0;       //
  double reciprocal = 1.0;         // of the models of a sum, if none is left out
  bool all = true;                 // all pixels are valid
  int first = 0, last = 0;         // pixels first..last - 1 are computed, the others are copied
  ConstImageView from = {};        // height 1: where pixels are copied from
  ImageView to = {};               // height 1
};

// The buffers of one thread.
class LinearResults {
 public:
  LinearResults(const LocalLinearShape& shape, const LinearLoops& loops);

  // Writes a row, whose guide is loaded.
  void write(const LinearRow& row, const LinearRoom& room, const LinearLoader& loader);

 private:
  bool mark(const LinearRow& row, const LinearRoom& room);

  std::ptrdiff_t stride_;
  LinearLoops loops_;
  AlignedNumbers<double> guide_;  // [guides][stride]
  AlignedNumbers<float> results_;
  AlignedNumbers<std::uint8_t> computed_;
};

}  // namespace selvage::cpu
