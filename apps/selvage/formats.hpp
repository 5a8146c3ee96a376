// SPDX-License-Identifier: Apache-2.0
#pragma once
// File formats by name, from the list that load and save know.

#include <filesystem>
#include <string>

#include "selvage/image.hpp"

namespace selvage::cli {

// The format of the name's extension, or nothing.
std::string format_of(const std::filesystem::path& name);

// Whether a file in a folder is taken for an image: by its extension.
bool is_image_name(const std::filesystem::path& name);
// That rule in words, for hints.
std::string images_by_name();

// Whether the format can be written with this type, these channels and this alpha.
bool can_hold(const std::string& format, const ConstImageView& shape);

// Whether the format can hold several pages.
bool has_pages(const std::string& format);
// Throws Error{invalid_argument} when the pages of `input` do not go into one file of the format.
void check_pages(const std::string& input, int pages, const std::string& format);
// Whether a writer holds a few rows at a time, not the whole image.
bool writes_by_rows(const std::string& format);

// `name`, with another extension where the format is only read (.bmp, .pbm, .hdr); a layer's colon
// ("frame.exr:N") becomes a dot.
std::filesystem::path writable_name(std::filesystem::path name);

// The first format that can hold the image. Throws Error{invalid_argument} when there is none.
std::string format_that_holds(const ConstImageView& shape);

// For people: "512x512 RGB 8-bit".
std::string shape_text(const ConstImageView& shape);

}  // namespace selvage::cli
