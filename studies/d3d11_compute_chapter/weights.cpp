// SPDX-License-Identifier: Apache-2.0
#include "d3d11_compute_chapter/weights.hpp"

#include <cmath>
#include <cstddef>

namespace selvage::studies::d3d11 {
namespace {

constexpr float row[] = {0.030078323f, 0.104983664f, 0.222250419f, 0.285375187f,
                         0.222250419f, 0.104983664f, 0.030078323f};

// clang-format off
constexpr float square[] = {
    0.000904706f, 0.003157733f, 0.00668492f,  0.008583607f, 0.00668492f,  0.003157733f, 0.000904706f,
    0.003157733f, 0.01102157f,  0.023332663f, 0.029959733f, 0.023332663f, 0.01102157f,  0.003157733f,
    0.00668492f,  0.023332663f, 0.049395249f, 0.063424755f, 0.049395249f, 0.023332663f, 0.00668492f,
    0.008583607f, 0.029959733f, 0.063424755f, 0.081438997f, 0.063424755f, 0.029959733f, 0.008583607f,
    0.00668492f,  0.023332663f, 0.049395249f, 0.063424755f, 0.049395249f, 0.023332663f, 0.00668492f,
    0.003157733f, 0.01102157f,  0.023332663f, 0.029959733f, 0.023332663f, 0.01102157f,  0.003157733f,
    0.000904706f, 0.003157733f, 0.00668492f,  0.008583607f, 0.00668492f,  0.003157733f, 0.000904706f};
// clang-format on

bool listed(const Parameters& p) {
  return p.radius == 3 && p.sigma_space == 0.0;
}

}  // namespace

std::vector<double> gaussian_row(double sigma, int radius) {
  std::vector<double> weights;
  double sum = 0.0;
  for (int d = -radius; d <= radius; ++d) {
    weights.push_back(std::exp(-d * d / (2.0 * sigma * sigma)));
    sum += weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

std::span<const float> listed_row() {
  return row;
}

std::span<const float> listed_square() {
  return square;
}

std::vector<float> row_weights(const Parameters& p) {
  if (listed(p)) return {std::begin(row), std::end(row)};
  const std::vector<double> weights = gaussian_row(p.space(), p.radius);
  return {weights.begin(), weights.end()};
}

std::vector<float> square_weights(const Parameters& p) {
  if (listed(p)) return {std::begin(square), std::end(square)};
  std::vector<float> weights;
  const std::vector<double> one = gaussian_row(p.space(), p.radius);
  for (const double across : one)
    for (const double along : one) weights.push_back(static_cast<float>(across * along));
  return weights;
}

}  // namespace selvage::studies::d3d11
