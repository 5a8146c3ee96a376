// SPDX-License-Identifier: Apache-2.0
#pragma once
// What all codecs do about metadata: readers take what is sound, writers get what they can hold.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/codec.hpp"

namespace selvage {

constexpr std::size_t largest_metadata = std::size_t{1} << 24;  // bytes of one kind that are read
constexpr double inches_per_metre = 1 / 0.0254;

// Adds a note that is not there yet: a file can be made to cause any number of the same.
void note_once(FileInfo& info, std::string_view note);

// Each puts what a file says into info.metadata, the first of a kind and none that is larger, or a
// note about why not.
// The profile comes after info's channels.
void take_profile(FileInfo& info, std::span<const std::byte> icc);
void take_exif(FileInfo& info, std::span<const std::byte> exif);
void take_xmp(FileInfo& info, std::span<const std::byte> packet);
void take_density(FileInfo& info, double x, double y);  // pixels per metre

// What the codec can hold of it beside an image of this shape.
Metadata kept_metadata(const Codec& codec, const ConstImageView& shape, Metadata metadata);
// The rest, in sentences: "its colour profile is not kept in PNM".
std::vector<std::string> notes_on_lost(const Codec& codec, const ConstImageView& shape,
                                       const Metadata& metadata);

}  // namespace selvage
