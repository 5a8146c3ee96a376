// SPDX-License-Identifier: Apache-2.0
// selvage-upsampling-bench: joint bilateral upsampling of 320x240 to 1280x960, every candidate of a
// device in turns. Prints a line for each case x candidate: medians with quartiles of whole runs
// and of passes alone.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <random>

#include "core/stopwatch.hpp"
#include "methods/catalogue.hpp"
#include "selvage/engine.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

struct Options {
  std::string device = "cpu", simd = {};
  int threads = 1, repeats = 9;
  bool plain = false;
  std::vector<int> radii{3, 9};
};

struct Case {
  PixelType type;
  int guide_channels;
};
constexpr Case cases[] = {
    {PixelType::u16, 3}, {PixelType::u16, 1}, {PixelType::u8, 3}, {PixelType::f32, 3}};

// Random stored values: no tap is like another.
Image noise(PixelType type, int width, int height, int channels) {
  Image image(type, width, height, channels);
  std::mt19937 random(1);
  const ImageView view = image;
  for (std::size_t i = 0; i < image.bytes() / sample_bytes(type); ++i) {
    if (type == PixelType::f32)
      reinterpret_cast<float*>(view.data)[i] = static_cast<float>(random() % 65536) / 65536.0f;
    else
      for (std::size_t b = 0; b < sample_bytes(type); ++b)
        view.data[i * sample_bytes(type) + b] = static_cast<std::byte>(random() & 255u);
  }
  return image;
}

// Returns "1.20 (1.19..1.23)", in milliseconds.
std::string spread(std::vector<double> seconds) {
  std::ranges::sort(seconds);
  const auto at = [&](double share) {
    return 1e3 * seconds[static_cast<std::size_t>(share * static_cast<double>(seconds.size() - 1))];
  };
  return fmt::format("{:.2f} ({:.2f}..{:.2f})", at(0.5), at(0.25), at(0.75));
}

// A candidate and its times so far.
struct Runner {
  std::string name;
  Plan plan;
  std::vector<double> whole = {}, passes = {};
};

std::vector<Runner> runners(const Engine& engine, const Options& o, const JointUpsampling& filter,
                            const Inputs& inputs, const Frame& frame) {
  const Platform platform = engine.device().id == "cpu" ? Platform::cpu : Platform::gpu;
  std::vector<Runner> all;
  for (const planner::Candidate& c : planner::catalogue()) {
    if (c.platform != platform || !c.serves(filter)) continue;
    if (c.name.starts_with("plain") && !o.plain) continue;
    all.push_back(
        {std::string(c.name), engine.plan(filter, inputs, frame, {.use = std::string(c.name)})});
    all.back().plan.reserve();
  }
  return all;
}

void time_case(const Engine& engine, const Options& o, const Case& c, int radius) {
  const Image image = noise(c.type, 320, 240, 1);
  const Image guide = noise(PixelType::u8, 1280, 960, c.guide_channels);
  Image out(c.type, 1280, 960, 1);
  const JointUpsampling filter{.sigma_space = std::max(static_cast<float>(radius), 1.0f) / 3.0f,
                               .radius = radius};
  const Inputs inputs{.image = image, .guide = guide};
  std::vector<Runner> all =
      runners(engine, o, filter, inputs, Frame::whole(guide.width(), guide.height()));
  for (int turn = -1; turn < o.repeats; ++turn)  // the first one warms up
    for (Runner& r : all) {
      const Stopwatch watch;
      const Report report = r.plan.run(inputs, {.image = out});
      const double seconds = watch.seconds();
      if (turn < 0) continue;
      r.whole.push_back(seconds);
      r.passes.push_back(report.kernel_seconds);
    }
  for (const Runner& r : all)
    fmt::print("{} by u8x{} r = {}: {}: {} ms, passes {} ms, predicted {:.2f} ms\n", name(c.type),
               c.guide_channels, radius, r.name, spread(r.whole), spread(r.passes),
               1e3 * r.plan.predicted_seconds());
}

}  // namespace
}  // namespace selvage::bench

int main(int argc, char** argv) {
  using namespace selvage;
  bench::Options o;
  CLI::App app{"Times joint bilateral upsampling on one device."};
  app.add_option("--device", o.device, "cpu, cuda, opencl:0")->capture_default_str();
  app.add_option("--simd", o.simd, "instruction set of the CPU; else the best");
  app.add_option("--threads", o.threads, "of the CPU")->capture_default_str();
  app.add_option("--radius", o.radii, "pixels of the small image")->capture_default_str();
  app.add_option("--repeats", o.repeats, "turns")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  app.add_flag("--plain", o.plain, "the slow fallback of the CPU too");
  CLI11_PARSE(app, argc, argv);
  try {
    const Engine engine(find_device(o.device), {.threads = o.threads, .simd = o.simd});
    for (const int radius : o.radii)
      for (const bench::Case& c : bench::cases) bench::time_case(engine, o, c, radius);
    return 0;
  } catch (const Error& e) {
    fmt::print(stderr, "selvage-upsampling-bench: error: {}{}{}\n", e.what(),
               e.hint().empty() ? "" : "; ", e.hint());
    return 2;
  }
}
