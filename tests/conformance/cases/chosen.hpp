// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cases chosen by hand, which the factors would leave out or not combine.

#include <vector>

#include "conformance/cases/case.hpp"

namespace selvage::testing {

// So tall that on a device of any size a strip has several blocks
// (methods/separable_tensor/gpu/separable_tensor.cl), which are read in whole words, gathered, and
// summed by several products.
std::vector<Case> tall_cases();

// Pixels outside the image that are not valid but may be read, since only copied pixels see them.
std::vector<Case> copied_cases();

// Bytes of one channel with every border and norm, which device_cases() and small_cases() would
// leave out for candidate "lookup" of GPUs.
std::vector<Case> table_cases();

// Guided filters of bytes without holes, which candidate "local_linear_int32" serves: windows from
// one pixel to more than the image, several tiles, and guides of all kinds.
std::vector<Case> guided_byte_cases();

// Borders that device_cases() would leave out for a candidate.
std::vector<Case> other_device_cases();

// Images with depth on devices: every filter, axis, border and window, several groups and tiles.
std::vector<Case> device_volume_cases();

// Images and guides with more than four channels on devices: every filter, type, norm and border.
std::vector<Case> device_channel_cases();

// Guided filters on devices: several groups in both directions, narrow and wide ones.
std::vector<Case> device_guided_cases();

// Borders that small_cases() would leave out for a candidate.
std::vector<Case> other_small_cases();

}  // namespace selvage::testing
