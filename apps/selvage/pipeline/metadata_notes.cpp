// SPDX-License-Identifier: Apache-2.0
#include "pipeline/metadata_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "inputs/volume.hpp"
#include "pipeline/elevation.hpp"
#include "selvage/metadata.hpp"

namespace selvage::cli {

namespace {

// Adds notes on side images whose EXIF orientation differs from that of the image.
void add_turned(std::vector<std::string>& notes, const std::vector<std::byte>& exif,
                const SideImages& sides) {
  for (std::size_t i = 0; i < side_ports.size(); ++i) {
    const SideImage& side = sides.images[i];
    const int own = exif_orientation(exif), other = exif_orientation(side.metadata.exif);
    if (exif.empty() || side.metadata.exif.empty() || own == other) continue;
    notes.push_back(
        fmt::format("its EXIF orientation is {}, that of the {} {} is {}: the stored pixels are "
                    "used as they are",
                    own, side_ports[i].name, side.name, other));
  }
}

}  // namespace

bool is_srgb(const Metadata& metadata) {
  return metadata.icc.empty() ||
         profile_description(metadata.icc).find("sRGB") != std::string::npos;
}

std::vector<std::string> metadata_notes(const FileTraits& traits, const PageJob& page,
                                        const Job& job, const FilterCommand& command) {
  SaveOptions options = save_options(job, page.format, command.output);
  options.volume = page.file.volume;
  std::vector<std::string> notes = lost_metadata(job.output, written_shape(page), options, traits);
  const SideImage& guide = page.side->guide();
  const Metadata& compared = guide ? guide.metadata : traits.metadata;
  if (command.filter.given.get<Norm>("norm") == Norm::lab && !is_srgb(compared))
    notes.push_back(fmt::format("--norm lab assumes that {} is sRGB, but its colour profile is {}",
                                guide ? "the guide" : "it", profile_description(compared.icc)));
  std::ranges::move(elevation_notes(traits.metadata.geo, page, command), std::back_inserter(notes));
  std::ranges::move(volume_notes(page.filter, command.filter, page.file),
                    std::back_inserter(notes));
  add_turned(notes, traits.metadata.exif, *page.side);
  return notes;
}

}  // namespace selvage::cli
