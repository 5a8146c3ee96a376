// SPDX-License-Identifier: Apache-2.0
// THE list of candidates.
#include "planner/catalogue.hpp"

#include <array>

#include "planner/cpu_direct.hpp"

namespace selvage::planner {
namespace {

constexpr std::array candidates{
    Candidate{.name = "simd",
              .backend = "cpu",
              .paper = "tomasi1998",
              .method = Method::direct,
              .uses_simd = true,
              .unsupported = simd_unsupported,
              .error = simd_error,
              .tune = simd_tuning,
              .seconds = simd_seconds,
              .scratch = simd_scratch,
              .passes = iterated_passes},
    Candidate{.name = "plain",
              .backend = "cpu",
              .paper = "tomasi1998",
              .method = Method::direct,
              .unsupported = plain_unsupported,
              .error = plain_error,
              .tune = plain_tuning,
              .seconds = plain_seconds,
              .scratch = plain_scratch,
              .passes = iterated_passes},
};

}  // namespace

std::span<const Candidate> catalogue() {
  return candidates;
}

}  // namespace selvage::planner
