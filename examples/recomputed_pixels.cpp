// SPDX-License-Identifier: Apache-2.0
// Shows where the bounded method could not prove its error and summed all taps of a pixel instead
// (docs/filters/bounded.md); it makes a figure of the documents.
//   recomputed_pixels IN OUT SIGMA_SPACE SIGMA_RANGE
// The example shows parts of a plan: each block of 4 x 4 pixels is computed by a part of one plan,
// whose report counts such samples. Blocks have the bits of the whole result.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <selvage/io.hpp>
#include <selvage/selvage.hpp>

namespace {

constexpr int side = 4;  // pixels of a block

// Dims a block of the picture, and turns it orange by the share of its pixels that were recomputed.
void mark(const selvage::ConstImageView& gray, const selvage::ImageView& picture, double share) {
  constexpr double orange[] = {255.0, 96.0, 0.0};
  const double opacity = share > 0.0 ? 0.4 + 0.6 * share : 0.0;
  for (int y = 0; y < gray.height; ++y)
    for (int x = 0; x < gray.width; ++x)
      for (int c = 0; c < 3; ++c) {
        const double dimmed = 0.5 * static_cast<double>(*gray.at(x, y, 0));
        *picture.at(x, y, c) =
            static_cast<std::byte>((1.0 - opacity) * dimmed + opacity * orange[c]);
      }
}

int run(int argc, char** argv) {
  if (argc != 5) {
    std::fputs("usage: recomputed_pixels IN OUT SIGMA_SPACE SIGMA_RANGE\n", stderr);
    return 2;
  }
  const selvage::Image gray = selvage::load(argv[1]);
  if (gray.channels() != 1 || gray.type() != selvage::PixelType::u8)
    throw selvage::Error(selvage::Errc::invalid_argument, "IN must be a gray image of 8 bits");
  const selvage::Bilateral filter{.sigma_space = std::strtof(argv[3], nullptr),
                                  .sigma_range = std::strtof(argv[4], nullptr)};
  const int width = gray.width(), height = gray.height();
  const selvage::ConstImageView image = gray;
  const selvage::Plan whole = selvage::Engine(selvage::Device::cpu())
                                  .plan(filter, {image}, selvage::Frame::whole(width, height),
                                        {.use = "fourier_multirate"});
  selvage::Image filtered(gray.type(), width, height, 1);
  selvage::Image picture(gray.type(), width, height, 3);
  std::int64_t recomputed = 0;
  for (int y = 0; y < height; y += side)
    for (int x = 0; x < width; x += side) {
      const selvage::Rect block{x, y, std::min(side, width - x), std::min(side, height - y)};
      selvage::Plan part = whole.part({image}, selvage::Frame::region(width, height, block));
      const selvage::Report report = part.run({image}, {filtered.view().region(block)});
      recomputed += report.recomputed;
      mark(image.region(block), picture.view().region(block),
           static_cast<double>(report.recomputed) / static_cast<double>(report.certified));
    }
  selvage::save(argv[2], picture);
  std::printf("%lld of %d pixels recomputed\n", static_cast<long long>(recomputed), width * height);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "recomputed_pixels: error: %s\n", error.what());
    return 1;
  }
}
