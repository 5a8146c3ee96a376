// SPDX-License-Identifier: Apache-2.0
#include "larsson2015_case_study/workplace.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace selvage::studies::larsson {
namespace {

// Floats of four channels, 0..255.
std::vector<float> texels_of(const Image& image, std::size_t pixels) {
  std::vector<float> texels(4 * pixels);
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(image.view().data);
  for (std::size_t i = 0; i < pixels; ++i)
    for (std::size_t c = 0; c < 3; ++c) texels[4 * i + c] = bytes[3 * i + c];
  return texels;
}

void invert_inside(Image& image, int radius) {
  const ImageView view = image.view();
  for (int y = radius; y < view.height - radius; ++y)
    for (int x = radius; x < view.width - radius; ++x)
      for (int c = 0; c < 3; ++c) *view.at(x, y, c) = ~*view.at(x, y, c);
}

}  // namespace

std::shared_ptr<const Rung> Rungs::get(const Setup& setup, const Window& window,
                                       const std::string& function) {
  const RungCode code = code_of(setup, window, function);
  std::string key = fmt::format("{}:{}:{}:{}:{}", code.file, function, setup.block,
                                window.sigma_space, setup.range_table ? window.sigma_range : 0.0);
  for (const auto& [name, value] : code.defines) key += fmt::format(" {}={}", name, value);
  std::shared_ptr<const Rung>& rung = rungs_[key];
  if (!rung) rung = std::make_shared<const Rung>(session_, code);
  return rung;
}

bool fits(const Session& session, const Setup& setup, int radius) {
  const GpuFacts& gpu = session.facts().gpu;
  return setup.block * setup.block <= gpu.largest_group &&
         local_bytes(setup, radius) <= gpu.local_bytes;
}

Workplace::Workplace(Rungs& rungs, Image input)
    : rungs_(rungs),
      input_(std::move(input)),
      pixels_(static_cast<std::size_t>(input_.width()) * static_cast<std::size_t>(input_.height())),
      from_(bench::upload(rungs.session().place(), input_)),
      to_(bench::upload(rungs.session().place(), input_)) {}

Enqueue Workplace::enqueue(const Setup& setup, const Window& window, int levels) {
  switch (setup.rung) {
    case 13: return enqueue_lab(setup, window);
    case 14: return enqueue_separable(setup, window);
    case 15: return enqueue_piecewise(setup, window, levels);
    default: return enqueue_one(setup, window);
  }
}

Enqueue Workplace::enqueue_one(const Setup& setup, const Window& window) {
  const auto rung = rungs_.get(setup, window);
  const LarssonArguments arguments = arguments_of(setup, window, input_.width(), input_.height());
  const GroupSize area =
      items(setup, input_.width() - 2 * window.radius, input_.height() - 2 * window.radius);
  const std::size_t local = local_bytes(setup, window.radius);
  std::vector<const gpu::Buffer*> buffers{from_.get(), to_.get()};
  if (setup.rung == 1) {
    const std::vector<float> weights = space_weights(window.radius, window.sigma_space);
    const std::span bytes = std::as_bytes(std::span(weights));
    gpu::Buffer& space =
        scratch(fmt::format("space {} {}", window.radius, window.sigma_space), bytes.size());
    gpu::Stream& stream = *rungs_.session().place().stream;
    stream.upload(space, 0, bytes.data(), bytes.size());
    stream.wait();
    buffers.insert(buffers.begin() + 1, &space);
  }
  if (setup.rung == 9 || setup.rung == 10) buffers[0] = &texture(setup.rung == 10);
  return [=](gpu::Stream& stream) {
    rung->enqueue(stream, area.width, area.height, buffers, arguments, local);
  };
}

Enqueue Workplace::enqueue_lab(const Setup& setup, const Window& window) {
  const auto convert = rungs_.get(setup, window, "to_lab"), mean = rungs_.get(setup, window, "lab");
  const LarssonArguments arguments = arguments_of(setup, window, input_.width(), input_.height());
  const std::array<const gpu::Buffer*, 2> in{from_.get(), &scratch("lab", 16 * pixels_)};
  const std::array<const gpu::Buffer*, 2> out{in[1], to_.get()};
  const int edge = 2 * window.radius;
  return [=](gpu::Stream& stream) {
    convert->enqueue(stream, arguments.width, arguments.height, in, arguments);
    mean->enqueue(stream, arguments.width - edge, arguments.height - edge, out, arguments);
  };
}

Enqueue Workplace::enqueue_separable(const Setup& setup, const Window& window) {
  const auto rows = rungs_.get(setup, window, "separable_rows");
  const auto columns = rungs_.get(setup, window, "separable_columns");
  const LarssonArguments arguments = arguments_of(setup, window, input_.width(), input_.height());
  const std::array<const gpu::Buffer*, 2> in{from_.get(), &scratch("means", 12 * pixels_)};
  const std::array<const gpu::Buffer*, 2> out{in[1], to_.get()};
  const int edge = 2 * window.radius;
  return [=](gpu::Stream& stream) {
    rows->enqueue(stream, arguments.width - edge, arguments.height, in, arguments);
    columns->enqueue(stream, arguments.width - edge, arguments.height - edge, out, arguments);
  };
}

Enqueue Workplace::enqueue_piecewise(const Setup& setup, const Window& window, int levels) {
  const auto rows = rungs_.get(setup, window, "piecewise_rows");
  const auto columns = rungs_.get(setup, window, "piecewise_columns");
  LarssonArguments arguments = arguments_of(setup, window, input_.width(), input_.height());
  arguments.level_step = 255.0F / static_cast<float>(levels - 1);
  gpu::Buffer& planes = scratch("planes", 24 * pixels_);
  const std::array<const gpu::Buffer*, 2> in{from_.get(), &planes};
  const std::array<const gpu::Buffer*, 4> out{from_.get(), &planes,
                                              &scratch("shares", 12 * pixels_), to_.get()};
  const std::size_t local = local_bytes(setup, window.radius);
  const int edge = 2 * window.radius;
  return [=](gpu::Stream& stream) {
    LarssonArguments now = arguments;
    for (int i = 0; i < levels; ++i) {
      now.level = static_cast<float>(i) * now.level_step;
      now.first = i == 0 ? 1 : 0;
      now.last = i == levels - 1 ? 1 : 0;
      rows->enqueue(stream, now.width - edge, now.height, in, now, local);
      columns->enqueue(stream, now.width - edge, now.height - edge, out, now);
    }
  };
}

Image Workplace::result(const Enqueue& enqueue, const Window& window) {
  bench::Place& place = rungs_.session().place();
  if (wrong_radius_ != window.radius) {
    wrong_ = input_.clone();
    invert_inside(wrong_, window.radius);
    wrong_radius_ = window.radius;
  }
  Image image(PixelType::u8, input_.width(), input_.height(), 3);
  place.stream->upload(*to_, 0, wrong_.view().data, wrong_.bytes());
  place.stream->record(0);
  enqueue(*place.stream);
  place.stream->record(1);
  bench::download(place, *to_, image);
  seconds_ = place.stream->seconds_between(0, 1);
  return image;
}

const gpu::Buffer& Workplace::texture(bool plane) {
  std::unique_ptr<Texture>& made = plane ? plane_ : line_;
  if (!made) {
    const std::vector<float> texels = texels_of(input_, pixels_);
    const std::span bytes = std::as_bytes(std::span(texels));
    gpu::Buffer& data = scratch("texels", bytes.size());
    Session& session = rungs_.session();
    session.place().stream->upload(data, 0, bytes.data(), bytes.size());
    session.place().stream->wait();
    made = plane ? make_plane_texture(session, data, input_.width(), input_.height(), 4)
                 : make_line_texture(session, data, static_cast<int>(pixels_), 4);
  }
  return made->argument();
}

gpu::Buffer& Workplace::scratch(const std::string& name, std::size_t bytes) {
  std::unique_ptr<gpu::Buffer>& buffer = scratch_[name];
  if (!buffer) buffer = rungs_.session().place().device->buffer(bytes);
  return *buffer;
}

}  // namespace selvage::studies::larsson
