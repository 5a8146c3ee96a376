// SPDX-License-Identifier: Apache-2.0
#pragma once
// The reference's own colour measures, in double precision.

#include <array>

namespace selvage::reference {

// 0.299 R + 0.587 G + 0.114 B                                                      [ITU-R BT.601]
double luma(double r, double g, double b);

// L*, a*, b* of sRGB samples (1 = full scale), D65.       [IEC 61966-2-1; CIE 15] Negative samples
// count as 0; those above 1 continue along the transfer curve.
std::array<double, 3> lab(double r, double g, double b);

}  // namespace selvage::reference
