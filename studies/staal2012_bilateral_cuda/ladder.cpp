// SPDX-License-Identifier: Apache-2.0
#include "staal2012_bilateral_cuda/ladder.hpp"

#include <array>
#include <cstddef>

namespace selvage::studies::staal {
namespace {

constexpr GroupSize line_512 = {512, 1}, line_256 = {256, 1}, line_192 = {192, 1};
constexpr GroupSize plane = {16, 12};

const std::array<Entry, 12> entries = {{
    {.number = 1,
     .name = "GPU1",
     .file = "01_naive.cl",
     .idea = "naive",
     .block = line_512,
     .map = Map::none,
     .powers = true},
    {.number = 2,
     .name = "GPU2",
     .file = "02_spatial_map.cl",
     .idea = "spatial map",
     .block = line_512,
     .powers = true},
    {.number = 3,
     .name = "GPU3",
     .file = "03_hardware_exp.cl",
     .idea = "hardware exponential",
     .block = line_512,
     .powers = true},
    {.number = 4,
     .name = "GPU4",
     .file = "04_texture_1d.cl",
     .idea = "1-D texture",
     .block = line_512,
     .feed = Feed::line,
     .powers = true},
    {5, "GPU5", "05_registers.cl", "fewer registers", line_192, Feed::line},
    {.number = 6,
     .name = "GPU6",
     .file = "06_three_textures.cl",
     .idea = "three textures",
     .block = line_256,
     .feed = Feed::planes,
     .other_block = line_192},
    {.number = 7,
     .name = "GPU7",
     .file = "07_one_channel.cl",
     .idea = "one channel, three launches",
     .block = line_192,
     .feed = Feed::planes,
     .one_channel = true},
    {8, "GPU8", "08_grid_2d.cl", "2-D grid", plane, Feed::line, Map::buffer, true},
    {9, "float4", "09_float4_texture.cl", "float4 texture", plane, Feed::wide, Map::buffer, true},
    {.number = 10,
     .name = "shared image",
     .file = "10_shared_image.cl",
     .idea = "image in shared memory",
     .block = plane,
     .feed = Feed::buffer,
     .grid_2d = true,
     .tile = true},
    {11, "shared map", "11_shared_map.cl", "map in shared memory", plane, Feed::line, Map::shared,
     true},
    {12, "constant map", "12_constant_map.cl", "map in constant memory", plane, Feed::line,
     Map::constant, true},
}};

}  // namespace

std::span<const Entry> ladder() {
  return entries;
}

std::size_t local_bytes(const Variant& variant, int radius) {
  const auto samples = [](int width, int height) {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  };
  if (variant.entry->tile)
    return rgb * sizeof(float) *
           samples(variant.block.width + 2 * radius, variant.block.height + 2 * radius);
  if (variant.entry->map == Map::shared)
    return sizeof(float) * samples(2 * radius + 1, 2 * radius + 1);
  return 0;
}

}  // namespace selvage::studies::staal
