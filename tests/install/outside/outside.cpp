// SPDX-License-Identifier: Apache-2.0
// A user's program: filters a small image with a step edge, and takes it through a file.

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <selvage/io.hpp>
#include <selvage/selvage.hpp>

int main() {
  selvage::Image step(selvage::PixelType::u8, 16, 16);
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 16; ++x) *step.view().at(x, y) = x < 8 ? std::byte{50} : std::byte{200};

  const selvage::Engine engine;
  const selvage::Image smooth = engine.run(selvage::Bilateral{}, step);

  const auto path = std::filesystem::temp_directory_path() / "selvage_outside.png";
  selvage::save(path, smooth);
  const selvage::Image again = selvage::load(path);
  std::filesystem::remove(path);

  // The step is far larger than sigma_range: a flat image on both sides stays as it is.
  const bool kept = again.bytes() == step.bytes() &&
                    std::memcmp(again.view().data, step.view().data, step.bytes()) == 0;
  std::puts(kept ? "edge kept" : "edge lost");
  return kept ? 0 : 1;
}
