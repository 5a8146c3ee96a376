// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "d3d11_compute_chapter/d3d11_compute_chapter.hpp"
#include "ladder/ladder.hpp"
#include "larsson2015_case_study/larsson2015_case_study.hpp"
#include "opencl_course/opencl_course.hpp"
#include "runner/study.hpp"
#include "staal2012_bilateral_cuda/staal2012_bilateral_cuda.hpp"
#include "tutorial_four_steps/tutorial_four_steps.hpp"

namespace selvage::studies {

std::span<const Study* const> all_studies() {
  static constexpr std::array all{
      &staal2012_bilateral_cuda, &tutorial_four_steps, &larsson2015_case_study,
      &d3d11_compute_chapter,    &opencl_course,       &ladder};
  return all;
}

}  // namespace selvage::studies
