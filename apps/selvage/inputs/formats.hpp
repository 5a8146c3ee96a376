// SPDX-License-Identifier: Apache-2.0
#pragma once
// File formats, from the list that load and save support.

#include <filesystem>
#include <string>

#include "selvage/image.hpp"

namespace selvage::cli {

// Returns the name without its extension (extension_of in selvage/io.hpp).
std::string without_extension(const std::filesystem::path& name);

// Returns the format of the name's extension, or an empty string.
std::string format_of(const std::filesystem::path& name);

// Returns whether a file in a folder counts as an image, by its extension.
bool is_image_name(const std::filesystem::path& name);
// Returns that rule as a hint.
std::string images_by_name();

// Returns whether the format can be written with this type, channels and alpha.
bool can_hold(const std::string& format, const ConstImageView& shape);

// Returns whether the format can hold several pages.
bool has_pages(const std::string& format);
// Throws Error{invalid_argument} if one file of the format cannot hold the pages of `input`.
void check_pages(const std::string& input, int pages, const std::string& format);
// Returns whether a writer buffers a few rows instead of the whole image.
bool writes_by_rows(const std::string& format);

// Returns `name` with another extension if its format is read-only (.pbm, .hdr). The colon of
// a layer ("frame.exr:N") becomes a dot.
std::filesystem::path writable_name(std::filesystem::path name);

// Returns the first format that can hold the image. Throws Error{invalid_argument} if there is
// none.
std::string format_that_holds(const ConstImageView& shape);

// Returns a shape for people: "512x512 RGB 8-bit".
std::string shape_text(const ConstImageView& shape);
// Returns the name of a channel: "red" or "alpha".
std::string channel_name(const ConstImageView& shape, int channel);

}  // namespace selvage::cli
