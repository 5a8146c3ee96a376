// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of a side image.

#include <memory>
#include <string>

#include "side_images.hpp"
#include "source.hpp"

namespace selvage::cli {

// Used by one thread at a time; stays where it is.
class SideReader {
 public:
  // Reads the header. Throws Error{invalid_argument} for a file of several pages, and for a mask
  // with colours.
  SideReader(const SidePort& port, const std::string& name, const Limits& limits);
  SideReader(const SideReader&) = delete;
  SideReader& operator=(const SideReader&) = delete;

  SideImage image() const;
  // As RowWindow's.
  std::shared_ptr<const Image> move_to(Rows rows) { return window_.move_to(rows); }

 private:
  const std::string name_;
  ImageReader reader_;
  RowWindow window_;
};

// Rows of the side images that belong to rows of a page.
struct SideRows {
  Inputs views = {};                                      // but for the image
  std::vector<std::shared_ptr<const Image>> images = {};  // that they look at

  Inputs with(const ConstImageView& image) const;
};

// The side images of a page, as the page's rows are read.
class SideReaders {
 public:
  // Opens those that are not held. Throws Error{input} when one is no longer what it was. `whole`:
  // whatever the rows, all of the images belong to them; they are held then.
  SideReaders(std::shared_ptr<const SideImages> side, bool whole, const Limits& limits);

  // From call to call, `first` and `end` do not fall.
  SideRows move_to(Rows rows);

 private:
  std::shared_ptr<const SideImages> side_;
  bool whole_;
  std::array<std::unique_ptr<SideReader>, side_ports.size()> readers_;  // null: held, or none
};

}  // namespace selvage::cli
