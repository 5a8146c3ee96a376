// SPDX-License-Identifier: Apache-2.0
#pragma once
// What manifest.json says.

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage::testing {

// A small part of a photo, stored beside the manifest.
struct GoldenPhoto {
  std::filesystem::path file;
  std::string source;  // the photo's file name in Debian's python3-skimage
  Rect crop;           // of it
};

struct GoldenCase {
  std::string name;
  std::filesystem::path photo, expected;
  PixelType type = PixelType::u8;  // that the photo is converted to
  Bilateral filter;
  double max_difference = 0;  // from the expected image: LSB of integers, samples' unit of floats
  double min_equal = 0;       // share of samples that equal the expected ones
};

// GoogleTest names cases with it.
void PrintTo(const GoldenCase& c, std::ostream* out);

struct Manifest {
  std::vector<GoldenPhoto> photos;
  std::vector<GoldenCase> cases;
};

// This folder, or the one that SELVAGE_GOLDEN_FOLDER names in the environment.
std::filesystem::path golden_folder();

// Reads folder/manifest.json; paths in the result include the folder. Throws std::runtime_error
// that names an unknown key or word.
Manifest read_manifest(const std::filesystem::path& folder);

// The case's input.
Image golden_input(const GoldenCase& c);

}  // namespace selvage::testing
