// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sigma_range of --sigma-range auto and --strength.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "command_line/options.hpp"
#include "inputs/jobs.hpp"
#include "selvage/noise.hpp"
#include "side_images/side_images.hpp"

namespace selvage::cli {

// A sigma_range that follows from noise.
struct AutomaticRange {
  NoiseEstimate noise = {};
  Strength strength = Strength::medium;
  float sigma_range = 0.0f;
  PixelType type = PixelType::u8;  // of the samples that the noise is of
  bool over_time = false;          // the filter averages over noisy frames
};

// Returns whether the noise of the filter's guide counts, not that of the image.
bool compares_guide(const Filter& filter);

// Returns the shape of the lattice's tiles of an image, without data.
ConstImageView noise_tiles_shape(const ConstImageView& image);

// Returns the lattice's tiles of an image, or of one whose rows a reader returns, side by side.
// The reader must be at the first row.
Image noise_tiles(const ConstImageView& image, const Limits& limits);
Image noise_tiles(ImageReader& reader, PixelType type, const Limits& limits);

// Returns the lattice's tiles of a side image.
Image noise_tiles(const SidePort& port, const SideImage& image, const Limits& limits);

// Returns the sigma_range that the filter gets from such tiles. `mask` may be empty.
AutomaticRange automatic_range(const Filter& filter, const Image& tiles, const Image& mask,
                               Strength strength);

// Gives a filter that sigma_range.
void set_range(Filter& filter, const AutomaticRange& range);

// "sigma_range 0.0391, medium strength for noise of 2.4, 2.3, 2.6 of 255"
std::string range_text(const AutomaticRange& range);
// Adds sigma_range, strength and noise.
void add_range(nlohmann::ordered_json& object, const AutomaticRange& range);

}  // namespace selvage::cli
