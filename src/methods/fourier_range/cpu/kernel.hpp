// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernel of candidate "fourier_range", which calls the inner loops on tiles.

#include <memory>

#include "backends/cpu/images/vector_rows.hpp"
#include "backends/cpu/kernel.hpp"
#include "filters/problem.hpp"
#include "methods/fourier_range/cpu/loops.hpp"

namespace selvage::cpu {

struct FourierParts {
  Pass pass;
  Problem problem;
  Tile tile;
  FourierLoops loops;
  VectorRows vectors;
};

std::unique_ptr<Kernel> make_fourier_kernel(const FourierParts& parts,
                                            const ExecutionContext& context);

}  // namespace selvage::cpu
