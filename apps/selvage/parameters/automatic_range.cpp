// SPDX-License-Identifier: Apache-2.0
#include "parameters/automatic_range.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>

#include "command_line/filter_fields.hpp"
#include "inputs/source.hpp"
#include "side_images/side_reader.hpp"

namespace selvage::cli {
namespace {

// Copies the tiles of an image of this shape. `move_to` returns the image's rows; their first and
// last do not decrease from call to call.
Image copy_tiles(const ConstImageView& shape, const Limits& limits,
                 const std::function<std::shared_ptr<const Image>(Rows)>& move_to) {
  const NoiseLattice columns = noise_lattice(shape.width), rows = noise_lattice(shape.height);
  const ConstImageView all = noise_tiles_shape(shape);
  Image tiles(all.type, all.width, all.height, all.channels, all.alpha, 1, limits);
  const std::size_t bytes = bytes_of(shape_of(shape.type, columns.tile, 1, shape.channels, false));
  const ImageView to = tiles.view();
  for (std::size_t i = 0; i < rows.starts.size(); ++i) {
    const int first = rows.starts[i];
    const std::shared_ptr<const Image> band = move_to({first, first + rows.tile});
    for (int y = 0; y < rows.tile; ++y)
      for (std::size_t k = 0; k < columns.starts.size(); ++k)
        std::memcpy(to.at(static_cast<int>(k) * columns.tile, static_cast<int>(i) * rows.tile + y),
                    band->view().at(columns.starts[k], y), bytes);
  }
  return tiles;
}

Image copy_rows(const ConstImageView& image, Rows rows) {
  Image copy(image.type, image.width, rows.count(), image.channels, image.alpha, 1,
             {.max_pixels = INT64_MAX, .max_side = INT64_MAX});
  std::memcpy(copy.view().data, image.at(0, rows.first), copy.bytes());
  return copy;
}

}  // namespace

bool compares_guide(const Filter& filter) {
  return std::holds_alternative<JointBilateral>(filter) ||
         std::holds_alternative<JointUpsampling>(filter);
}

ConstImageView noise_tiles_shape(const ConstImageView& image) {
  const auto length = [](int side) {
    const NoiseLattice lattice = noise_lattice(side);
    return lattice.tile * static_cast<int>(lattice.starts.size());
  };
  return shape_of(image.type, length(image.width), length(image.height), image.channels,
                  image.alpha);
}

Image noise_tiles(const ConstImageView& image, const Limits& limits) {
  return copy_tiles(image, limits, [&](Rows rows) {
    return std::make_shared<const Image>(copy_rows(image, rows));
  });
}

Image noise_tiles(ImageReader& reader, PixelType type, const Limits& limits) {
  RowWindow window(reader, type, limits);
  return copy_tiles(window.shape(reader.info().height), limits,
                    [&](Rows rows) { return window.move_to(rows); });
}

Image noise_tiles(const SidePort& port, const SideImage& image, const Limits& limits) {
  if (image.held) return noise_tiles(image.held->view(), limits);
  SideReader reader(port, image.name, limits);
  return copy_tiles(image.shape, limits, [&](Rows rows) { return reader.move_to(rows); });
}

AutomaticRange automatic_range(const Filter& filter, const Image& tiles, const Image& mask,
                               Strength strength) {
  NoiseOptions options{.mask = mask};
  with_field<Norm>(filter, fields::norm, [&](Norm norm) { options.norm = norm; });
  if (!compares_guide(filter))  // `invalid` is a value of the image
    with_field<std::optional<float>>(filter, fields::invalid,
                                     [&](const auto& value) { options.invalid = value; });
  NoiseEstimate noise = estimate_noise(tiles, options);
  const auto space = static_cast<double>(field_of<float>(filter, fields::sigma_space).value());
  const float range = automatic_sigma_range(noise, space, strength);
  return {
      .noise = std::move(noise), .strength = strength, .sigma_range = range, .type = tiles.type()};
}

void set_range(Filter& filter, const AutomaticRange& range) {
  with_field<float>(filter, fields::sigma_range,
                    [&](float& sigma_range) { sigma_range = range.sigma_range; });
}

std::string range_text(const AutomaticRange& r) {
  const double scale = is_integer(r.type) ? 255.0 : 1.0;
  std::vector<std::string> noise;
  for (const double sigma : r.noise.sigma)
    noise.push_back(is_integer(r.type) ? fmt::format("{:.2f}", sigma * scale)
                                       : fmt::format("{:.3g}", sigma));
  return fmt::format("sigma_range {:.4g}, {} strength for noise of {}{}", r.sigma_range,
                     name(r.strength), fmt::join(noise, ", "), is_integer(r.type) ? " of 255" : "");
}

void add_range(nlohmann::ordered_json& object, const AutomaticRange& range) {
  object["sigma_range"] = range.sigma_range;
  object["strength"] = name(range.strength);
  object["noise"] = range.noise.sigma;
}

}  // namespace selvage::cli
