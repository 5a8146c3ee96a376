// SPDX-License-Identifier: Apache-2.0
#pragma once
// The matrices that `convolve --kernel` knows by name, as [convolution_sheet] prints them.

#include <array>
#include <span>
#include <string_view>

namespace selvage::cli {

struct BuiltInMatrix {
  std::string_view name;
  std::span<const float> values;  // side x side
  int side = 3;
  float scale = 1.0f;
};

namespace matrices {

constexpr std::array sharpen{0.0f,  -1.0f, 0.0f,   // 1.2.1, the first
                             -1.0f, 5.0f,  -1.0f,  //
                             0.0f,  -1.0f, 0.0f};
constexpr std::array sharpen8{-1.0f, -1.0f, -1.0f,  // 1.2.1, the second; the third with k = 1
                              -1.0f, 9.0f,  -1.0f,  //
                              -1.0f, -1.0f, -1.0f};
constexpr std::array edge{-0.125f, -0.125f, -0.125f,  // 1.2.2, the first: -1/8 around 1
                          -0.125f, 1.0f,    -0.125f,  //
                          -0.125f, -0.125f, -0.125f};
constexpr std::array edge_y{-1.0f, -1.0f, -1.0f,  // 1.2.2, the second
                            0.0f,  0.0f,  0.0f,   //
                            1.0f,  1.0f,  1.0f};
constexpr std::array emboss{2.0f, 0.0f,  0.0f,  // 1.2.3
                            0.0f, -1.0f, 0.0f,  //
                            0.0f, 0.0f,  -1.0f};
constexpr std::array box{1.0f, 1.0f, 1.0f,  // 1.3.1, with 1/9 as its scale
                         1.0f, 1.0f, 1.0f,  //
                         1.0f, 1.0f, 1.0f};
constexpr std::array gauss5{1.0f, 4.0f,  7.0f,  4.0f,  1.0f,  // 1.3.2, with 1/273 as its scale
                            4.0f, 16.0f, 26.0f, 16.0f, 4.0f,  //
                            7.0f, 26.0f, 41.0f, 26.0f, 7.0f,  //
                            4.0f, 16.0f, 26.0f, 16.0f, 4.0f,  //
                            1.0f, 4.0f,  7.0f,  4.0f,  1.0f};

}  // namespace matrices

inline constexpr std::array built_in_matrices{
    BuiltInMatrix{"sharpen", matrices::sharpen},
    BuiltInMatrix{"sharpen8", matrices::sharpen8},
    BuiltInMatrix{"edge", matrices::edge},
    BuiltInMatrix{"edge-y", matrices::edge_y},
    BuiltInMatrix{"emboss", matrices::emboss},
    BuiltInMatrix{"box", matrices::box, 3, 1.0f / 9.0f},
    BuiltInMatrix{"gauss5", matrices::gauss5, 5, 1.0f / 273.0f},
};

}  // namespace selvage::cli
