// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "runner/study.hpp"

namespace selvage::studies {

extern const Study staal2012_bilateral_cuda;

}  // namespace selvage::studies
