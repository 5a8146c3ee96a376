// SPDX-License-Identifier: Apache-2.0
// make_golden FOLDER [PHOTOS]: computes the expected images of FOLDER/manifest.json with the
// reference; with a folder of photos it cuts the inputs from them first.

#include <fmt/format.h>

#include <exception>

#include "golden/manifest.hpp"
#include "reference/bilateral.hpp"
#include "selvage/io.hpp"

int main(int argc, char** argv) try {
  using namespace selvage;
  if (argc < 2 || argc > 3) {
    fmt::print(stderr, "usage: make_golden FOLDER [PHOTOS]\n");
    return 2;
  }
  const auto manifest = testing::read_manifest(argv[1]);
  if (argc == 3)
    for (const auto& photo : manifest.photos) {
      std::filesystem::create_directories(photo.file.parent_path());
      const Image source = load(std::filesystem::path(argv[2]) / photo.source);
      save(photo.file, source.view().region(photo.crop));
    }
  for (const auto& c : manifest.cases) {
    std::filesystem::create_directories(c.expected.parent_path());
    const Image input = testing::golden_input(c);
    save(c.expected, reference::rounded(reference::bilateral(c.filter, input), input));
    fmt::print("{}\n", c.expected.string());
  }
} catch (const std::exception& e) {
  fmt::print(stderr, "make_golden: {}\n", e.what());
  return 1;
}
