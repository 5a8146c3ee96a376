// SPDX-License-Identifier: Apache-2.0
// The correlation with a kernel. Missing taps count as 0; weights are not renormalised.
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "reference/colour.hpp"
#include "reference/pixels.hpp"
#include "reference/reference.hpp"
#include "reference/windowed_mean.hpp"

namespace selvage::reference {
namespace {

// The kernel k as given: k(dx, dy) is at column dx + width / 2, row dy + height / 2.
struct Stencil {
  int width = 1, height = 1;
  std::vector<double> coefficients{};  // height x width

  double at(int column, int row) const {
    return coefficients[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                        static_cast<std::size_t>(column)];
  }
};

Stencil stencil_of(const Convolution& filter) {
  return {.width = filter.width,
          .height = filter.height,
          .coefficients = {filter.kernel.begin(), filter.kernel.end()}};
}

Stencil stencil_of(const SeparableConvolution& filter) {
  Stencil stencil{.width = static_cast<int>(filter.row.size()),
                  .height = static_cast<int>(filter.column.size())};
  for (const double below : filter.column)
    for (const double right : filter.row) stencil.coefficients.push_back(right * below);
  return stencil;
}

// Returns the convolved channels: the samples, of which there are at most four, or gray and then
// alpha.
std::array<double, 4> convolved(const Channels& samples, bool gray) {
  std::array<double, 4> s{};
  std::ranges::copy(samples, s.begin());
  if (!gray) return s;
  return {luma(s[0], s[1], s[2]), s[3]};
}

// Multiplies the colours by alpha, which follows them.
void weigh(std::array<double, 4>& samples, int colours) {
  const auto alpha = static_cast<std::size_t>(colours);
  samples[alpha] = std::max(samples[alpha], 0.0);
  for (std::size_t c = 0; c < alpha; ++c) samples[c] *= samples[alpha];
}

// Divides such sums: the colours by that of alpha, for coefficients that sum to `all`, and alpha by
// `all`. Returns whether alpha becomes 0; the colours are then meaningless.
bool divide(std::array<double, 4>& sum, int colours, double all) {
  const auto alpha = static_cast<std::size_t>(colours);
  const double mean = sum[alpha] / all;
  for (std::size_t c = 0; c < alpha; ++c) sum[c] *= all / sum[alpha];
  sum[alpha] = mean < least_alpha ? 0.0 : mean;
  return mean < least_alpha;
}

template <class F>
Result convolved(const F& filter, const Inputs& inputs) {
  const Layer image = layer_of(filter, inputs.image, inputs.mask);
  const Samples& in = image.samples;
  const Stencil k = stencil_of(filter);
  const int columns = k.width / 2, rows = k.height / 2;
  const Extended extended(image, own_guide(image, filter.alpha), Norm::l2,
                          {.columns = columns, .rows = rows, .border = filter.border});
  const bool gray = filter.gray && image.colours == 3;
  const int colours = gray ? 1 : image.colours;
  const int channels = colours + in.channels - image.colours;
  const int written = filter.alpha == Alpha::keep ? colours : channels;
  const bool weighs = filter.alpha == Alpha::weight && in.channels > image.colours;
  double all = 0;  // the sum of all coefficients
  for (const double coefficient : k.coefficients) all += coefficient;

  Result out{.samples = {.width = in.width, .height = in.height, .channels = channels},
             .copied = {}};
  for (int y = 0; y < in.height; ++y)
    for (int x = 0; x < in.width; ++x) {
      const Pixel& centre = *extended.at(x, y);
      const bool leaves =
          x < columns || y < rows || x + columns >= in.width || y + rows >= in.height;
      const bool computed = centre.valid && !(filter.border == Border::copy && leaves);
      std::array<double, 4> sum{};
      for (int dy = -rows; computed && dy <= rows; ++dy)
        for (int dx = -columns; dx <= columns; ++dx) {
          const Pixel* q = extended.at(x + dx, y + dy);
          if (!q || !q->valid) continue;
          auto samples = convolved(q->samples, gray);
          if (weighs) weigh(samples, colours);
          const int right = filter.flip ? -dx : dx, below = filter.flip ? -dy : dy;
          for (std::size_t c = 0; c < 4; ++c)
            sum[c] += k.at(right + columns, below + rows) * samples[c];
        }
      const bool transparent = weighs && computed && divide(sum, colours, all);
      const auto unchanged = convolved(centre.samples, gray);
      for (int c = 0; c < channels; ++c) {
        const auto i = static_cast<std::size_t>(c);
        const bool filtered = computed && c < written && !(transparent && c < colours);
        const bool mean = weighs && c == colours;  // of alpha: it has neither scale nor offset
        const double offset = mean ? 0 : filter.offset, scale = mean ? 1 : filter.scale;
        out.samples.values.push_back(filtered ? offset + scale * sum[i] : unchanged[i]);
        // A gray made from a colour is not a copy of the input.
        out.copied.push_back(!filtered && !(gray && c < colours));
      }
    }
  return out;
}

}  // namespace

Result run(const Convolution& filter, const Inputs& inputs) {
  return convolved(filter, inputs);
}

Result run(const SeparableConvolution& filter, const Inputs& inputs) {
  return convolved(filter, inputs);
}

}  // namespace selvage::reference
