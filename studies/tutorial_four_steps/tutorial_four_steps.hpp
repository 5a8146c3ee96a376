// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tutorial's bilateral filter for CUDA in four steps.

#include "runner/study.hpp"

namespace selvage::studies {

extern const Study tutorial_four_steps;

}  // namespace selvage::studies
