// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "runner/study.hpp"

namespace selvage::studies {

extern const Study opencl_course;

}  // namespace selvage::studies
