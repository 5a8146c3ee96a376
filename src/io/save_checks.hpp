// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether, and as what, an image can be saved.

#include <filesystem>
#include <string>

#include "io/codec.hpp"

namespace selvage {

// For messages: "-" is standard output.
std::string output_name(const std::filesystem::path& path);

// The codec that can save an image of this shape under that name. Throws Error{invalid_argument}.
const Codec& checked_codec(const std::filesystem::path& path, const ConstImageView& shape,
                           const SaveOptions& options);

// What the writer is to write: with the file's full scale where it says something about this type,
// and with the metadata that the format can hold.
OutputShape output_shape(const Codec& codec, const ConstImageView& shape, const FileTraits& file,
                         const SaveOptions& options);

}  // namespace selvage
