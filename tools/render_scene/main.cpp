// SPDX-License-Identifier: Apache-2.0
// render_scene: a noisy frame of a path tracer with its normals, depth and albedo, and what it
// should have looked like.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <selvage/io.hpp>
#include <string>
#include <thread>

#include "frame.hpp"
#include "room.hpp"

namespace {

struct Options {
  std::string folder;
  render::Size size{480, 360};
  int samples = 4;
  int reference = 512;
  int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
};

void add_options(CLI::App& app, Options& o) {
  app.add_option("OUTDIR", o.folder, "folder for the PFM files, made when it is missing")
      ->required();
  app.add_option("--width", o.size.width, "pixels")->check(CLI::Range(1, 16384));
  app.add_option("--height", o.size.height, "pixels")->check(CLI::Range(1, 16384));
  app.add_option("--samples", o.samples, "for each pixel of noisy.pfm")
      ->check(CLI::Range(1, 1 << 20));
  app.add_option("--reference", o.reference, "for each pixel of reference.pfm; 0: no such file")
      ->check(CLI::Range(0, 1 << 20));
  app.add_option("--threads", o.threads, "the result does not depend on them")
      ->check(CLI::Range(1, 1024));
}

void render_all(const Options& o) {
  const std::filesystem::path folder = o.folder;
  std::filesystem::create_directories(folder);
  const render::Scene room = render::make_room();
  const render::Buffers buffers = render::render_buffers(room, o.size);
  selvage::save(folder / "normals.pfm", buffers.normals);
  selvage::save(folder / "depth.pfm", buffers.depth);
  selvage::save(folder / "albedo.pfm", buffers.albedo);
  selvage::save(folder / "noisy.pfm",
                render::render_radiance(room, o.size,
                                        {.samples = o.samples, .seed = 1, .threads = o.threads}));
  if (o.reference > 0)
    selvage::save(folder / "reference.pfm",
                  render::render_radiance(
                      room, o.size, {.samples = o.reference, .seed = 2, .threads = o.threads}));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Options options;
    CLI::App app{
        "Renders a room into noisy.pfm and reference.pfm (linear radiance), normals.pfm, depth.pfm "
        "and albedo.pfm."};
    app.option_defaults()->always_capture_default();
    add_options(app, options);
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? 0 : 2;
    }
    render_all(options);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "render_scene: error: %s\n", error.what());
    return 1;
  }
}
