// SPDX-License-Identifier: Apache-2.0
#pragma once
// The ladder as data: what each rung's kernel reads, and the block that it runs with.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runner/rung.hpp"
#include "runner/study.hpp"

namespace selvage::studies::staal {

#include "staal2012_bilateral_cuda/arguments.h"

// How the image lies in the device's memory.
enum class Feed {
  buffer,  // interleaved samples
  line,    // the same, as a texture
  planes,  // three textures of one channel: the host takes the image apart
  wide,    // a texture of four samples for each pixel: the host lays it out
};

enum class Map {
  none,      // the kernel computes the spatial Gaussian
  buffer,    //
  shared,    // a buffer that each group copies into local memory
  constant,  // a table of the program
};

struct Entry {
  int number = 0;
  std::string_view name = {};  // as in the document's tables: "GPU1"
  std::string_view file = {};
  std::string_view idea = {};
  GroupSize block = {};
  Feed feed = Feed::buffer;
  Map map = Map::buffer;
  bool grid_2d = false;      // blocks of pixels; else of a line of them
  bool one_channel = false;  // a launch for each plane, each with a plane of the result
  bool tile = false;         // a group copies its pixels and a halo into local memory
  std::optional<GroupSize> other_block = {};
  bool powers = false;  // in its Gaussians: it is also compiled as listed (gaussian.h)
};

std::span<const Entry> ladder();

constexpr int rgb = 3;  // channels of every image here

// Whether the host lays the image out anew before it sends it.
constexpr bool reorganises(const Entry& entry) {
  return entry.feed == Feed::planes || entry.feed == Feed::wide;
}

// A rung with a block.
struct Variant {
  const Entry* entry = nullptr;
  GroupSize block = {};
  std::string name = {};     // "GPU6", "GPU6 (192)"
  bool as_document = false;  // with the document's block
  bool listed = false;       // with the literal exponents of the listings
};

// Of one group, beside what the kernel declares.
std::size_t local_bytes(const Variant& variant, int radius);

}  // namespace selvage::studies::staal
