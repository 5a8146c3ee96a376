// SPDX-License-Identifier: Apache-2.0
// Figures 10 to 13: a rendered frame's geometry, its flags, and the guided filter's result.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "opencl_course/guided.hpp"
#include "opencl_course/tasks.hpp"
#include "runner/letters.hpp"
#include "runner/pictures.hpp"

namespace selvage::studies::course {
namespace {

float sample(const ConstImageView& image, int x, int y, int c) {
  float value = 0.0f;
  std::memcpy(&value, image.at(x, y, c), sizeof value);
  return value;
}

// Every sample by `show`, in bytes.
template <class Show>
Image shown(const ConstImageView& image, Show show) {
  Image picture(PixelType::f32, image.width, image.height, image.channels);
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < image.channels; ++c) {
        const auto value = static_cast<float>(show(sample(image, x, y, c)));
        std::memcpy(picture.view().at(x, y, c), &value, sizeof value);
      }
  return to_bytes(picture);
}

Image normals_picture(const ConstImageView& normals) {
  return shown(normals, [](float v) { return 0.5f + 0.5f * v; });
}

// Near is bright.
Image depth_picture(const ConstImageView& depth) {
  float least = sample(depth, 0, 0, 0), most = least;
  for (int y = 0; y < depth.height; ++y)
    for (int x = 0; x < depth.width; ++x) {
      least = std::min(least, sample(depth, x, y, 0));
      most = std::max(most, sample(depth, x, y, 0));
    }
  return shown(depth, [&](float v) { return (most - v) / std::max(most - least, 1e-6f); });
}

// Linear light as screens show it.
Image light_picture(const ConstImageView& light) {
  return shown(light, [](float v) { return std::pow(std::max(v, 0.0f), 1.0f / 2.2f); });
}

// Where there are most kinds of flags in a square of that many pixels.
std::pair<int, int> busiest(const std::vector<std::uint8_t>& flags, int width, int height,
                            int side) {
  std::pair<int, int> best{0, 0};
  std::ptrdiff_t most = -1;
  for (int top = 1; top + side < height; top += side / 2)
    for (int left = 1; left + side < width; left += side / 2) {
      std::array<bool, 16> found{};
      for (int y = top; y < top + side; ++y)
        for (int x = left; x < left + side; ++x)
          found[flags[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x)] &
                15] = true;
      if (const auto kinds = std::ranges::count(found, true); kinds > most) {
        most = kinds;
        best = {left, top};
      }
    }
  return best;
}

// Pixels as large squares in their normal's colour, with their flag in it.
Image flags_picture(const RenderedFrame& frame, const std::vector<std::uint8_t>& flags) {
  constexpr int side = 16, cell = 32, scale = 2;  // pixels of the frame; of the picture; of a dot
  const int width = frame.depth.width(), height = frame.depth.height();
  const Image colours = normals_picture(frame.normals);
  const auto [left, top] = busiest(flags, width, height, side);
  Image picture(PixelType::u8, side * cell, side * cell, 3);
  const ImageView to = picture.view();
  for (int y = 0; y < side * cell; ++y)
    for (int x = 0; x < side * cell; ++x)
      for (int c = 0; c < 3; ++c)
        *to.at(x, y, c) = *colours.view().at(std::min(left + x / cell, width - 1),
                                             std::min(top + y / cell, height - 1), c);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const int px = std::min(left + x, width - 1), py = std::min(top + y, height - 1);
      const std::string flag =
          std::to_string(flags[static_cast<std::size_t>(py) * static_cast<std::size_t>(width) +
                               static_cast<std::size_t>(px)]);
      write_text(to, x * cell + (cell - text_width(flag, scale)) / 2,
                 y * cell + (cell - text_height(scale)) / 2, flag, scale, 0);
    }
  return picture;
}

Image pair_of(Image left, const char* left_caption, Image right, const char* right_caption) {
  std::vector<Shown> row;
  row.push_back({std::move(left), left_caption});
  row.push_back({std::move(right), right_caption});
  return captioned_row(row);
}

}  // namespace

void show_geometry(Session& session, const Settings& settings) {
  std::vector<RenderedFrame> frames;
  frames.push_back(render_frame(settings.frame.width, settings.frame.height, settings.paths));
  const RenderedFrame& frame = frames.front();
  session.keep(Picture{"figure_10", pair_of(depth_picture(frame.depth), "depth",
                                            normals_picture(frame.normals), "normals")});
  if (session.wants_rung(10)) {
    const Filtering one = make_filtering(session, rung(10), settings, Constants{});
    const std::vector<std::uint8_t> flags =
        check_flags(session, "figure_12_flags", one.passes, frames);
    session.keep(Picture{"figure_11", flags_picture(frame, flags)});
    const Image marks = image_of(flags, frame.depth.width(), frame.depth.height());
    Image edges = shown(marks, [](float v) { return v > 0.0f ? 0.0f : 1.0f; });
    session.keep(Picture{"figure_12", pair_of(light_picture(frame.noisy), "noisy", std::move(edges),
                                              "discontinuities")});
  }
  if (!session.wants_rung(11)) return;
  const Filtering guided = make_filtering(session, rung(11), settings,
                                          guided_constants(settings.radius, settings.step_count));
  const GuidedResult result =
      check_guided(session, "figure_13_guided", guided.passes, settings.radius, frames);
  session.keep(Picture{"figure_13", pair_of(light_picture(frame.noisy), "noisy",
                                            light_picture(result.image), "filtered")});
}

}  // namespace selvage::studies::course
