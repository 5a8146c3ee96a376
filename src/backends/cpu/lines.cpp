// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/lines.hpp"

#include "backends/cpu/line_kernel.hpp"
#include "backends/cpu/line_loader.hpp"

namespace selvage::cpu {
namespace {

// What the pass computes, and what its workers need.
template <class Number>
LineParts<Number> parts_of(const Pass& pass, const Problem& problem, const Tuning& tuning,
                           LinearStep step, bool rows_first) {
  const LineShape shape(step, problem, tuning, rows_first);
  return {.pass = pass,
          .problem = problem,
          .tuning = tuning,
          .step = std::move(step),
          .shape = shape,
          .convert = {},
          .window = nullptr};
}

std::unique_ptr<Kernel> make_plain_kernel(const Pass& pass, const Problem& problem,
                                          const Tuning& tuning, const Crew& crew) {
  const LinearStep step = linear_step(pass.step);
  auto parts = parts_of<double>(pass, problem, tuning, step, step.lines.has_value());
  parts.convert = plain_convert(pass.reads, pass.writes);
  parts.window = plain_window(step);
  return make_line_kernel(std::move(parts), crew);
}

}  // namespace

std::unique_ptr<Kernel> make_lines(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                   const SimdTarget& target, const Crew& crew) {
  const LineSums sums = line_sums(target.target);
  auto parts =
      parts_of<float>(pass, problem, tuning, as_lines(linear_step(pass.step)).value(), false);
  parts.convert = sums.convert(pass.reads, pass.writes);
  const LineLoader<float> loader(parts.step, pass, problem, parts.convert);
  parts.window = line_window(parts.step, parts.shape, loader.outside_pixel(), sums, crew.threads);
  return make_line_kernel(std::move(parts), crew);
}

std::unique_ptr<Kernel> make_lines16(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                     const SimdTarget& target, const Crew& crew) {
  const LineSums sums = line_sums(target.target);
  auto parts = parts_of<std::uint16_t>(pass, problem, tuning,
                                       as_lines(linear_step(pass.step)).value(), false);
  parts.convert = sums.bytes;
  parts.window = byte_window(parts.step, parts.shape, sums, crew.threads);
  return make_line_kernel(std::move(parts), crew);
}

std::unique_ptr<Kernel> make_matrix(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                    const SimdTarget& target, const Crew& crew) {
  const LineSums sums = line_sums(target.target);
  auto parts = parts_of<float>(pass, problem, tuning, linear_step(pass.step), false);
  parts.convert = sums.convert(pass.reads, pass.writes);
  parts.window = matrix_window(parts.step, sums, crew.threads);
  return make_line_kernel(std::move(parts), crew);
}

std::unique_ptr<Kernel> make_plain_lines(const Pass& pass, const Problem& problem,
                                         const Tuning& tuning, const SimdTarget&,
                                         const Crew& crew) {
  return make_plain_kernel(pass, problem, tuning, crew);
}

std::unique_ptr<Kernel> make_plain_matrix(const Pass& pass, const Problem& problem,
                                          const Tuning& tuning, const SimdTarget&,
                                          const Crew& crew) {
  return make_plain_kernel(pass, problem, tuning, crew);
}

}  // namespace selvage::cpu
