// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes test images of any size, as detailed as a camera's.

#include <filesystem>

#include "selvage/image.hpp"

namespace selvage::bench {

// Returns whether the folder holds a photo that scenes can be made of.
bool has_photos(const std::filesystem::path& photos);

// Makes a mosaic of the photos in `photos` (every other one mirrored), never enlarged, with
// Gaussian noise of 3/255 added: look-up tables and caches flatter smooth images. Without photos,
// makes a drawing with edges, gradients and the same noise. Channels: 1 or 3.
Image scene(const std::filesystem::path& photos, PixelType type, int width, int height,
            int channels);

// Images whose pixels agree as little as possible with their windows, for candidates whose time
// might depend on pixels. Makes samples that are independent and equally likely.
Image noise(PixelType type, int width, int height, int channels);
// Makes black and white pixels in turns.
Image checkerboard(PixelType type, int width, int height, int channels);

}  // namespace selvage::bench
