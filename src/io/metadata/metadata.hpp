// SPDX-License-Identifier: Apache-2.0
#pragma once
// Metadata in all codecs: readers take what is sound, writers get what the format can hold.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/codec/codec.hpp"
#include "io/metadata/notes.hpp"

namespace selvage {

constexpr std::size_t largest_metadata = std::size_t{1} << 24;  // of each kind, bytes
constexpr double inches_per_metre = 1 / 0.0254;

// Returns the limit on metadata of each kind, in bytes.
std::size_t most_metadata(const Limits& limits);
// Notes that metadata of that kind ("EXIF") is left out since it is larger than `most` bytes.
void note_too_large(FileInfo& info, std::string_view kind, std::size_t most);

// Each stores metadata from a file in info.metadata, unless it is damaged, larger than `most` bytes
// or the second of its kind; if it is dropped for one of the first two reasons, a note says so.
// take_profile needs the channels in `info`.
void take_profile(FileInfo& info, std::span<const std::byte> icc, std::size_t most);
void take_exif(FileInfo& info, std::span<const std::byte> exif, std::size_t most);
void take_xmp(FileInfo& info, std::span<const std::byte> packet, std::size_t most);
void take_density(FileInfo& info, double x, double y);  // pixels per metre

// Returns the part of the metadata that the codec can store with an image of this shape.
Metadata kept_metadata(const Codec& codec, const ConstImageView& shape, Metadata metadata);
// Describes the rest in sentences: "its colour profile is not kept in PNM".
std::vector<std::string> notes_on_lost(const Codec& codec, const ConstImageView& shape,
                                       const Metadata& metadata);

}  // namespace selvage
