// SPDX-License-Identifier: Apache-2.0
#include "gpu/geometry_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <regex>
#include <vector>

#include "gpu/drawn.hpp"
#include "gpu/place.hpp"
#include "gpu/problems.hpp"
#include "gpu/turns.hpp"
#include "methods/catalogue.hpp"
#include "methods/gpu_factories.hpp"
#include "pairs.hpp"

namespace selvage::bench {
namespace {

constexpr Size size{1920, 1080};

// Normals and depths change every 64 pixels; their noise is below the thresholds.
struct Scene {
  Image image, normals, depth;

  explicit Scene(PixelType type, int channels)
      : image(drawn_waves(type, size, channels)),
        normals(drawn(PixelType::f32, size, 3, 0.01,
                      [](int x, int y, int c) { return (x / 64 + y / 64 + c) % 3 - 0.9; })),
        depth(drawn(PixelType::f32, size, 1, 0.001,
                    [](int x, int y, int) { return 1.0 + (x / 64 + y / 64) % 2; })) {}
};

gpu::DeviceView on_device(Place& place, const Image& image,
                          std::vector<std::unique_ptr<gpu::Buffer>>& buffers) {
  buffers.push_back(upload(place, image));
  return {.buffer = buffers.back().get(), .shape = shape_of(image)};
}

void run_one(Place& place, const std::string& name, const GeometryGuided& filter,
             const Scene& scene, int turns) {
  Inputs inputs{.image = scene.image};
  if (!filter.edge_threshold) {
    inputs.normals = scene.normals;
    inputs.depth = scene.depth;
  }
  const Problem problem = problem_of(filter, inputs);
  const planner::Decision decision = planner::plan(problem, place.device->facts());
  const auto kernel =
      gpu::factory_of(*decision.candidate)
          .kernel(decision.offer.passes.front(), decision, *place.device, *place.programs);
  std::vector<std::unique_ptr<gpu::Buffer>> buffers;
  gpu::DeviceImages images{.image = on_device(place, scene.image, buffers)};
  if (inputs.normals) images.normals = on_device(place, scene.normals, buffers);
  if (inputs.depth) images.depth = on_device(place, scene.depth, buffers);
  const auto output = place.device->buffer(scene.image.bytes());
  images.output = {.buffer = output.get(), .shape = shape_of(scene.image)};
  const auto scratch = place.device->buffer(
      std::max<std::size_t>(kernel->scratch_bytes(size.width, size.height, 1), 1));
  const auto seconds = take_turns(*place.stream, {[&](gpu::Stream& stream) {
    kernel->enqueue(stream, images, scratch.get(), Frame::whole(size.width, size.height), {});
  }},
                                  turns);
  const Spread s = spread(seconds.front());
  fmt::print("{:<28} {} {:7.2f} us ({:.2f}..{:.2f})\n", name, text(size), s.median * 1e6,
             s.low * 1e6, s.high * 1e6);
}

}  // namespace

void run_geometry(const std::string& device, const std::string& wanted, int turns) {
  Place place = open_place(device);
  const std::regex expression(wanted);
  const auto run = [&](PixelType type, int channels, const GeometryGuided& filter) {
    const std::string name = fmt::format("{}x{}.geometry.r{}{}", selvage::name(type), channels,
                                         filter.radius, filter.edge_threshold ? ".edges" : "");
    if (std::regex_search(name, expression))
      run_one(place, name, filter, Scene(type, channels), turns);
  };
  for (const int radius : {0, 4, 8, 15, 16, 64}) run(PixelType::f32, 3, {.radius = radius});
  run(PixelType::f32, 1, {.radius = 8});
  run(PixelType::u8, 3, {.radius = 8});
  for (const int radius : {2, 8}) {
    GeometryGuided filter{.radius = radius};
    filter.edge_threshold = 0.2f;
    run(PixelType::u8, 3, filter);
  }
}

}  // namespace selvage::bench
