// SPDX-License-Identifier: Apache-2.0
#include "side_images.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "source.hpp"

namespace selvage::cli {
namespace {

Image load_within(MemoryLease& lease, std::size_t held, const std::string& name,
                  const Limits& limits) {
  ImageReader reader(name, limits);
  if (reader.info().pages > 1)
    throw Error(Errc::invalid_argument, fmt::format("{}: has {} pages", name, reader.info().pages),
                "one image is needed");
  try {
    lease.grow(held + bytes_of(shape_of(reader.info())));
  } catch (const Error& e) {
    if (e.code() != Errc::limit) throw;
    throw Error(Errc::limit, fmt::format("{}: {}", name, e.what()), e.hint());
  }
  return read_page(reader, limits);
}

}  // namespace

std::size_t SideImages::bytes() const {
  return mask.bytes() + guide.bytes() + normals.bytes() + depth.bytes();
}

Inputs SideImages::with(const ConstImageView& image) const {
  return {.image = image, .guide = guide, .mask = mask, .normals = normals, .depth = depth};
}

Inputs SideImages::with(const ConstImageView& image, Rows rows) const {
  Inputs inputs = with(image);
  for (ConstImageView* view : {&inputs.guide, &inputs.mask, &inputs.normals, &inputs.depth})
    if (*view) *view = view->region({0, rows.first, view->width, rows.count()});
  return inputs;
}

SideImages load_side_images(const SideFiles& files, const Limits& limits, MemoryLease lease) {
  SideImages images;
  if (!files.mask.empty()) images.mask = load_mask(files.mask, limits);
  for (const auto& [name, image] : {std::pair{&files.guide, &images.guide},
                                    {&files.normals, &images.normals},
                                    {&files.depth, &images.depth}})
    if (!name->empty()) *image = load_within(lease, images.bytes(), *name, limits);
  return images;
}

void check_standard_input(const SideFiles& files, const std::vector<std::string>& images) {
  const char* reader = nullptr;
  const auto read = [&](const std::string& name, const char* what) {
    if (name != "-") return;
    if (reader)
      throw Error(Errc::invalid_argument,
                  fmt::format("standard input cannot be both {} and {}", reader, what),
                  "give one of them as a file");
    reader = what;
  };
  const bool image = std::find(images.begin(), images.end(), "-") != images.end();
  if (image) read("-", "the image");
  read(files.mask, "the mask");
  read(files.guide, "the guide");
  read(files.normals, "the normals");
  read(files.depth, "the depth");
}

}  // namespace selvage::cli
