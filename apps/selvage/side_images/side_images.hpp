// SPDX-License-Identifier: Apache-2.0
#pragma once
// The side images of a file: mask, guide, normals and depth.

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "command_line/options.hpp"
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

class SideVideo;

// A side image as its header describes it.
struct SideImage {
  std::string name = {};      // name of the file; empty: none
  ConstImageView shape = {};  // as filters see it (a mask: u8, one channel); no data
  Metadata metadata = {};
  bool by_rows = true;                     // otherwise its reader buffers the whole image
  std::size_t reading = 0;                 // bytes that reading needs in addition to the rows
  std::shared_ptr<const Image> held = {};  // the whole image; null: it is read by rows
  // Of a guide that is a video. The other members describe one of its pages; which one, of_frame
  // says.
  std::shared_ptr<SideVideo> video = {};
  bool of_frame = false;  // other pages that are filtered together with it have one of their own

  explicit operator bool() const { return !name.empty(); }
};

struct SideImages {
  std::array<SideImage, side_ports.size()> images = {};  // in the order of side_ports

  const SideImage& guide() const { return images[1]; }
  SideImage& guide() { return images[1]; }
  std::size_t held_bytes() const;
  // Counts held images once, and `times` windows of `rows` rows of the others.
  std::size_t bytes(int rows, std::size_t times) const;
  // Return the shapes that plans need, without data: for a whole image, and for rows of a larger
  // one, whose size the side images have.
  Inputs shapes(const ConstImageView& image) const;
  Inputs shapes(const ConstImageView& image, int rows) const;
};

// Throws Error{invalid_argument} if standard input is used twice.
void check_standard_input(const SideFiles& files, std::span<const std::string> images);

}  // namespace selvage::cli
