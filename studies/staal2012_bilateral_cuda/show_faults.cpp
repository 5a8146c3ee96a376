// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

#include "reference/reference.hpp"
#include "runner/pictures.hpp"
#include "staal2012_bilateral_cuda/document.hpp"
#include "staal2012_bilateral_cuda/experiments.hpp"
#include "staal2012_bilateral_cuda/listed_border.hpp"
#include "staal2012_bilateral_cuda/measure.hpp"
#include "staal2012_bilateral_cuda/prepared.hpp"

namespace selvage::studies::staal {
namespace {

constexpr double lsb = 255.0;  // steps of full scale

// What of the image the faults are looked for in.
struct Frame {
  Rect top, left, right, bottom;
};
Frame frame_of(int width, int height, int radius) {
  const int w = std::min(radius, width), h = std::min(radius, height);
  return {.top = {0, 0, width, h},
          .left = {0, 0, w, height},
          .right = {width - w, 0, w, height},
          .bottom = {0, height - h, width, h}};
}

double strips(const ConstImageView& a, const ConstImageView& b, Rect one, Rect other) {
  if (one.width == 0 || one.height == 0) return 0.0;  // radius 0
  return lsb * std::max(difference(a.region(one), b.region(one)).max,
                        difference(a.region(other), b.region(other)).max);
}

// A flat gray with noise: what is left of the noise is how much a rung smooths.
Image noise(int width, int height, float sigma) {
  Image image(PixelType::f32, width, height, rgb);
  std::minstd_rand random(1);
  std::normal_distribution<float> normal(0.5f, sigma);
  for (float& v : std::span(reinterpret_cast<float*>(image.view().data), image.bytes() / 4))
    v = normal(random);
  return image;
}

double deviation(const ConstImageView& image) {
  const auto count = static_cast<std::size_t>(image.width * image.height) * rgb;
  double sum = 0.0, squares = 0.0;
  for (const float v : std::span(reinterpret_cast<const float*>(image.data), count)) {
    sum += double{v};
    squares += double{v} * double{v};
  }
  const double mean = sum / static_cast<double>(count);
  return std::sqrt(squares / static_cast<double>(count) - mean * mean);
}

Image right_result(const Settings& settings, const ConstImageView& image) {
  return reference::rounded(reference::run(filter_of(settings), Inputs{.image = image}), image);
}

std::vector<Cell> row_of(Session& session, Prepared& on_photo, Prepared& on_noise,
                         const ConstImageView& right, double noise_before,
                         const Settings& settings) {
  const Variant& v = on_photo.variant();
  const ConstImageView found = on_photo.result();
  const Frame frame = frame_of(right.width, right.height, settings.radius);
  const std::size_t missed = difference(right, found).nans;
  const double top_left = strips(right, found, frame.top, frame.left);
  const double bottom_right = strips(right, found, frame.right, frame.bottom);
  const double left = deviation(on_noise.result()) / noise_before;
  const double most = lsb * tolerance(settings);
  session.expect(missed == 0, fmt::format("{} computes every pixel", v.name));
  session.expect(top_left <= most && bottom_right <= most,
                 fmt::format("{} is right at all four borders", v.name));
  return {v.name,
          static_cast<double>(pixels_left_out(right.width, right.height, v.block.width,
                                              v.block.height, v.entry->grid_2d)),
          static_cast<double>(missed),
          top_left,
          bottom_right,
          100.0 * left};
}

// How many squares of 256 negative numbers the device's fast power has.
std::string fast_power_text(Session& session) {
  constexpr int count = 256;
  const Rung rung(session, {.file = "fast_power.cl", .function = "fast_power", .group = {64, 1}});
  const StaalArguments arguments = arguments_of({}, count, 1);
  std::vector<float> squares(count);
  gpu::Stream& stream = *session.place().stream;
  const auto buffer = session.place().device->buffer(count * sizeof(float));
  const gpu::Buffer* const buffers[] = {buffer.get()};
  rung.enqueue(stream, count, 1, buffers, arguments);
  const auto bytes = std::as_writable_bytes(std::span(squares));
  stream.download(bytes.data(), *buffer, 0, bytes.size());
  stream.wait();
  const auto lost = std::ranges::count_if(squares, [](float v) { return std::isnan(v); });
  return fmt::format(
      "The fast power of a negative base is no number for {} of {} bases on this device: GPU3 and "
      "GPU4 "
      "square the difference in full precision.",
      lost, count);
}

void add_rungs(Session& session, const Settings& settings, const ConstImageView& image,
               const ConstImageView& right, Table& table) {
  const Image flat = noise(image.width, image.height, settings.sigma_range / 2.0f);
  const double before = deviation(flat), after = deviation(right_result(settings, flat));
  const std::vector<Variant> wanted = variants(session, settings);
  Memory photo_memory(session, image, settings), noise_memory(session, flat, settings);
  std::vector<Prepared> on_photo = prepare(session, photo_memory, wanted, settings);
  std::vector<Prepared> on_noise = prepare(session, noise_memory, wanted, settings);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    table.cells.add_row(row_of(session, on_photo[i], on_noise[i], right, before, settings));
    const double left = std::get<double>(table.cells.rows().back().back());
    session.expect(std::abs(left - 100.0 * after / before) < 0.1,
                   fmt::format("{} leaves {:.1f} % of a flat area's noise, the reference {:.1f} %",
                               wanted[i].name, left, 100.0 * after / before));
  }
}

}  // namespace

void show_faults(Session& session) {
  const bool quick = session.options().quick;
  const Settings settings = settings_of(session.options(), {4}).front();
  // The small one leaves 64 pixels over by blocks of 192 too, and 4 rows by blocks of 12.
  const int side = std::max(quick ? 16 : 512, settings.radius + 1);
  const Image image = test_image(session, side, side);
  const Image right = right_result(settings, image);
  Table table{.name = "faults",
              .title = fmt::format("Faults of the listings, and the rungs: {}x{}, radius {}", side,
                                   side, settings.radius),
              .cells = {{"rung", 0},
                        {"pixels missed by the listing's grid", 0},
                        {"pixels missed by this rung", 0},
                        {"error at top and left, of 255", 5},
                        {"error at right and bottom, of 255", 5},
                        {"noise left in a flat area, %", 2}}};
  const Image listed = with_listed_border(settings, image);
  const Frame frame = frame_of(side, side, settings.radius);
  table.cells.add_row({std::string("the listings' border"), Cell(), Cell(),
                       strips(right, listed, frame.top, frame.left),
                       strips(right, listed, frame.right, frame.bottom), Cell()});
  add_rungs(session, settings, image, right, table);
  table.notes = {
      "the listings' border: a tap beyond the last column or row is read at size - 1 - offset; "
      "computed on the CPU in double precision.",
      "His GPU3 and GPU4 do not smooth (100 % of the noise would be left); artefacts at the top "
      "and left were worst in his GPU7.",
      fast_power_text(session)};
  session.keep(table);
}

}  // namespace selvage::studies::staal
