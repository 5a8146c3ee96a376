// SPDX-License-Identifier: Apache-2.0
#include "io/tiff/tiff_rows.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "core/checked.hpp"
#include "io/bytes/failures.hpp"
#include "io/tiff/tiff_deflate.hpp"

namespace selvage {
namespace {

// Larger strips are decoded row by row, which is slower.
constexpr std::size_t largest_strip = std::size_t{8} << 20;  // bytes

// The pieces (strips or tiles) of a page or of one of its planes.
struct Pieces {
  bool tiled = false;
  int width = 0, height = 0;  // of a piece, in pixels; strips are as wide as the image
  int across = 1, down = 1;   // pieces
  std::size_t row_bytes = 0;  // of a piece
  int planes = 1;
  bool deflated = false;

  std::size_t bytes() const { return checked_mul(row_bytes, height); }
};

Pieces pieces_of(const TiffFile& tiff, const TiffKind& kind) {
  const auto pixels = [&](ttag_t tag, int most) {
    const auto value = tiff.field<std::uint32_t>(tag, 0);
    return static_cast<int>(std::min<std::uint32_t>(value, static_cast<std::uint32_t>(most)));
  };
  constexpr int no_limit = std::numeric_limits<int>::max();
  Pieces pieces{.tiled = TIFFIsTiled(tiff.get()) != 0,
                .width = kind.width,
                .deflated = kind.compression == COMPRESSION_DEFLATE ||
                            kind.compression == COMPRESSION_ADOBE_DEFLATE};
  if (pieces.tiled) {
    pieces.width = pixels(TIFFTAG_TILEWIDTH, no_limit);
    pieces.height = pixels(TIFFTAG_TILELENGTH, no_limit);
  } else {
    pieces.height = pixels(TIFFTAG_ROWSPERSTRIP, kind.height);
    if (pieces.height == 0) pieces.height = kind.height;
  }
  if (pieces.width < 1 || pieces.height < 1) throw TiffFailure{"tiles without pixels"};
  pieces.across = (kind.width - 1) / pieces.width + 1;
  pieces.down = (kind.height - 1) / pieces.height + 1;
  pieces.planes = kind.planar ? kind.stored_channels : 1;
  const std::size_t bits =
      checked_mul(pieces.width, kind.bits, kind.planar ? 1 : kind.stored_channels);
  if (pieces.tiled && bits % 8 != 0 && pieces.across > 1)
    throw TiffFailure{"tiles whose rows end within a byte"};
  pieces.row_bytes = bits / 8 + (bits % 8 != 0 ? 1 : 0);
  return pieces;
}

// Returns the largest number of bytes that one compressed byte can expand to.
std::size_t largest_expansion(const TiffKind& kind) {
  switch (kind.compression) {
    case COMPRESSION_NONE: return 1;
    case COMPRESSION_PACKBITS: return 64;
    case COMPRESSION_DEFLATE:
    case COMPRESSION_ADOBE_DEFLATE: return 1032;
    case COMPRESSION_LZW:
    case COMPRESSION_JPEG: return 4096;
    case COMPRESSION_LZMA:
    case COMPRESSION_ZSTD: return std::size_t{1} << 16;
    default: return checked_add(kind.width, 64);  // fax: one bit can encode a row
  }
}

// Tiles may extend beyond the image, but not to many times its size.
void check_tiles(const Pieces& pieces, const TiffKind& kind) {
  constexpr std::size_t harmless = std::size_t{1} << 26;  // pixels
  const std::size_t row_of_tiles = checked_mul(pieces.across, pieces.width, pieces.height);
  if (row_of_tiles > std::max(harmless, checked_mul(4, kind.width, kind.height)))
    throw TiffFailure{"tiles much larger than the image"};
}

bool is_read_by_rows(const Pieces& pieces) {
  return !pieces.tiled && pieces.bytes() > largest_strip;
}

class StripRows final : public TiffRows {
 public:
  StripRows(TiffFile& tiff, const Pieces& pieces, int rows, int plane)
      : tiff_(tiff),
        pieces_(pieces),
        rows_(rows),
        strip_(static_cast<std::uint32_t>(plane * pieces.down)),
        bytes_(checked_mul(pieces.row_bytes, std::min(pieces.height, rows))) {}

  const std::byte* next() override {
    if (row_ == 0) read_strip();
    const std::byte* row = bytes_.data() + static_cast<std::size_t>(row_) * pieces_.row_bytes;
    row_ = (row_ + 1) % pieces_.height;
    return row;
  }

 private:
  void read_strip() {
    const int rows = std::min(rows_, pieces_.height);
    const auto bytes = static_cast<tmsize_t>(checked_mul(rows, pieces_.row_bytes));
    tiff_.call([&](TIFF* tiff) {
      return TIFFReadEncodedStrip(tiff, strip_, bytes_.data(), bytes) == bytes;
    });
    if (pieces_.deflated) check_tiff_deflate(tiff_, strip_, static_cast<std::uint64_t>(bytes));
    rows_ -= rows;
    ++strip_;
  }

  TiffFile& tiff_;
  Pieces pieces_;
  int rows_;     // in strips not yet read
  int row_ = 0;  // next row of this strip
  std::uint32_t strip_;
  std::vector<std::byte> bytes_;
};

class SingleRows final : public TiffRows {
 public:
  SingleRows(TiffFile& tiff, const Pieces& pieces, int rows, int plane)
      : tiff_(tiff),
        pieces_(pieces),
        rows_(rows),
        plane_(static_cast<std::uint16_t>(plane)),
        bytes_(pieces.row_bytes) {
    if (TIFFScanlineSize(tiff.get()) != static_cast<tmsize_t>(bytes_.size()))
      throw TiffFailure{"rows of an unexpected size"};
  }

  const std::byte* next() override {
    tiff_.call(
        [this](TIFF* tiff) { return TIFFReadScanline(tiff, bytes_.data(), row_, plane_) == 1; });
    const auto height = static_cast<std::uint32_t>(pieces_.height);
    if (pieces_.deflated && row_ % height == 0) check_strip(row_ / height);
    ++row_;
    return bytes_.data();
  }

 private:
  void check_strip(std::uint32_t strip) {
    const auto above = static_cast<int>(strip) * pieces_.height;
    const int rows = std::min(pieces_.height, rows_ - above);
    check_tiff_deflate(tiff_, static_cast<std::uint32_t>(plane_ * pieces_.down) + strip,
                       checked_mul(rows, pieces_.row_bytes));
  }

  TiffFile& tiff_;
  Pieces pieces_;
  int rows_;
  std::uint16_t plane_;
  std::uint32_t row_ = 0;
  std::vector<std::byte> bytes_;
};

// Holds a row of tiles, tile by tile.
class TileRows final : public TiffRows {
 public:
  TileRows(TiffFile& tiff, const Pieces& pieces, int plane)
      : tiff_(tiff),
        pieces_(pieces),
        tile_(static_cast<std::uint32_t>(plane * pieces.across * pieces.down)),
        tiles_(checked_mul(pieces.bytes(), pieces.across)),
        bytes_(checked_mul(pieces.row_bytes, pieces.across)) {}

  const std::byte* next() override {
    if (row_ == 0) read_tiles();
    for (int i = 0; i < pieces_.across; ++i) {
      const auto at = static_cast<std::size_t>(i);
      std::memcpy(
          bytes_.data() + at * pieces_.row_bytes,
          tiles_.data() + at * pieces_.bytes() + static_cast<std::size_t>(row_) * pieces_.row_bytes,
          pieces_.row_bytes);
    }
    row_ = (row_ + 1) % pieces_.height;
    return bytes_.data();
  }

 private:
  void read_tiles() {
    const auto bytes = static_cast<tmsize_t>(pieces_.bytes());
    for (int i = 0; i < pieces_.across; ++i, ++tile_) {
      tiff_.call([&](TIFF* tiff) {
        std::byte* const place = tiles_.data() + i * bytes;
        return TIFFReadEncodedTile(tiff, tile_, place, bytes) == bytes;
      });
      if (pieces_.deflated) check_tiff_deflate(tiff_, tile_, pieces_.bytes());
    }
  }

  TiffFile& tiff_;
  Pieces pieces_;
  int row_ = 0;  // next row of these tiles
  std::uint32_t tile_;
  std::vector<std::byte> tiles_, bytes_;
};

}  // namespace

void check_tiff_pieces(TiffFile& tiff, const TiffKind& kind, const std::string& name,
                       std::uint64_t file_bytes) {
  const Pieces pieces = pieces_of(tiff, kind);
  if (pieces.tiled) check_tiles(pieces, kind);
  const std::size_t count = checked_mul(pieces.across, pieces.down, pieces.planes);
  const std::uint32_t stored =
      pieces.tiled ? TIFFNumberOfTiles(tiff.get()) : TIFFNumberOfStrips(tiff.get());
  if (stored != count || !std::in_range<int>(count))
    throw TiffFailure{"an unexpected number of strips or tiles"};
  constexpr std::uint64_t header_bytes = 8;
  const std::size_t expansion = largest_expansion(kind);
  for (std::size_t i = 0; i < count; ++i) {
    const auto piece = static_cast<std::uint32_t>(i);
    const std::uint64_t place = TIFFGetStrileOffset(tiff.get(), piece);
    const std::uint64_t bytes = TIFFGetStrileByteCount(tiff.get(), piece);
    if (place > file_bytes || bytes > file_bytes - place) throw_cut_short(name);
    if (place < header_bytes) throw TiffFailure{"a strip or tile lies within the header"};
    const int down = static_cast<int>(i / static_cast<std::size_t>(pieces.across)) % pieces.down;
    const int rows =
        pieces.tiled ? pieces.height : std::min(pieces.height, kind.height - down * pieces.height);
    if (checked_mul(pieces.row_bytes, rows) / expansion > bytes) throw_cut_short(name);
  }
}

std::size_t tiff_decoder_bytes(TiffFile& tiff, const TiffKind& kind, std::uint64_t file_bytes) {
  const Pieces pieces = pieces_of(tiff, kind);
  if (pieces.tiled) check_tiles(pieces, kind);
  const std::uint32_t stored =
      pieces.tiled ? TIFFNumberOfTiles(tiff.get()) : TIFFNumberOfStrips(tiff.get());
  std::uint64_t largest = 0;  // compressed size of the largest piece
  for (std::uint32_t piece = 0; piece < stored; ++piece)
    largest = std::max(largest, TIFFGetStrileByteCount(tiff.get(), piece));
  const int rows = is_read_by_rows(pieces) ? 1 : pieces.height;
  return checked_mul(pieces.planes, checked_add(checked_mul(pieces.row_bytes, pieces.across, rows),
                                                std::min(largest, file_bytes)));
}

std::unique_ptr<TiffRows> open_tiff_rows(TiffFile& tiff, const TiffKind& kind, int plane) {
  const Pieces pieces = pieces_of(tiff, kind);
  if (pieces.tiled) return std::make_unique<TileRows>(tiff, pieces, plane);
  if (is_read_by_rows(pieces))
    return std::make_unique<SingleRows>(tiff, pieces, kind.height, plane);
  return std::make_unique<StripRows>(tiff, pieces, kind.height, plane);
}

}  // namespace selvage
