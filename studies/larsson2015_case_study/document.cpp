// SPDX-License-Identifier: Apache-2.0
#include "larsson2015_case_study/document.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace selvage::studies::larsson {
namespace {

// Tables 6.4, 6.5, 6.6.
constexpr std::array bests{
    DocumentBest{1, 1, 0.062, "4 - PD", 0.00180024, 0},
    DocumentBest{1, 3, 0.344, "4 - PD", 0.00892978, 0},
    DocumentBest{1, 5, 0.828, "4 - PD", 0.0214979, 0},
    DocumentBest{1, 7, 1.516, "4 - PD", 0.0394262, 0},
    DocumentBest{1, 9, 2.391, "4 - PD", 0.0601966, 0},
    DocumentBest{1, 11, 3.438, "4 - PD", 0.0871645, 0},
    DocumentBest{1, 13, 4.625, "4 - PD", 0.118996, 0},
    DocumentBest{1, 15, 6.0, "4 - PD", 0.156193, 0},
    DocumentBest{2, 1, 0.532, "4 - PD", 0.0140122, 0},
    DocumentBest{2, 3, 2.75, "4 - PD", 0.0707598, 0},
    DocumentBest{2, 5, 6.75, "4 - PD", 0.170991, 0},
    DocumentBest{2, 7, 12.392, "4 - PD", 0.314089, 0},
    DocumentBest{2, 9, 19.704, "4 - PD", 0.496465, 0},
    DocumentBest{2, 11, 28.643, "4 - PD", 0.724649, 0},
    DocumentBest{2, 13, 39.19, "4 - PD", 0.984764, 0},
    DocumentBest{2, 15, 51.285, "4 - PD", 1.29131, 0},
    DocumentBest{3, 1, 5.172, "4 - PD", 0.13292, 0},
    DocumentBest{3, 3, 26.909, "8 - UL", 0.665448, 4},
    DocumentBest{3, 5, 66.348, "8 - UL", 1.60866, 4},
    DocumentBest{3, 7, 122.353, "8 - UL", 2.9652, 4},
    DocumentBest{3, 9, 195.406, "4 - PD", 4.74923, 0},
    DocumentBest{3, 11, 285.037, "4 - PD", 6.92436, 0},
    DocumentBest{3, 13, 391.468, "4 - PD", 9.51281, 0},
    DocumentBest{3, 15, 514.588, "4 - PD", 12.5168, 0},
};

struct VersionTimes {
  int image, radius;
  std::array<double, 8> seconds;  // of versions 1 to 8
};

// Tables 6.7, 6.8, 6.9.
constexpr std::array versions{
    VersionTimes{1,
                 1,
                 {0.00187809, 0.00183448, 0.0018051, 0.00180024, 0.00204914, 0.00202799, 0.00213972,
                  0.00187982}},
    VersionTimes{
        1,
        7,
        {0.0419822, 0.0410349, 0.0397063, 0.0394262, 0.0433843, 0.0438378, 0.0441124, 0.0407951}},
    VersionTimes{
        1, 15, {0.165683, 0.161773, 0.156998, 0.156193, 0.171034, 0.180457, 0.17083, 0.179943}},
    VersionTimes{
        2,
        1,
        {0.0146601, 0.014283, 0.014054, 0.0140122, 0.0157043, 0.0155314, 0.0163254, 0.0144374}},
    VersionTimes{
        2, 7, {0.334711, 0.327136, 0.31658, 0.314089, 0.345841, 0.343644, 0.345981, 0.314637}},
    VersionTimes{2, 15, {1.37305, 1.34032, 1.30017, 1.29131, 1.40947, 1.42569, 1.40918, 1.41922}},
    VersionTimes{
        3, 1, {0.138826, 0.135381, 0.133291, 0.13292, 0.147222, 0.145597, 0.153328, 0.135977}},
    VersionTimes{3, 7, {3.16396, 3.08927, 3.00274, 2.98024, 3.22675, 3.21392, 3.2293, 2.9652}},
    VersionTimes{3, 15, {13.2725, 12.9592, 12.6202, 12.5168, 13.5052, 13.6019, 13.4706, 13.5452}},
};

}  // namespace

std::optional<DocumentBest> document_best(int image, int radius) {
  for (const DocumentBest& best : bests)
    if (best.image == image && best.radius == radius) return best;
  return {};
}

std::optional<double> document_time(int image, int radius, int version) {
  if (version < 1 || version > 8) return {};
  for (const VersionTimes& times : versions)
    if (times.image == image && times.radius == radius)
      return times.seconds[static_cast<std::size_t>(version - 1)];
  return {};
}

int blocks_resident(const Multiprocessor& m, int block, int local_bytes) {
  const int threads = block * block, warps = (threads + 31) / 32;
  int blocks = std::min({m.blocks, m.warps / warps, m.threads / threads});
  if (local_bytes > 0) blocks = std::min(blocks, m.local_bytes / local_bytes);
  return blocks;
}

}  // namespace selvage::studies::larsson
