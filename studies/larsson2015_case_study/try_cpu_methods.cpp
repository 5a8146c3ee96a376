// SPDX-License-Identifier: Apache-2.0
// Methods of his section 4.1 that are no kernels here: histograms, the bilateral grid, and the grid
// convolved by Fourier transforms. Plain loops on one thread, beside his sequential version.

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/stopwatch.hpp"
#include "larsson2015_case_study/bilateral_grid.hpp"
#include "larsson2015_case_study/box_histograms.hpp"
#include "larsson2015_case_study/experiments.hpp"
#include "larsson2015_case_study/references.hpp"
#include "larsson2015_case_study/sequential.hpp"
#include "runner/pictures.hpp"

namespace selvage::studies::larsson {
namespace {

struct CpuMethod {
  std::string name = {};
  bool of_window = false;  // its result depends on the radius
  std::function<Image(const ConstImageView&, const Window&)> run;
};

CpuMethod histogram_method(int bins) {
  return {.name = fmt::format("histograms of a box, {} bins", bins),
          .of_window = true,
          .run = [bins](const ConstImageView& image, const Window& window) {
            return histogram_filtered(image, window, bins);
          }};
}

CpuMethod grid_method(double cells, GridBlur blur) {
  return {.name = fmt::format("bilateral grid, {:g} cell{} per sigma{}", cells,
                              cells == 1.0 ? "" : "s", blur == GridBlur::fft ? ", FFT" : ""),
          .run = [=](const ConstImageView& image, const Window& window) {
            return grid_filtered(image, window, {.space = cells, .range = cells}, blur);
          }};
}

std::vector<CpuMethod> cpu_methods() {
  std::vector<CpuMethod> methods;
  for (const int bins : {256, 64}) methods.push_back(histogram_method(bins));
  for (const double cells : {1.0, 2.0}) methods.push_back(grid_method(cells, GridBlur::direct));
  methods.push_back(grid_method(1.0, GridBlur::fft));
  return methods;
}

Difference difference_inside(const Image& a, const Image& b, int radius) {
  const Rect inside{radius, radius, a.width() - 2 * radius, a.height() - 2 * radius};
  return difference(a.view().region(inside), b.view().region(inside));
}

// On a small image, against the reference: a box is a Gaussian whose sigma is very large; a grid
// with a cell for each pixel and level is the filter itself, within a window of its 4 sigma.
void check_methods(Session& session) {
  constexpr double wide = 1e6;
  const Window window{.radius = 8, .sigma_space = 2.0, .sigma_range = 20.0};
  const Window box{.radius = 4, .sigma_space = wide, .sigma_range = 20.0};
  const Image image = scene(session, PixelType::u8, 47, 35, 3);
  const auto expect = [&](const std::string& name, const Image& result, const Image& reference,
                          int radius) {
    const Difference d = difference_inside(result, reference, radius);
    session.expect(d.max <= 1.0,
                   fmt::format("{}: differs by at most 1 from the reference, is {}", name, d.max));
  };
  expect("histograms of a box", histogram_filtered(image, box, 256), reference_mean(image, box), 0);
  const GridSampling fine{.space = window.sigma_space, .range = window.sigma_range};
  for (const auto& [name, blur] : {std::pair("bilateral grid", GridBlur::direct),
                                   std::pair("bilateral grid, FFT", GridBlur::fft)})
    expect(name, grid_filtered(image, window, fine, blur), reference_mean(image, window),
           window.radius);
}

struct CpuTrial {
  const CpuMethod* method = nullptr;
  Image result = {};
  double seconds = 0.0;
};

void run_trial(CpuTrial& trial, const Image& image, const Window& window) {
  const Stopwatch watch;
  trial.result = trial.method->run(image, window);
  trial.seconds = watch.seconds();
}

BaselineTime sequential_time(const Image& image, const Window& window) {
  const Sequential sequential(window);
  Image result = image.clone();
  return baseline_time(image.height(), [&](int first, int last) {
    sequential.filter(image, result.view(), first, last);
  });
}

Table empty_table(const TestImage& size) {
  return {.name = "cpu_methods",
          .title = fmt::format("Methods of section 4.1 on one CPU thread, {}x{}", size.width,
                               size.height),
          .cells = {{"radius", 0},
                    {"method"},
                    {"time, ms", 1},
                    {"speedup over sequential", 2},
                    {"largest error", 0},
                    {"mean error", 4},
                    {"PSNR, dB", 1}},
          .notes = {"Errors are in levels of 255, against version 4, where its windows lie inside "
                    "the image. Plain loops, each run once, timed by the host's clock.",
                    "Histograms: the window is a box, not a Gaussian. Grids: the Gaussian ends at "
                    "4 sigma, not at the radius, on which they do not depend."}};
}

}  // namespace

void try_cpu_methods(Rungs& rungs, const Settings& settings) {
  Session& session = rungs.session();
  check_methods(session);
  const TestImage& size = settings.trials;
  const Image image = scene(session, PixelType::u8, size.width, size.height, 3);
  Workplace place(rungs, image.clone());
  const std::vector<CpuMethod> methods = cpu_methods();
  std::vector<CpuTrial> trials;
  for (const CpuMethod& method : methods) trials.push_back({.method = &method});
  Table table = empty_table(size);
  for (const int radius : settings.table_radii()) {
    const Window window = settings.window(radius);
    const Image exact =
        place.result(place.enqueue({.rung = 4, .block = settings.block()}, window), window);
    const BaselineTime sequential = sequential_time(image, window);
    table.cells.add_row({double(radius),
                         std::string("sequential") + (sequential.sampled ? " (sampled)" : ""),
                         1e3 * sequential.seconds, 1.0, Cell{}, Cell{}, Cell{}});
    for (CpuTrial& trial : trials) {
      if (trial.method->of_window || !trial.result) run_trial(trial, image, window);
      const Difference d = difference_inside(trial.result, exact, radius);
      table.cells.add_row({double(radius), trial.method->name, 1e3 * trial.seconds,
                           sequential.seconds / trial.seconds, d.max, d.mean,
                           d.count == 0 ? Cell{std::string("equal")} : Cell{d.psnr}});
    }
  }
  session.expect(difference(trials.back().result, trials[2].result).max <= 1.0,
                 "the grid convolved by FFT differs by at most 1 from the one convolved directly");
  session.keep(std::move(table));
}

}  // namespace selvage::studies::larsson
