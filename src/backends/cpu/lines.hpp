// SPDX-License-Identifier: Apache-2.0
#pragma once
// Linear filters row by row. Candidates
//   "lines"         products of a row and a column, in single precision
//   "lines16"       Gaussians of u8 in 16-bit integers
//   "matrix"        convolutions by all taps, in single precision
//   "plain_lines", "plain_matrix"  the same in double precision, in portable C++

#include <memory>

#include "backends/cpu/kernel.hpp"
#include "backends/cpu/simd.hpp"

namespace selvage::cpu {

std::unique_ptr<Kernel> make_lines(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                   const SimdTarget& target, const Crew& crew);
std::unique_ptr<Kernel> make_lines16(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                     const SimdTarget& target, const Crew& crew);
std::unique_ptr<Kernel> make_matrix(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                    const SimdTarget& target, const Crew& crew);
std::unique_ptr<Kernel> make_plain_lines(const Pass& pass, const Problem& problem,
                                         const Tuning& tuning, const SimdTarget& target,
                                         const Crew& crew);
std::unique_ptr<Kernel> make_plain_matrix(const Pass& pass, const Problem& problem,
                                          const Tuning& tuning, const SimdTarget& target,
                                          const Crew& crew);

}  // namespace selvage::cpu
