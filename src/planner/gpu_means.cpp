// SPDX-License-Identifier: Apache-2.0
#include "planner/gpu_means.hpp"

#include <algorithm>
#include <cmath>

#include "core/checked.hpp"
#include "core/window.hpp"
#include "planner/direct_steps.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

constexpr double host_copy = 8e9;              // bytes a second, to and from pinned memory
constexpr double launch_seconds = 20e-6;       // enqueue, launch, wait
constexpr double longest_launch = 0.05;        // seconds
constexpr std::size_t tile_target = 8u << 20;  // bytes of a tile's input that hide a copy's latency

std::size_t pixel_bytes(PixelType type, int channels) {
  return sample_bytes(type) * static_cast<std::size_t>(channels);
}

// What is copied to the device for each pixel.
std::size_t input_bytes(const Problem& p) {
  const ConstImageView& guide = p.shapes.guide;
  const bool given = main_step(p).guide == Guide::given;
  return pixel_bytes(p.type, p.channels) + (p.mask ? 1 : 0) +
         (given ? pixel_bytes(guide.type, guide.channels) : 0);
}

// Device memory of one output pixel of a tile, its halo apart: what comes and goes, what lies
// between passes, planes of luma or lab.
std::size_t device_bytes(const Problem& p, std::size_t passes) {
  const PixelForm form = form_of(p);
  const std::size_t between = std::min<std::size_t>(passes - 1, 2);
  const auto planes = static_cast<std::size_t>(form.makes_guide() ? form.guide_planes() : 0);
  return input_bytes(p) + pixel_bytes(p.type, p.channels) +
         between * pixel_bytes(PixelType::f32, p.channels) + 4 * planes;
}

// Pixels of a tile with its halo, which ends where the image does.
std::size_t tile_pixels(const Problem& p, int width, int height) {
  const auto with_halo = [&](int side, int whole) {
    const auto around =
        static_cast<std::size_t>(side) + static_cast<std::size_t>(2 * halo(p.filter));
    return whole > 0 ? std::min(around, static_cast<std::size_t>(whole)) : around;
  };
  return checked_mul(with_halo(width, p.whole_width), with_halo(height, p.whole_height));
}

// Two tiles are on the device at a time. A tile is a band of full width where memory allows; large
// images are cut into several, so that copies and kernels overlap, but not so low that the halo
// costs more than it hides.
void cut_tiles(const Problem& p, const GpuFacts& gpu, std::size_t passes, Tuning& tuning) {
  const int least = std::max(64, std::min(16 * halo(p.filter), p.height));
  const auto row =
      std::max<std::size_t>(pixel_bytes(p.type, p.channels) * static_cast<std::size_t>(p.width), 1);
  const auto target = static_cast<int>(std::min<std::size_t>(tile_target / row + 1, 1u << 20));
  tuning.tile_width = p.width;
  tuning.tile_height = std::min(p.height, std::max(least, target));
  const auto fits = [&] {
    const std::size_t bytes =
        checked_mul(device_bytes(p, passes), tile_pixels(p, tuning.tile_width, tuning.tile_height));
    const bool all = gpu.memory_bytes == 0 || 2 * bytes <= gpu.memory_bytes;
    return all && (gpu.largest_buffer_bytes == 0 || bytes <= gpu.largest_buffer_bytes);
  };
  // Not below a quarter of the halo: where halos alone are too large, cutting does not help.
  const int smallest = std::max(halo(p.filter) / 4, 1);
  while (!fits() && std::max(tuning.tile_width, tuning.tile_height) > smallest) {
    int& side = tuning.tile_height >= tuning.tile_width ? tuning.tile_height : tuning.tile_width;
    side = (side + 1) / 2;
  }
}

// Differences of the integers that distances are between are exact.
bool differences_are_exact(const Problem& p, const PixelForm& form) {
  if (form.makes_guide()) return false;
  if (form.layout.guided) return is_integer(form.guide);
  return p.type == PixelType::u16 && step_count(p) == 1;  // bytes are scaled; later passes read f32
}

// Of a range exponent, relative to it: the difference (twice: it is squared; a split one is two
// differences and their sum, of which one is small), square, gain, and the last sum, with those of
// the sums over planes. Bytes are scaled first by a root that is rounded, and so are sums of bytes
// in l1.
double range_roundings(const Problem& p, const PixelForm& form) {
  if (!form.has_distances()) return 0.0;
  const PlaneLayout& layout = form.layout;
  const double squares = layout.l1 ? 2.0 : 1.0;  // l1 squares a sum, which doubles its error
  const double sums = squares * (layout.distance_planes - 1);
  if (differences_are_exact(p, form))
    return layout.l1 ? (form.guide_bytes() ? 5.0 : 3.0) : 3.0 + sums;
  return (form.makes_guide() && layout.split ? 7.0 : 5.0) + sums;
}

}  // namespace

PixelForm form_of(const Problem& p, PixelType reads) {
  return pixel_form(main_step(p), reads, p);
}
PixelForm form_of(const Problem& p) {
  return form_of(p, p.type);
}

double taps_per_second(const Problem& p, const GpuFacts& gpu, const Loop& loop) {
  if (gpu.is_processor) return loop.processor_taps * gpu.compute_units;
  const PixelForm form = form_of(p);
  const double lanes = gpu.byte_simd ? 128.0 : 64.0;
  const double distances = form.has_distances() ? form.layout.distance_planes : 0;
  const double instructions = 4.0 + 2.0 * distances + form.layout.sums();
  return loop.share * lanes * gpu.compute_units * gpu.clock_mhz * 1e6 / instructions;
}

double mean_error(const Problem& p, Sums how, int piece) {
  const WindowMean f = main_step(p);
  const PixelForm form = form_of(p);
  const double taps = window_taps(f);
  const double exponent = mean_exponent(taps);
  // The spatial exponent goes through 4.
  const double roundings = std::max(4.0, range_roundings(p, form));
  const double additions = how == Sums::flat      ? taps
                           : how == Sums::columns ? 2.0 * (2 * f.largest_radius() + 1)
                                                  : piece + 2.0;  // Kahan's sum errs by 2 ulp
  // exp2: 3 ulp in OpenCL, 2^-22 on NVIDIA [PTX ISA, ex2.approx.ftz]. Last: OpenCL divides within
  // 2.5 ulp; products, centre, scales.
  double error = sums_error(
      {.weight = 6.0 * ulp, .roundings = roundings, .additions = additions, .last_steps = 9.0},
      exponent);
  // Bytes' distances are of planes in single precision, but for those of another image.
  if (p.type == PixelType::u8 && !form.layout.guided)
    error += rounded_planes_error(p, form.layout, exponent);
  return error;
}

int piece_of(const Problem& p, int least) {
  int piece = 16;
  while (piece > least && mean_error(p, Sums::pieces, piece) > exact_error(p.type)) piece /= 2;
  return piece;
}

Tuning mean_tuning(const Problem& p, const GpuFacts& gpu, const std::vector<Pass>& passes,
                   double taps, double taps_per_second) {
  Tuning tuning;
  cut_tiles(p, gpu, passes.size(), tuning);
  const double row_seconds = taps * tuning.tile_width * std::max(p.batch, 1) / taps_per_second;
  tuning.launch_height =
      static_cast<int>(std::clamp(longest_launch / row_seconds, 1.0, double{1 << 20}));
  return tuning;
}

std::size_t local_bytes(const Problem& p, const std::vector<Pass>& passes, const Tuning& tuning) {
  std::size_t most = 0;
  for (const Pass& pass : passes) {
    const auto& step = std::get<WindowMean>(pass.step);
    const int words = tile_words(pixel_form(step, pass.reads, p), tuning.wide);
    most = std::max(most, tile_local_bytes(words, tuning, step));
  }
  return most;
}

double mean_seconds(const Problem& p, const GpuFacts& gpu, const Loop& loop, std::size_t passes,
                    double taps) {
  const double pixels = double{1} * p.width * p.height * p.batch;
  const auto bytes = static_cast<double>(input_bytes(p) + pixel_bytes(p.type, p.channels));
  const double copies = pixels * bytes / std::min(host_copy, gpu.copy_bytes_per_second);
  const double kernels = taps * pixels / taps_per_second(p, gpu, loop);
  return launch_seconds * static_cast<double>(passes) + kernels + copies;
}

ScratchBytes mean_scratch(const Problem& p, const std::vector<Pass>& passes, const Tuning& tuning) {
  const std::size_t pixels = tile_pixels(p, tuning.tile_width, tuning.tile_height);
  return {.host = checked_mul(2, pixels, input_bytes(p) + pixel_bytes(p.type, p.channels)),
          .device = checked_mul(2, pixels, device_bytes(p, passes.size()))};
}

std::string mean_unsupported(const Problem& p, const GpuFacts& gpu) {
  const PixelForm form = form_of(p);
  if (gpu.real64) return {};
  if (form.makes_guide()) return "its luma and lab need double precision, which the device has not";
  if (form.layout.guided && form.guided() && main_step(p).fill && form.holes)
    return "its filling by a guide needs double precision, which the device has not";
  return {};
}

void shrink_groups(Tuning& tuning, const GpuFacts& gpu) {
  while (tuning.group_width * tuning.group_height > std::max(gpu.largest_group, 1))
    (tuning.group_height > 1 ? tuning.group_height : tuning.group_width) /= 2;
}

}  // namespace selvage::planner
