// SPDX-License-Identifier: Apache-2.0
#include "d3d11_compute_chapter/shaders.hpp"

#include <fmt/format.h>

#include <cstring>
#include <span>

#include "d3d11_compute_chapter/experiments.hpp"
#include "d3d11_compute_chapter/images.hpp"
#include "d3d11_compute_chapter/judge.hpp"
#include "d3d11_compute_chapter/vulkan/run.hpp"
#include "d3d11_compute_chapter/weights.hpp"
#include "runner/pictures.hpp"
#include "runner/timing.hpp"
#include "selvage/error.hpp"

namespace selvage::studies::d3d11 {
namespace {

constexpr int document_runs = 50;

const ReadyRung* find(const Run& run, std::string_view title) {
  for (const ReadyRung& ready : run.rungs)
    if (ready.rung().title == title) return &ready;
  return nullptr;
}

// A shader made ready, which computes from picture to picture.
class ReadyShader {
 public:
  ReadyShader(const vulkan::Device& device, const Shader& shader) : device_(&device) {
    add(shader.first);
    if (!shader.second.code.empty()) add(shader.second);
  }

  // Blocks. The seconds of each run.
  std::vector<double> run(const vulkan::Picture& from, const vulkan::Picture& between,
                          const vulkan::Picture& to, const vulkan::Shared& constants,
                          int runs) const {
    const bool two = pipelines_.size() == 2;
    std::vector<vulkan::Pass> passes;
    passes.emplace_back(*device_, pipelines_[0], from, two ? between : to, constants,
                        groups_[0].width, groups_[0].height);
    if (two)
      passes.emplace_back(*device_, pipelines_[1], between, to, constants, groups_[1].width,
                          groups_[1].height);
    return vulkan::run(*device_, passes, runs);
  }

 private:
  void add(const ShaderPass& pass) {
    pipelines_.emplace_back(*device_, pass.code);
    groups_.push_back(pass.group);
  }

  const vulkan::Device* device_;
  std::vector<vulkan::Pipeline> pipelines_;
  std::vector<GroupSize> groups_;
};

// The weights as HLSL lays an array out: four floats for each, of which the first counts.
std::vector<float> constants_of(const Parameters& parameters) {
  std::vector<float> constants;
  for (const float weight : row_weights(parameters))
    constants.insert(constants.end(), {weight, 0.0f, 0.0f, 0.0f});
  return constants;
}

// One image on both: the shaders' pictures and the rungs' buffers.
struct Place {
  const vulkan::Device& device;
  Canvas canvas;
  vulkan::Picture from, between, to;
  vulkan::Shared constants;

  Place(Session& session, const vulkan::Device& on, const Image& image,
        const std::vector<float>& weights)
      : device(on),
        canvas(make_canvas(session, image)),
        from(on, image.width(), image.height()),
        between(on, image.width(), image.height()),
        to(on, image.width(), image.height()),
        constants(on, std::as_bytes(std::span(weights)).size(),
                  vk::BufferUsageFlagBits::eUniformBuffer) {
    const std::span bytes = std::as_bytes(std::span(weights));
    std::memcpy(constants.data(), bytes.data(), bytes.size());
    from.upload(image);
  }
};

// Those whose rungs were asked for, compiled once.
struct Pair {
  const Shader* shader;
  const ReadyRung* rung;
  ReadyShader ready;
};

std::vector<Pair> make_pairs(const Run& run, const vulkan::Device& device) {
  std::vector<Pair> pairs;
  for (const Shader& shader : shaders())
    if (const ReadyRung* rung = find(run, shader.like))
      pairs.push_back({&shader, rung, ReadyShader(device, shader)});
  return pairs;
}

// What a shader gives beside what its rung gives, and both times.
std::vector<Cell> compare(Run& run, const Place& place, const Pair& pair) {
  Session& session = run.session;
  const int runs = session.runs(document_runs);
  const Times shader =
      times_of(pair.ready.run(place.from, place.between, place.to, place.constants, runs));
  const Image image = place.to.download();
  const Difference d = difference(image, pair.rung->run(session, place.canvas));
  const double allowed = tolerance(pair.rung->rung().kind, run.parameters);
  session.expect(
      d.nans == 0 && d.max <= allowed,
      fmt::format("{} at {}x{} is rung {} to {:.1e}: {:.1e}", pair.shader->file, place.canvas.width,
                  place.canvas.height, pair.rung->rung().number, allowed, d.max));
  const Enqueue enqueue = [&](gpu::Stream& stream) { pair.rung->enqueue(stream, place.canvas); };
  const Times rung = device_times(session, {enqueue}, runs).front();
  return {std::string(pair.shader->file),
          std::string(pair.shader->like),
          fmt::format("{:.1e}", d.max),
          1e3 * shader.median,
          fmt::format("{:.4f}..{:.4f}", 1e3 * shader.low, 1e3 * shader.high),
          1e3 * rung.median,
          rung.median / shader.median};
}

Table shaders_table(Run& run, const Place& place, const std::vector<Pair>& pairs) {
  Table table{.name = fmt::format("shaders_{}x{}", place.canvas.width, place.canvas.height),
              .title = fmt::format("The chapter's compute shaders by Vulkan, {}x{}",
                                   place.canvas.width, place.canvas.height),
              .cells = {{"shader"},
                        {"rung"},
                        {"largest difference from it"},
                        {"shader, ms", 4},
                        {"quartiles, ms"},
                        {"rung, ms", 4},
                        {"rung / shader", 2}},
              .notes = {fmt::format("Vulkan's device: {}; the rungs' device: {}",
                                    place.device.name(), run.session.results().device)}};
  for (const Pair& pair : pairs) table.cells.add_row(compare(run, place, pair));
  return table;
}

// The first two have rows or columns longer than a group, and no multiple of one.
std::vector<Size> sizes_of(const Session& session) {
  if (session.options().quick) return {{650, 20}, {20, 490}};
  return {{650, 20}, {20, 490}, {640, 480}, {1920, 1080}};
}

}  // namespace

void run_shaders(Run& run) {
  Session& session = run.session;
  if (!run.parameters.of_chapter()) {
    session.print("the compute shaders are left out: they have the chapter's radius and sigmas");
    return;
  }
  try {
    const auto device = vulkan::Device::open();
    if (!device) {
      session.print("the compute shaders are left out: Vulkan has no device here");
      return;
    }
    const std::vector<Pair> pairs = make_pairs(run, *device);
    if (pairs.empty()) return;  // rung 6 has no shader
    for (const Size size : sizes_of(session)) {
      const Image image = with_noise(chapter_scene(session, size.width, size.height), 0.02f);
      session.keep(
          shaders_table(run, Place(session, *device, image, constants_of(run.parameters)), pairs));
    }
  } catch (const vk::SystemError& e) {
    throw Error(Errc::device, fmt::format("Vulkan: {}", e.what()));
  }
}

}  // namespace selvage::studies::d3d11
