// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runner/study.hpp"

namespace selvage::studies {

extern const Study d3d11_compute_chapter;

}  // namespace selvage::studies
