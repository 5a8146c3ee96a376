// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range": the bilateral filter of one channel of u8 with a Fourier range kernel
// (shiftable bilateral filter) [chaudhury2011]. K cosines approximate the range Gaussian, so the
// filter becomes 2 K separable convolutions: about 4 K (2r+1) multiply-adds for each pixel. Here
// are its error (proof in fit.hpp), time, memory and tuning.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/checked.hpp"
#include "filters/mean_passes.hpp"
#include "methods/direct/cpu_work.hpp"
#include "methods/fourier_range/fit.hpp"
#include "methods/fourier_range/fourier_refusal.hpp"
#include "methods/fourier_range/joint_level.hpp"
#include "methods/fourier_range/shape.hpp"

namespace selvage::planner {
namespace {

constexpr int vector = 8;  // floats, at most

// Returns a refusal without a reason for a guide that can serve.
Refusal guide_refusal(const Problem& p, const WindowMean& f) {
  const ConstImageView& guide = p.shapes.guide;
  if (guide.type != PixelType::u8 || guide.colour_channels() != 1)
    return {"the Fourier range kernel serves only guides of one channel of u8"};
  if (p.type != PixelType::u8 && p.type != PixelType::u16)
    return {"the Fourier range kernel averages only u8 and u16 with a guide"};
  if (layout_of(p, f).value_planes > most_joint_values)
    return {fmt::format("the Fourier range kernel averages up to {} channels with a guide",
                        most_joint_values)};
  return {};
}

}  // namespace

Refusal fourier_refusal(const Problem& p) {
  const WindowMean f = main_step(p);
  if (f.guide == Guide::given) {
    if (Refusal refusal = guide_refusal(p, f); !refusal.why.empty()) return refusal;
  } else if (layout_of(p, f).planes_of_group() > 1)
    return {.why = "the Fourier range kernel serves only one channel, or each by itself",
            .hint = "bounded filters colours with Bilateral::norm per_channel"};
  if (step_count(p) > 1) return {"the Fourier range kernel serves only one iteration"};
  if (weighs_alpha(p)) return {"the Fourier range kernel does not weight colours by alpha"};
  if (f.window == Window::disc)
    return {"the weights of a disc are not a product of a row and a column"};
  if (f.fill) return {"the Fourier range kernel does not fill invalid pixels"};
  if (f.largest_radius() > largest_fourier_radius)
    return {
        fmt::format("the Fourier range kernel serves only radii up to {}", largest_fourier_radius)};
  if (double{f.sigma_range} < least_fourier_sigma)
    return {fmt::format("the Fourier range kernel needs a sigma_range of at least {:.2g}",
                        least_fourier_sigma)};
  return {};
}

Refusal float_refusal(const Problem& p, double error) {
  if (is_integer(p.type) || p.max_error <= 0.0 || error <= requested_of_one(p)) return {};
  return {fmt::format("not accurate enough: error bound {:.2g} of full scale, requested {:.2g}",
                      error, requested_of_one(p))};
}

namespace {

// Each tile sums the columns of its halo. No result depends on the tiles.
Tile fourier_tile(const Problem& p) {
  return {.width = std::min(512, p.width), .height = std::min(32, p.height)};
}

double fourier_seconds(const Problem& p, const DeviceFacts& facts, int terms) {
  constexpr double instructions_per_second = 5e9;  // of vectors, one core (docs/journal/0025)
  const WindowMean f = main_step(p);
  const Tile tile = fourier_tile(p);
  const double vectors = 2.0 * terms / std::min(vector, facts.simd_floats);
  const double columns = 1.0 + 2.0 * f.radius_x / tile.width;
  // Vector instructions per pixel: a product for each tap and vector, and a constant part.
  const double taps = columns * (2.0 * f.radius_y + 8.0) + 2.0 * f.radius_x + 8.0;
  const double instructions = (taps * vectors + 40.0 + 4.0 * vectors) *
                              (facts.simd_floats >= 8 ? 0.75 : 1.0);  // fused (docs/journal/0025)
  const double pixels = 1.0 * p.width * p.height * p.batch * layout_of(p, f).groups;
  return pixels * instructions / (instructions_per_second * facts.threads) +
         sample_seconds(p, facts, direct_passes(p));
}

ScratchBytes fourier_scratch(const Problem& p, const DeviceFacts& facts, int terms) {
  const WindowMean f = main_step(p);
  const FourierShape shape(layout_of(p, f), fourier_tile(p), f, terms);
  constexpr std::size_t tables = 3, entries = 257;
  return {.host = checked_add(checked_mul(shape.bytes(), facts.threads),
                              checked_mul(tables, entries, static_cast<std::size_t>(shape.numbers),
                                          sizeof(float)))};
}

double fourier_least_seconds(const Problem& p, const DeviceFacts& facts) {
  const bool serves = no_vector_unit(facts).empty() && fourier_refusal(p).why.empty();
  return serves ? fourier_seconds(p, facts, fourier_step) : 0.0;
}

// The proof of the error is in fit.hpp.
Answer offer_fourier_range(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = no_vector_unit(facts); !why.empty()) return Refusal{why};
  if (Refusal refusal = fourier_refusal(p); !refusal.why.empty()) return refusal;
  const WindowMean step = main_step(p);
  const LevelForm form = level_form(step, p);
  if (form.words) return Refusal{"sums of every column and row serve only u8"};
  const FourierFit fit = fourier_fit(step, form);
  const int terms = fit.series.terms();
  return Offer{.error = fit.error / full_scale(PixelType::u8),
               .seconds = fourier_seconds(p, facts, terms),
               .terms = terms,
               .scratch = fourier_scratch(p, facts, terms),
               .passes = direct_passes(p),
               .tuning = TileTuning{fourier_tile(p)}};
}

}  // namespace

Candidate cpu_fourier_range() {
  return {.name = "fourier_range",
          .platform = Platform::cpu,
          .paper = "chaudhury2011",
          .method = Method::bounded,
          .uses_simd = true,
          .serves = is_bilateral,
          .offer = offer_fourier_range,
          .least_seconds = fourier_least_seconds};
}

}  // namespace selvage::planner
