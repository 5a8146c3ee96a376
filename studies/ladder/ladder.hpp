// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the documents' best rung to the product's kernel in small steps.

#include "runner/study.hpp"

namespace selvage::studies {

extern const Study ladder;

}  // namespace selvage::studies
