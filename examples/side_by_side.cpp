// SPDX-License-Identifier: Apache-2.0
// Puts the same part of several images side by side, enlarged; it makes the documents' figures.
//   side_by_side OUT X,Y,W,H ZOOM IN...
// The example shows views: a part of an image is a view, and so is the part it is copied to.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <selvage/io.hpp>
#include <selvage/selvage.hpp>
#include <string>
#include <vector>

namespace {

constexpr int gap = 4;  // pixels between two images

selvage::Rect parse_rect(const char* text) {
  selvage::Rect r;
  char rest = 0;
  if (std::sscanf(text, "%d,%d,%d,%d%c", &r.x, &r.y, &r.width, &r.height, &rest) != 4)
    throw selvage::Error(selvage::Errc::invalid_argument,
                         std::string(text) + " is not a rectangle X,Y,W,H");
  return r;
}

bool holds(const selvage::Image& image, const selvage::Rect& r) {
  return r.x >= 0 && r.y >= 0 && r.width >= 1 && r.height >= 1 && r.width <= image.width() - r.x &&
         r.height <= image.height() - r.y;
}

// Enlarges each pixel of `from` to zoom x zoom pixels of `to`; both have the same sample type.
void enlarge(const selvage::ConstImageView& from, int zoom, const selvage::ImageView& to) {
  const std::size_t bytes = sample_bytes(from.type);
  for (int y = 0; y < to.height; ++y)
    for (int x = 0; x < to.width; ++x)
      for (int c = 0; c < to.channels; ++c)
        std::memcpy(to.at(x, y, c), from.at(x / zoom, y / zoom, c), bytes);
}

selvage::Image side_by_side(const std::vector<selvage::Image>& images, const selvage::Rect& part,
                            int zoom) {
  const int width = part.width * zoom, height = part.height * zoom;
  const int count = static_cast<int>(images.size());
  const selvage::Image& first = images.front();
  selvage::Image sheet(first.type(), count * (width + gap) - gap, height, first.channels());
  std::memset(sheet.view().data, 0xff, sheet.bytes());  // white
  for (int i = 0; i < count; ++i) {
    const selvage::ConstImageView image = images[static_cast<std::size_t>(i)];
    enlarge(image.region(part), zoom, sheet.view().region({i * (width + gap), 0, width, height}));
  }
  return sheet;
}

int run(int argc, char** argv) {
  if (argc < 5) {
    std::fputs("usage: side_by_side OUT X,Y,W,H ZOOM IN...\n", stderr);
    return 2;
  }
  const selvage::Rect part = parse_rect(argv[2]);
  const int zoom = std::atoi(argv[3]);
  std::vector<selvage::Image> images;
  for (int i = 4; i < argc; ++i) {
    images.push_back(selvage::load(argv[i]));
    const selvage::Image& image = images.back();
    if (zoom < 1 || !holds(image, part) || image.type() != images[0].type() ||
        image.channels() != images[0].channels())
      throw selvage::Error(selvage::Errc::invalid_argument,
                           std::string(argv[i]) + " does not hold the part, or differs in type");
  }
  selvage::save(argv[1], side_by_side(images, part, zoom));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "side_by_side: error: %s\n", error.what());
    return 1;
  }
}
