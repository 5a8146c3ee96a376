// SPDX-License-Identifier: Apache-2.0
#include "side_images/side_reader.hpp"

#include <fmt/format.h>

#include <utility>

namespace selvage::cli {
namespace {

bool is_mask(const SidePort& port) {
  return port.view == &Inputs::mask;
}

ImageReader single(const SidePort& port, const std::string& name, ImageReader reader) {
  const FileInfo& info = reader.info();
  if (info.pages > 1)
    throw Error(Errc::invalid_argument, fmt::format("{}: has {} pages", name, info.pages),
                "give a file with a single image");
  if (const int colours = shape_of(info).colour_channels();
      is_mask(port) && colours != 1 && colours != 3)
    throw Error(Errc::invalid_argument, fmt::format("--mask {}: has {} channels", name, colours),
                "a mask must be a gray or an RGB image");
  return reader;
}

RowWindow window_of(const SidePort& port, ImageReader& reader, const Limits& limits) {
  return is_mask(port) ? RowWindow::of_mask(reader, limits)
                       : RowWindow(reader, reader.info().type, limits);
}

}  // namespace

SideReader::SideReader(const SidePort& port, const std::string& name, const Limits& limits)
    : SideReader(port, name, ImageReader(name, limits), limits) {}

SideReader::SideReader(const SidePort& port, const std::string& name, ImageReader reader,
                       const Limits& limits)
    : name_(name),
      reader_(single(port, name, std::move(reader))),
      window_(window_of(port, reader_, limits)) {}

SideImage SideReader::image() const {
  const FileInfo& info = reader_.info();
  return {.name = name_,
          .shape = window_.shape(info.height),
          .metadata = info.metadata,
          .by_rows = info.by_rows,
          .reading = window_.memory()};
}

Inputs SideRows::with(const ConstImageView& image) const {
  Inputs inputs = views;
  inputs.image = image;
  return inputs;
}

SideReaders::SideReaders(std::shared_ptr<const SideImages> side, bool whole, const Limits& limits)
    : side_(std::move(side)), whole_(whole) {
  for (std::size_t i = 0; i < readers_.size(); ++i) {
    const SideImage& image = side_->images[i];
    if (!image || image.held) continue;
    readers_[i] = std::make_unique<SideReader>(side_ports[i], image.name, limits);
    if (!same_shape(readers_[i]->image().shape, image.shape))
      throw Error(Errc::input, fmt::format("{}: changed while it was being read", image.name));
  }
}

SideRows SideReaders::move_to(Rows rows) {
  SideRows result;
  for (std::size_t i = 0; i < readers_.size(); ++i) {
    const SideImage& image = side_->images[i];
    if (!image) continue;
    result.images.push_back(readers_[i] ? readers_[i]->move_to(rows) : image.held);
    ConstImageView view = result.images.back()->view();
    if (!readers_[i] && !whole_) view = view.region({0, rows.first, view.width, rows.count()});
    result.views.*side_ports[i].view = view;
  }
  return result;
}

}  // namespace selvage::cli
