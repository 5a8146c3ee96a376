// SPDX-License-Identifier: Apache-2.0
#include "io/exr/made_exr.hpp"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfTileDescription.h>
#include <ImfTiledOutputPart.h>

#include <cstring>

#include "core/half.hpp"

namespace selvage::testing {
namespace {

Imf::Header header_of(int width, int height, const ExrKind& kind) {
  const Imath::Box2i shown({0, 0}, {width - 1, height - 1});
  const Imath::V2i corner(kind.left, kind.up);
  Imf::Header header(shown, {corner, corner + shown.max}, 1.0f, {0, 0}, 1.0f, kind.order,
                     kind.compression);
  for (const ExrMadeChannel& channel : kind.channels)
    header.channels().insert(channel.name, Imf::Channel(channel.type));
  if (!kind.part.empty()) header.setName(kind.part);
  header.setType(kind.tile > 0 ? Imf::TILEDIMAGE : Imf::SCANLINEIMAGE);
  if (kind.tile > 0) {
    const auto side = static_cast<unsigned int>(kind.tile);
    header.setTileDescription({side, side, Imf::MIPMAP_LEVELS});
  }
  if (kind.change) kind.change(header);
  return header;
}

// The samples of one channel in its own type.
Bytes plane_of(int width, int height, Imf::PixelType type, int c) {
  Bytes plane;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const double value = made_exr_sample(x, y, c);
      const auto add = [&](auto sample) {
        const auto raw = std::as_bytes(std::span(&sample, 1));
        plane.insert(plane.end(), raw.begin(), raw.end());
      };
      if (type == Imf::HALF) add(to_half(static_cast<float>(value)).bits);
      if (type == Imf::FLOAT) add(static_cast<float>(value));
      if (type == Imf::UINT) add(static_cast<std::uint32_t>(value));
    }
  return plane;
}

void write_tiles(Imf::TiledOutputPart& part, const Imf::FrameBuffer& buffer) {
  part.setFrameBuffer(buffer);
  for (int level = 0; level < part.numLevels(); ++level)
    part.writeTiles(0, part.numXTiles(level) - 1, 0, part.numYTiles(level) - 1, level);
}

void write_part(Imf::MultiPartOutputFile& file, int number, int width, int height,
                const ExrKind& kind) {
  Imf::FrameBuffer buffer;
  std::vector<Bytes> planes;
  for (std::size_t c = 0; c < kind.channels.size(); ++c) {
    const auto& [name, type] = kind.channels[c];
    planes.push_back(plane_of(width, height, type, static_cast<int>(c)));
    const std::ptrdiff_t bytes = type == Imf::HALF ? 2 : 4;
    char* base = reinterpret_cast<char*>(planes.back().data()) -
                 bytes * (kind.left + std::ptrdiff_t{kind.up} * width);
    buffer.insert(name, Imf::Slice(type, base, static_cast<std::size_t>(bytes),
                                   static_cast<std::size_t>(bytes * width)));
  }
  if (kind.tile > 0) {
    Imf::TiledOutputPart part(file, number);
    write_tiles(part, buffer);
  } else {
    Imf::OutputPart part(file, number);
    part.setFrameBuffer(buffer);
    part.writePixels(height);
  }
}

}  // namespace

double made_exr_sample(int x, int y, int c) {
  return (7 * x + 13 * y + 29 * c) % 251;
}

Bytes make_exr(int width, int height, const ExrKind& kind) {
  return make_exr_parts(width, height, {kind});
}

Bytes make_exr_parts(int width, int height, const std::vector<ExrKind>& parts) {
  const Folder folder;
  std::vector<Imf::Header> headers;
  for (const ExrKind& kind : parts) headers.push_back(header_of(width, height, kind));
  {
    Imf::MultiPartOutputFile file((folder / "made").c_str(), headers.data(),
                                  static_cast<int>(headers.size()), false, 0);
    for (std::size_t i = 0; i < parts.size(); ++i)
      write_part(file, static_cast<int>(i), width, height, parts[i]);
  }
  return seed(read_file(folder / "made"));
}

std::vector<double> made_exr_samples(int width, int height, const std::vector<int>& channels) {
  std::vector<double> all;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (const int c : channels) all.push_back(made_exr_sample(x, y, c));
  return all;
}

}  // namespace selvage::testing
