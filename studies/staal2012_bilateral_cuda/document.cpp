// SPDX-License-Identifier: Apache-2.0
#include "staal2012_bilateral_cuda/document.hpp"

#include <array>
#include <cstddef>

namespace selvage::studies::staal {
namespace {

constexpr std::array<DocumentTime, 9> table_1 = {{{50.226, 1},
                                                  {0.499, 101},
                                                  {0.434, 116},
                                                  {0.259, 194},
                                                  {0.188, 268},
                                                  {0.050, 1011},
                                                  {0.157, 321},
                                                  {0.133, 377},
                                                  {0.050, 1002}}};
constexpr std::array<DocumentTime, 9> table_2 = {{{268.381, 1},
                                                  {2.545, 105},
                                                  {2.202, 122},
                                                  {1.193, 225},
                                                  {0.908, 295},
                                                  {0.162, 1653},
                                                  {0.254, 1057},
                                                  {0.320, 838},
                                                  {0.161, 1665}}};

// From rung 1 on. Rung 7: the mean of its three launches.
constexpr std::array<DocumentProfile, 8> figure_4 = {
    {{59198.4, 512, 1, 512, 1, 45, 0.333},
     {50983.1, 512, 1, 512, 1, 51, 0.333},
     {27755.4, 512, 1, 512, 1, 51, 0.333},
     {21076.6, 512, 1, 512, 1, 51, 0.333},
     {3291.68, 1365, 1, 192, 1, 34, 0.625},
     {3338.18, 1024, 1, 256, 1, 34, 0.5},
     {(1658.91 + 1657.63 + 1656.35) / 3, 1365, 1, 192, 1, 23, 0.875},
     {3234.59, 32, 42, 16, 12, 34, 0.625}}};

}  // namespace

std::optional<DocumentTime> document_time(int rung, int radius) {
  if (rung < 0 || rung > 8 || (radius != 4 && radius != 10)) return std::nullopt;
  return (radius == 4 ? table_1 : table_2)[static_cast<std::size_t>(rung)];
}

std::optional<DocumentProfile> document_profile(int rung) {
  if (rung < 1 || rung > 8) return std::nullopt;
  return figure_4[static_cast<std::size_t>(rung - 1)];
}

int pixels_left_out(int width, int height, int block_width, int block_height, bool grid_2d) {
  if (!grid_2d) return width * height % (block_width * block_height);
  return width * height -
         width / block_width * block_width * (height / block_height * block_height);
}

int listed_border(int centre, int offset, int size) {
  int at = centre + offset;
  if (at < 0) at = -at;
  if (at > size - 1) at = size - 1 - offset;
  return at;
}

}  // namespace selvage::studies::staal
