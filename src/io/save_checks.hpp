// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks whether an image can be saved, and in which format.

#include <filesystem>
#include <string>

#include "io/codec/codec.hpp"

namespace selvage {

// Returns the name for messages; "-" is standard output.
std::string output_name(const std::filesystem::path& path);

// Returns the codec for an image of this shape and that name, or throws Error{invalid_argument}.
const Codec& checked_codec(const std::filesystem::path& path, const ConstImageView& shape,
                           const SaveOptions& options);

// Returns the description of the image for the writer, with the full scale of the source file if it
// applies to this type, and with the metadata that the format can hold.
OutputShape output_shape(const Codec& codec, const ConstImageView& shape, const FileTraits& file,
                         const SaveOptions& options);

}  // namespace selvage
