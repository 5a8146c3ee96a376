// SPDX-License-Identifier: Apache-2.0
// The windows of candidates "plain_lines" and "plain_matrix". Lines keep what the window's row
// makes of each loaded row, so that a window of any radius needs little memory; then the column is
// added up.

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "backends/cpu/window_sums.hpp"

namespace selvage::cpu {
namespace {

// sum[i] += weight * row[i]
template <class Sum>
void add_row(const double* row, double weight, std::ptrdiff_t numbers, Sum* sum) {
  if (weight == 0.0) return;
  for (std::ptrdiff_t i = 0; i < numbers; ++i) sum[i] += weight * row[i];
}

class PlainLines final : public WindowSums<double> {
 public:
  explicit PlainLines(Lines lines) : lines_(std::move(lines)) {}

  bool rows_first() const override { return true; }

  void row(const double* loaded, int pixels, int channels, double* kept) const override {
    const std::ptrdiff_t numbers = std::ptrdiff_t{pixels} * channels;
    std::fill_n(kept, numbers, 0.0);
    for (std::size_t i = 0; i < lines_.row.size(); ++i)
      add_row(loaded + static_cast<std::ptrdiff_t>(i) * channels, lines_.row[i], numbers, kept);
  }

  void sums(const double* const* rows, const Piece& piece, double* out) override {
    const std::ptrdiff_t numbers = std::ptrdiff_t{piece.last - piece.first} * piece.channels;
    std::fill_n(out, numbers, 0.0);
    for (std::size_t i = 0; i < lines_.column.size(); ++i)
      add_row(rows[i] + std::ptrdiff_t{piece.first} * piece.channels, lines_.column[i], numbers,
              out);
  }

  void weights(const double* const* parts, int pixels, double* out, int worker) override {
    sums(parts, {.last = pixels, .worker = worker}, out);
  }

 private:
  Lines lines_;
};

class PlainMatrix final : public WindowSums<double> {
 public:
  explicit PlainMatrix(Matrix matrix) : matrix_(std::move(matrix)) {}

  void sums(const double* const* rows, const Piece& piece, double* out) override {
    const std::ptrdiff_t numbers = std::ptrdiff_t{piece.last - piece.first} * piece.channels;
    std::fill_n(out, numbers, 0.0);
    for (int y = 0; y < matrix_.height; ++y)
      for (int x = 0; x < matrix_.width; ++x)
        add_row(rows[y] + std::ptrdiff_t{piece.first + x} * piece.channels, matrix_.at(x, y),
                numbers, out);
  }

  void weights(const double* const*, int, double*, int) override {
    throw std::logic_error("a convolution is not renormalised");
  }

 private:
  Matrix matrix_;
};

}  // namespace

std::unique_ptr<WindowSums<double>> plain_window(const LinearStep& step) {
  if (step.lines) return std::make_unique<PlainLines>(*step.lines);
  return std::make_unique<PlainMatrix>(step.matrix);
}

}  // namespace selvage::cpu
