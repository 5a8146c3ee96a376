// SPDX-License-Identifier: Apache-2.0
#pragma once
// The device text of guided filters, and the arguments of its kernels.

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "backends/gpu/launches.hpp"
#include "methods/local_linear/gpu_shape.hpp"

namespace selvage::gpu {

#include "methods/local_linear/gpu/guided_arguments.h"

enum class Summed { pixels, models };  // MODELS

enum class Wholes { none, int32, fixed64 };  // WHOLE, WIDE

struct GuidedCode {
  std::vector<const char*> texts;  // read after guided.h
  int width = 1, height = 1;       // of a group
  Summed summed = Summed::pixels;  //
  bool pairs = false;              // of floats, instead of doubles
  Wholes whole = Wholes::none;     // sums of whole numbers
  bool checks = false;             // CHECKS
  int min_blocks = 1;              // groups for each multiprocessor
};

Code guided_code(const std::string& function, const GuidedCode& how, const Problem& problem,
                 const GpuFacts& gpu, bool dense);

// Returns the arguments that do not change from run to run.
SelvageGuided guided_arguments(const Problem& problem);

// The launches of one run.
class GuidedLaunches {
 public:
  // Launches compute at most `height` rows.
  GuidedLaunches(Stream& stream, const DeviceImages& images, const Buffer* scratch, int height,
                 const Controls& controls);

  void run(DeviceCode& code, const Group& group, const SelvageGuided& a, const Rect& rect) const {
    run_in_rows(common_, code, group, buffers_, a, rect);
  }

 private:
  Launches common_;
  std::array<const Buffer*, 5> buffers_;  // in the order of GUIDED_PARAMETERS
};

// Returns the layout of planes in scratch whose first number is that of (x, y).
SelvageLayout layout_of(const ScratchPlanes& part, int x, int y);

}  // namespace selvage::gpu
