// SPDX-License-Identifier: Apache-2.0
#pragma once
// The images that a file is filtered with beside itself.

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "options.hpp"
#include "selvage/engine.hpp"

namespace selvage::cli {

struct SidePort {
  const char* name;
  std::string SideFiles::* file;
  ConstImageView Inputs::* view;
};
inline constexpr std::array<SidePort, 4> side_ports{{
    {"mask", &SideFiles::mask, &Inputs::mask},
    {"guide", &SideFiles::guide, &Inputs::guide},
    {"normals", &SideFiles::normals, &Inputs::normals},
    {"depth", &SideFiles::depth, &Inputs::depth},
}};

// What is known of one from its header.
struct SideImage {
  std::string name = {};      // of the file; empty: there is none
  ConstImageView shape = {};  // as filters get it (a mask: u8, one channel); no data
  Metadata metadata = {};
  bool by_rows = true;                     // else its reader holds all of it
  std::size_t reading = 0;                 // bytes that this takes beside the rows
  std::shared_ptr<const Image> held = {};  // all of it; null: it is read from the file by rows

  explicit operator bool() const { return !name.empty(); }
};

struct SideImages {
  std::array<SideImage, side_ports.size()> images = {};  // in the order of side_ports

  const SideImage& guide() const { return images[1]; }
  std::size_t held_bytes() const;
  // With so many rows of the others, so many times.
  std::size_t bytes(int rows, std::size_t times) const;
  // What plans look at, no data: with a whole image, and with rows of a larger one, whose size the
  // side images have.
  Inputs shapes(const ConstImageView& image) const;
  Inputs shapes(const ConstImageView& image, int rows) const;
};

// Throws Error{invalid_argument} when standard input is read twice.
void check_standard_input(const SideFiles& files, std::span<const std::string> images);

}  // namespace selvage::cli
