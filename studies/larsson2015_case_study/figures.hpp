// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "larsson2015_case_study/measure.hpp"

namespace selvage::studies::larsson {

// Figures 6.1 and 6.2, of image 1 at the smallest radius. His curves are pictures without numbers.
void keep_figures(Session& session, const Settings& settings, const TestImage& image,
                  const Measured& measured);

}  // namespace selvage::studies::larsson
