// SPDX-License-Identifier: Apache-2.0
// selvage-bench: measures every candidate of the catalogue, and what a user would take instead.
// Prints one line for each case x candidate x instruction set x thread count; --json keeps the
// figures.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "cases.hpp"
#include "error.hpp"
#include "methods/catalogue.hpp"
#include "opencv.hpp"
#include "pairs.hpp"
#include "scene.hpp"
#include "selvage/selvage.hpp"

namespace selvage::bench {
namespace {

struct Options {
  std::string filter = ".*";
  std::string photos = "photos";
  std::string json;
  std::string candidate = "simd";
  std::string content = "photos";
  int width = 1920, height = 1080;
  int repeats = 20;
  std::vector<int> threads = {1};
  std::vector<std::string> simd;
};

nlohmann::json to_json(const Spread& s) {
  return {{"low", s.low}, {"median", s.median}, {"high", s.high}};
}

std::string text(const Spread& s, double scale) {
  return fmt::format("{:8.2f} ({:.2f}..{:.2f})", s.median * scale, s.low * scale, s.high * scale);
}

Image input_of(const Case& c, const Options& o) {
  if (o.content == "noise") return noise(c.type, o.width, o.height, c.channels);
  if (o.content == "checkerboard") return checkerboard(c.type, o.width, o.height, c.channels);
  return scene(o.photos, c.type, o.width, o.height, c.channels);
}

// Measures one case on one engine, prints a line and returns the figures.
nlohmann::json measure(const Case& c, const Options& options, const std::string& simd,
                       int threads) {
  const Image input = input_of(c, options);
  Image output(c.type, options.width, options.height, c.channels);
  const Engine engine(Device::cpu(), {.threads = threads, .simd = simd});
  Plan plan = engine.plan(c.filter, {.image = input}, Frame::whole(options.width, options.height),
                          {.use = options.candidate});
  const auto ours = [&] { plan.run({.image = input}, {.image = output}); };

  nlohmann::json row{{"case", c.name},
                     {"candidate", plan.candidate()},
                     {"simd", simd},
                     {"threads", threads},
                     {"width", options.width},
                     {"height", options.height},
                     {"content", options.content}};
  Spread time;
  std::string rival = "no rival";
  Bilateral of_disc = c.filter;  // the one window that OpenCV has
  of_disc.window = Window::disc;
  if (opencv_can(of_disc, input)) {
    Image theirs(c.type, options.width, options.height, c.channels);
    const Pair pair = time_pair(
        ours, [&] { opencv_bilateral(of_disc, input, theirs, threads); }, options.repeats);
    time = pair.ours;
    row["opencv_seconds"] = to_json(pair.rival);
    row["times_opencv"] = to_json(pair.ratio);
    row["opencv_error_255"] = judge(of_disc, input, theirs).max;
    row["opencv_window"] = "disc";
    rival = fmt::format("{} x OpenCV{}", text(pair.ratio, 1.0),
                        c.filter.window == Window::disc ? "" : "'s disc");
  } else {
    time = time_alone(ours, options.repeats);
  }
  const Error255 error = judge(c.filter, input, output);
  const double speed = taps(c, options.width, options.height) / time.median;
  row["seconds"] = to_json(time);
  row["taps_per_second"] = speed;
  row["predicted_seconds"] = plan.predicted_seconds();
  row["error_255"] = error.max;
  row["differ_percent"] = error.differ_percent;
  row["error_bound"] = plan.error_bound();
  fmt::print("{:<28} {:<13} {:<5} {:2} thread{} {} ms {:6.2f} Gtap/s  error {:.4f}/255  {}\n",
             c.name, plan.candidate(), simd, threads, threads == 1 ? " " : "s", text(time, 1e3),
             speed * 1e-9, error.max, rival);
  std::fflush(stdout);
  return row;
}

// As measure(); where the candidate cannot serve the case, it says why instead.
nlohmann::json measure_or_say(const Case& c, const Options& options, const std::string& simd,
                              int threads) try {
  return measure(c, options, simd, threads);
} catch (const selvage::Error& e) {
  if (e.code() != Errc::unsupported) throw;
  fmt::print("{:<28} {:<13} {:<5} {}\n", c.name, options.candidate, simd, e.what());
  return {{"case", c.name},
          {"candidate", options.candidate},
          {"simd", simd},
          {"threads", threads},
          {"refused", e.what()}};
}

bool uses_simd(const std::string& candidate) {
  for (const planner::Candidate& c : planner::catalogue())
    if (c.name == candidate) return c.uses_simd;
  throw selvage::Error(Errc::invalid_argument, fmt::format("there is no candidate {}", candidate));
}

int run(Options options) {
  const Device cpu = Device::cpu();
  if (options.simd.empty()) options.simd = cpu.simd;
  if (!uses_simd(options.candidate)) options.simd = {""};
  nlohmann::json report{{"machine", cpu.name},
                        {"cores", cpu.compute_units},
                        {"opencv", opencv_version()},
                        {"repeats", options.repeats},
                        {"rows", nlohmann::json::array()}};
  fmt::print("{}, {} cores; OpenCV {}; {}x{}; median (quartiles) of {} turns A B A B\n", cpu.name,
             cpu.compute_units, opencv_version(), options.width, options.height, options.repeats);
  const std::regex wanted(options.filter);
  for (const Case& c : cases())
    if (std::regex_search(c.name, wanted))
      for (const std::string& simd : options.simd)
        for (const int threads : options.threads)
          report["rows"].push_back(measure_or_say(c, options, simd, threads));
  if (report["rows"].empty())
    throw selvage::Error(Errc::invalid_argument, fmt::format("no case matches {}", options.filter));
  if (!options.json.empty()) std::ofstream(options.json) << report.dump(1) << "\n";
  return 0;
}

}  // namespace
}  // namespace selvage::bench

int main(int argc, char** argv) {
  selvage::bench::Options o;
  CLI::App app{
      "Times the candidates of Selvage, taking turns with OpenCV where it computes the same, or "
      "its disc for a square."};
  app.add_option("--filter", o.filter, "regular expression of case names")->capture_default_str();
  app.add_option("--use", o.candidate, "candidate")->capture_default_str();
  app.add_option("--simd", o.simd, "instruction sets; all of this machine if not given");
  app.add_option("--threads", o.threads, "thread counts")->capture_default_str();
  app.add_option("--width", o.width)->capture_default_str()->check(CLI::Range(1, 1 << 20));
  app.add_option("--height", o.height)->capture_default_str()->check(CLI::Range(1, 1 << 20));
  app.add_option("--repeats", o.repeats)->capture_default_str()->check(CLI::Range(1, 1000));
  app.add_option("--content", o.content, "what images show")
      ->capture_default_str()
      ->check(CLI::IsMember({"photos", "noise", "checkerboard"}));
  app.add_option("--photos", o.photos, "folder of PNG photos")->capture_default_str();
  app.add_option("--json", o.json, "file for the figures");
  CLI11_PARSE(app, argc, argv);
  try {
    return selvage::bench::run(std::move(o));
  } catch (const selvage::Error& e) {
    fmt::print(stderr, "selvage-bench: error: {}\n", e.what());
    return 2;
  }
}
