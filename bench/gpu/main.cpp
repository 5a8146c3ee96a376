// SPDX-License-Identifier: Apache-2.0
// selvage-gpu-bench: measures the candidates of one GPU, and a kernel with the structure of
// OpenCV's. Prints one line for each case x size x candidate; --json keeps the figures.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <regex>

#include "gpu/geometry_runs.hpp"
#include "gpu/plan_runs.hpp"
#include "gpu/session.hpp"
#include "selvage/error.hpp"

int main(int argc, char** argv) {
  selvage::bench::Options o;
  CLI::App app{
      "Times the candidates of Selvage on one GPU, taking turns with a kernel of OpenCV's "
      "structure. Exit status 1: a case failed or a result is wrong."};
  app.add_option("--device", o.device, "cuda, cuda:1, opencl:0")->capture_default_str();
  app.add_option("--case", o.wanted, "regular expression of names such as u8x3.l1.disc.r7.512x512");
  app.add_option("--size", o.sizes, "sizes for all cases, 1920x1080; else each has its own");
  app.add_option("--repeat", o.repeats, "turns")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  app.add_flag("--quick", o.quick, "tiny images and 3 turns: whether it works, not how fast");
  app.add_option("--tuning", o.tuning, "of candidate tile: rows=8,height=4,wide=1");
  app.add_flag("--sweep", o.sweep, "times tile with rows 2, 4, 8 x height 4, 8 x wide 0, 1");
  app.add_flag(
      "--family", o.family,
      "means and convolutions against a copy of the same bytes; --tuning and --sweep (rows "
      "8, 16, 32, 64 x height 1, 2, 4) are for separable and stencil");
  bool plans = false, geometry = false;
  app.add_flag("--plans", plans, "what whole plans of the other filters take on the device");
  app.add_flag("--geometry", geometry, "kernels of the geometry-guided mean, 1920x1080");
  app.add_option("--photos", o.photos, "folder of PNG photos")->capture_default_str();
  app.add_option("--json", o.json, "file for the figures");
  CLI11_PARSE(app, argc, argv);
  try {
    if (plans) {
      selvage::bench::run_plans(o.device, o.wanted, o.repeats);
      return 0;
    }
    if (geometry) {
      selvage::bench::run_geometry(o.device, o.wanted, o.repeats);
      return 0;
    }
    return selvage::bench::run(std::move(o)) ? 0 : 1;
  } catch (const selvage::Error& e) {
    fmt::print(stderr, "selvage-gpu-bench: error: {}{}{}\n", e.what(), e.hint().empty() ? "" : "; ",
               e.hint());
  } catch (const std::regex_error& e) {
    fmt::print(stderr, "selvage-gpu-bench: error: --case is no regular expression: {}\n", e.what());
  }
  return 2;
}
