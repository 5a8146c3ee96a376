// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes test images of any size, as detailed as a camera's.

#include <filesystem>

#include "cases/case.hpp"
#include "selvage/image.hpp"

namespace selvage::bench {

// Returns whether the folder holds a photo that scenes can be made of.
bool has_photos(const std::filesystem::path& photos);

// Makes what the scene's name says, from samples of 8 bits:
//   photos        a mosaic of the photos in `photos` (every other one mirrored), never enlarged,
//                 with Gaussian noise of 3/255 added; without photos, a drawing with edges,
//                 gradients and the same noise
//   salt          photos of which one pixel of a hundred, at random, is white
//   noise         samples that are independent and equally likely
//   checkerboard  black and white pixels in turns
//   flat          all samples equal
// Another `seed` gives other noise.
Image make_scene(Scene scene, const std::filesystem::path& photos, const Form& form,
                 const Size& size, unsigned seed = 1);

}  // namespace selvage::bench
