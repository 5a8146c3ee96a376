// SPDX-License-Identifier: Apache-2.0
#include "io/metadata/metadata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/metadata/exif.hpp"
#include "io/metadata/icc.hpp"
#include "selvage/metadata.hpp"

namespace selvage {
namespace {

using namespace std::string_view_literals;

// `what` names the kind in notes.
void put(FileInfo& info, std::vector<std::byte>& kind, std::span<const std::byte> bytes,
         std::string_view what, std::size_t most) {
  if (bytes.size() > most)
    note_too_large(info, what, most);
  else if (kind.empty())
    kind.assign(bytes.begin(), bytes.end());
}

bool fits(const MetadataRoom& room, double density) {
  return density >= room.least_density && density <= room.most_density;
}

bool says_density(const Metadata& m) {
  return m.x_density > 0 && m.y_density > 0;
}

bool density_fits(const MetadataRoom& room, const Metadata& m) {
  return fits(room, m.x_density) && fits(room, m.y_density);
}

// "its EXIF is not kept in PNM"
std::string lost(std::string_view what, const Codec& codec, std::size_t bytes = 0,
                 std::size_t most = 0) {
  std::string text = fmt::format("its {} is not kept in {}", what, codec.title);
  if (most > 0 && bytes > most) text += fmt::format(", which holds at most {} bytes", most);
  return text;
}

}  // namespace

std::size_t most_metadata(const Limits& limits) {
  return std::min(limits.max_metadata, largest_metadata);
}

void note_too_large(FileInfo& info, std::string_view kind, std::size_t most) {
  const bool mega = most >= std::size_t{1} << 20;
  add_note(info.notes, fmt::format("its {} is not kept: it is larger than {} {}", kind,
                                   most >> (mega ? 20 : 10), mega ? "MiB" : "KiB"));
}

void take_profile(FileInfo& info, std::span<const std::byte> icc, std::size_t most) {
  const std::string_view fault = profile_fault(icc, info.channels - (info.alpha ? 1 : 0));
  if (fault.empty())
    put(info, info.metadata.icc, icc, "colour profile", most);
  else
    add_note(info.notes, fmt::format("its colour profile is not kept: {}", fault));
}

void take_exif(FileInfo& info, std::span<const std::byte> exif, std::size_t most) {
  if (!info.metadata.exif.empty()) return;
  constexpr std::string_view prefix = "Exif\0\0"sv;  // for JPEG, but some writers use it elsewhere
  if (holds(exif, prefix)) exif = exif.subspan(prefix.size());
  if (is_exif(exif))
    put(info, info.metadata.exif, exif, "EXIF", most);
  else
    add_note(info.notes, "its EXIF is not kept: it is damaged");
}

void take_xmp(FileInfo& info, std::span<const std::byte> packet, std::size_t most) {
  put(info, info.metadata.xmp, packet, "XMP", most);
}

void take_density(FileInfo& info, double x, double y) {
  if (x <= 0 || y <= 0) return;
  info.metadata.x_density = x;
  info.metadata.y_density = y;
}

Metadata kept_metadata(const Codec& codec, const ConstImageView& shape, Metadata metadata) {
  const MetadataRoom& room = codec.room;
  if (metadata.icc.size() > room.icc ||
      !profile_fault(metadata.icc, shape.colour_channels()).empty())
    metadata.icc.clear();
  if (metadata.exif.size() > room.exif || !is_exif(metadata.exif)) metadata.exif.clear();
  if (metadata.xmp.size() > room.xmp) metadata.xmp.clear();
  if (!says_density(metadata) || !density_fits(room, metadata))
    metadata.x_density = metadata.y_density = 0.0;
  if (!room.geo) metadata.geo = {};
  return metadata;
}

std::vector<std::string> notes_on_lost(const Codec& codec, const ConstImageView& shape,
                                       const Metadata& metadata) {
  const MetadataRoom& room = codec.room;
  const Metadata kept = kept_metadata(codec, shape, metadata);
  std::vector<std::string> notes;
  if (kept.icc.size() < metadata.icc.size()) {
    const std::string_view fault = profile_fault(metadata.icc, shape.colour_channels());
    notes.push_back(room.icc == 0 || fault.empty()
                        ? lost("colour profile", codec, metadata.icc.size(), room.icc)
                        : fmt::format("its colour profile is not kept: {}", fault));
  }
  if (kept.exif.size() < metadata.exif.size()) {
    notes.push_back(lost("EXIF", codec, metadata.exif.size(), room.exif));
    if (const int turned = exif_orientation(metadata.exif); turned != 1)
      notes.push_back(fmt::format("viewers will not apply its EXIF orientation ({})", turned));
  }
  if (kept.xmp.size() < metadata.xmp.size())
    notes.push_back(lost("XMP", codec, metadata.xmp.size(), room.xmp));
  if (says_density(metadata) && !says_density(kept)) notes.push_back(lost("resolution", codec));
  if (kept.geo.no_data != metadata.geo.no_data) notes.push_back(lost("nodata value", codec));
  if (kept.geo.keys != metadata.geo.keys || kept.geo.tie_points != metadata.geo.tie_points ||
      kept.geo.transformation != metadata.geo.transformation)
    notes.push_back(lost("place on the Earth", codec));
  return notes;
}

}  // namespace selvage
