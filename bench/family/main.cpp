// SPDX-License-Identifier: Apache-2.0
// selvage-family-bench: means and convolutions on the CPU, taking turns with OpenCV.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <opencv2/core/version.hpp>
#include <regex>

#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "family/family_cases.hpp"
#include "pairs.hpp"
#include "scene.hpp"
#include "selvage/selvage.hpp"

namespace selvage::bench {
namespace {

struct Options {
  std::string filter = ".*";
  std::string photos = "photos";
  std::string use, simd;
  int width = 1920, height = 1080;
  int repeats = 20;
  int threads = 1;
  bool wall = false;
};

double now(bool wall) {
  timespec time = {};
  clock_gettime(wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Runs A B A B after one warm-up each. One thread's processor time is more reliable than wall time
// on a busy machine.
Pair take_turns(const std::function<void()>& ours, const std::function<void()>& rival,
                const Options& o) {
  const auto seconds = [&](const std::function<void()>& work) {
    const double start = now(o.wall);
    work();
    return now(o.wall) - start;
  };
  ours();
  rival();
  std::vector<double> a, b, ratio;
  for (int i = 0; i < o.repeats; ++i) {
    a.push_back(seconds(ours));
    b.push_back(seconds(rival));
    ratio.push_back(b.back() / a.back());
  }
  return {spread(a), spread(b), spread(ratio)};
}

// Returns the largest difference of two images, in 1/255.
double difference(const ConstImageView& a, const ConstImageView& b) {
  double largest = 0.0;
  with_pixel_type(a.type, [&]<class T>() {
    for (int y = 0; y < a.height; ++y)
      for (int x = 0; x < a.width; ++x)
        for (int c = 0; c < a.channels; ++c)
          largest = std::max(largest, std::fabs(double{read_sample<T>(a.at(x, y, c))} -
                                                double{read_sample<T>(b.at(x, y, c))}));
  });
  return largest * 255.0 / full_scale(a.type);
}

void measure(const FamilyCase& c, const Options& o) {
  const Image input = scene(o.photos, c.type, o.width, o.height, c.channels);
  Image ours(c.type, o.width, o.height, c.channels), theirs(c.type, o.width, o.height, c.channels);
  const Engine engine(Device::cpu(), {.threads = o.threads, .simd = o.simd});
  Plan plan =
      engine.plan(c.filter, {.image = input}, Frame::whole(o.width, o.height), {.use = o.use});
  const Pair pair = take_turns([&] { plan.run({.image = input}, {.image = ours}); },
                               [&] { opencv_filter(c.filter, input, theirs, o.threads); }, o);
  fmt::print(
      "{:<28} {:<15} {:7.2f} ms (predicted {:7.2f}), OpenCV {:7.2f} ms: {:5.2f} ({:.2f}..{:.2f}) "
      "times as fast, {:.4f}/255 apart\n",
      c.name, plan.candidate(), pair.ours.median * 1e3, plan.predicted_seconds() * 1e3,
      pair.rival.median * 1e3, pair.ratio.median, pair.ratio.low, pair.ratio.high,
      difference(ours, theirs));
  std::fflush(stdout);
}

int run(const Options& o) {
  fmt::print(
      "{}; OpenCV {}; {}x{}, {} thread(s), {} time; median (quartiles) of {} turns A B A B\n",
      Device::cpu().name, CV_VERSION, o.width, o.height, o.threads, o.wall ? "wall" : "processor",
      o.repeats);
  const std::regex wanted(o.filter);
  int count = 0;
  for (const FamilyCase& c : family_cases())
    if (std::regex_search(c.name, wanted)) {
      measure(c, o);
      ++count;
    }
  if (count == 0)
    throw selvage::Error(Errc::invalid_argument, fmt::format("no case matches {}", o.filter));
  return 0;
}

}  // namespace
}  // namespace selvage::bench

int main(int argc, char** argv) {
  selvage::bench::Options o;
  CLI::App app{"Times Gaussian, box and convolutions of Selvage, taking turns with OpenCV."};
  app.add_option("--filter", o.filter, "regular expression of case names")->capture_default_str();
  app.add_option("--use", o.use, "candidate; the planner's choice if not given");
  app.add_option("--simd", o.simd, "instruction set; the best if not given");
  app.add_option("--threads", o.threads)->capture_default_str()->check(CLI::Range(1, 1024));
  app.add_option("--width", o.width)->capture_default_str()->check(CLI::Range(1, 1 << 20));
  app.add_option("--height", o.height)->capture_default_str()->check(CLI::Range(1, 1 << 20));
  app.add_option("--repeats", o.repeats)->capture_default_str()->check(CLI::Range(1, 1000));
  app.add_flag("--wall", o.wall, "wall time; else that of all threads of the process");
  app.add_option("--photos", o.photos, "folder of PNG photos")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    return selvage::bench::run(o);
  } catch (const selvage::Error& e) {
    fmt::print(stderr, "selvage-family-bench: error: {}\n", e.what());
    return 2;
  }
}
