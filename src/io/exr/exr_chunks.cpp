// SPDX-License-Identifier: Apache-2.0
#include "io/exr/exr_chunks.hpp"

#include <ImfChannelList.h>
#include <ImfHeader.h>
#include <ImfPartType.h>
#include <ImfVersion.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <vector>

#include "io/bytes/byte_order.hpp"

namespace selvage {
namespace {

using Packed = std::vector<std::byte>;

// The unpacked sizes of the chunks of a part's largest level, in the order of their offsets.
class Chunks {
 public:
  explicit Chunks(const Imf::Header& header)
      : header_(header), tiled_(Imf::isTiled(header.type())) {
    const Imath::Box2i& window = header.dataWindow();
    top_ = window.min.y;
    width_ = std::int64_t{window.max.x} - window.min.x + 1;
    height_ = std::int64_t{window.max.y} - top_ + 1;
    across_ = width_;
    down_ = header.compression() == Imf::ZIP_COMPRESSION ? 16 : 1;
    if (!tiled_) return;
    across_ = header.tileDescription().xSize;
    down_ = header.tileDescription().ySize;
  }

  bool tiled() const { return tiled_; }
  std::int64_t count() const { return columns() * ((height_ + down_ - 1) / down_); }
  std::int64_t bytes(std::int64_t chunk) const {
    const std::int64_t left = chunk % columns() * across_, above = chunk / columns() * down_;
    const std::int64_t width = std::min(across_, width_ - left);
    std::int64_t sum = 0;
    for (std::int64_t y = above; y < std::min(above + down_, height_); ++y)
      sum += line_bytes(top_ + y, width);
    return sum;
  }

 private:
  std::int64_t columns() const { return (width_ + across_ - 1) / across_; }
  std::int64_t line_bytes(std::int64_t y, std::int64_t width) const {
    std::int64_t sum = 0;
    const Imf::ChannelList& channels = header_.channels();
    for (auto c = channels.begin(); c != channels.end(); ++c)
      if (y % c.channel().ySampling == 0)
        sum += width / c.channel().xSampling * (c.channel().type == Imf::HALF ? 2 : 4);
    return sum;
  }

  const Imf::Header& header_;
  bool tiled_;
  std::int64_t top_ = 0, width_ = 0, height_ = 0;  // image, in pixels
  std::int64_t across_ = 1, down_ = 1;             // chunk, in pixels
};

std::int64_t unpacked_runs(const Packed& packed) {
  std::int64_t sum = 0;
  for (std::size_t at = 0; at < packed.size();) {
    const int byte = static_cast<unsigned char>(packed[at]);
    const int count = byte < 128 ? byte : byte - 256;  // below 0: number of literals
    sum += count < 0 ? -count : count + 1;
    at += count < 0 ? static_cast<std::size_t>(1 - count) : 2;
  }
  return sum;
}

// Returns the number of inflated bytes, up to the first damage.
std::int64_t inflated(Packed& packed) {
  std::array<Bytef, 1 << 14> out;
  z_stream stream{};
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  std::int64_t sum = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = out.data();
    stream.avail_out = out.size();
    status = inflate(&stream, Z_NO_FLUSH);
    sum += static_cast<std::int64_t>(out.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  return sum;
}

std::int64_t unpacked(Imf::Compression compression, Packed& packed) {
  if (compression == Imf::NO_COMPRESSION) return static_cast<std::int64_t>(packed.size());
  return compression == Imf::RLE_COMPRESSION ? unpacked_runs(packed) : inflated(packed);
}

template <class T>
T number(ExrInput& file) {
  std::array<std::byte, sizeof(T)> bytes{};
  file.read(reinterpret_cast<char*>(bytes.data()), sizeof(T));
  return little_endian<T>(bytes, 0);
}

}  // namespace

void check_first_chunks(ExrInput& file, const Imf::MultiPartInputFile& parts, int part,
                        std::uint64_t tables) {
  const Imf::Header& header = parts.header(part);
  const Imf::Compression compression = header.compression();
  if (compression > Imf::ZIP_COMPRESSION) return;
  const bool several = Imf::isMultiPart(parts.version());
  for (int before = 0; before < part; ++before)
    tables += std::uint64_t{8} * static_cast<std::uint64_t>(parts.header(before).chunkCount());
  const Chunks chunks(header);
  const std::uint64_t place_bytes = (several ? 4u : 0u) + (chunks.tiled() ? 16u : 4u);
  bool is_whole = false;
  for (std::int64_t i = 0; i < chunks.count() && !is_whole; ++i) {
    file.seekg(tables + 8 * static_cast<std::uint64_t>(i));
    file.seekg(number<std::uint64_t>(file) + place_bytes);
    const auto size = number<std::int32_t>(file);
    const std::int64_t needed = chunks.bytes(i);
    if (size < 0 || size > needed) return;                               // OpenEXR refuses it
    if (size == needed && compression != Imf::NO_COMPRESSION) continue;  // not packed
    file.expect(static_cast<std::uint64_t>(size));
    Packed packed(static_cast<std::size_t>(size));
    file.read(reinterpret_cast<char*>(packed.data()), size);
    if (unpacked(compression, packed) < needed)
      throw_corrupt(file.source().name(), "OpenEXR",
                    "a chunk holds fewer bytes than its pixels need");
    is_whole = needed == chunks.bytes(0);
  }
}

}  // namespace selvage
