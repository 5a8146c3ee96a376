// SPDX-License-Identifier: Apache-2.0
#pragma once
// Readers of side images by rows.

#include <memory>
#include <string>

#include "inputs/source.hpp"
#include "side_images/side_images.hpp"

namespace selvage::cli {

// Use it from one thread at a time. It cannot be moved.
class SideReader {
 public:
  // Reads the header. Throws Error{invalid_argument} for a file with several pages and for a mask
  // with colours.
  SideReader(const SidePort& port, const std::string& name, const Limits& limits);
  SideReader(const SidePort& port, const std::string& name, ImageReader reader,
             const Limits& limits);
  SideReader(const SideReader&) = delete;
  SideReader& operator=(const SideReader&) = delete;

  SideImage image() const;
  // See RowWindow::move_to.
  std::shared_ptr<const Image> move_to(Rows rows) { return window_.move_to(rows); }

 private:
  const std::string name_;
  ImageReader reader_;
  RowWindow window_;
};

// The rows of the side images that belong to rows of a page.
struct SideRows {
  Inputs views = {};                                      // all but the image
  std::vector<std::shared_ptr<const Image>> images = {};  // owners of the views

  Inputs with(const ConstImageView& image) const;
};

// Reads the side images of a page along with its rows.
class SideReaders {
 public:
  // Opens the side images that are not held. Throws Error{input} if one has changed. If `whole`,
  // all rows of the images belong to any rows of the page; such images are held.
  SideReaders(std::shared_ptr<const SideImages> side, bool whole, const Limits& limits);

  // `first` and `end` must not decrease from call to call.
  SideRows move_to(Rows rows);

 private:
  std::shared_ptr<const SideImages> side_;
  bool whole_;
  std::array<std::unique_ptr<SideReader>, side_ports.size()> readers_;  // null: held or absent
};

}  // namespace selvage::cli
