// SPDX-License-Identifier: Apache-2.0
#include "io/exr/exr_header.hpp"

#include <ImfCompression.h>
#include <ImfPartType.h>
#include <ImfTileDescriptionAttribute.h>
#include <ImfVersion.h>

#include <algorithm>
#include <array>

#include "io/bytes/byte_order.hpp"

namespace selvage {
namespace {

// OpenEXR allocates the size that attributes claim, and many times the size of small ones.
constexpr std::uint64_t most_header_bytes = std::uint64_t{1} << 25;
constexpr std::uint64_t most_channel_bytes = std::uint64_t{1} << 18;  // all channel lists together
constexpr int most_attributes = 1 << 16, most_parts = 1 << 10;
constexpr std::size_t longest_name = 255;
constexpr int largest_tile = 4096;  // pixels per side, for smaller images

[[noreturn]] void corrupt(const ExrInput& file, std::string_view reason) {
  throw_corrupt(file.source().name(), "OpenEXR", reason);
}

// OpenEXR reads as many bytes of an attribute as its type needs, whatever its size field says. With
// a wrong size it would see the next attribute at another place, and thus one that was not checked.
struct FixedSize {
  std::string_view type;
  int bytes;
};
constexpr FixedSize fixed_sizes[] = {{"box2f", 16},      {"box2i", 16},    {"chromaticities", 32},
                                     {"compression", 1}, {"double", 8},    {"deepImageState", 1},
                                     {"envmap", 1},      {"float", 4},     {"int", 4},
                                     {"keycode", 28},    {"lineOrder", 1}, {"m33d", 72},
                                     {"m33f", 36},       {"m44d", 128},    {"m44f", 64},
                                     {"rational", 8},    {"tiledesc", 9},  {"timecode", 8},
                                     {"v2d", 16},        {"v2f", 8},       {"v2i", 8},
                                     {"v3d", 24},        {"v3f", 12},      {"v3i", 12}};

// Checks the headers before OpenEXR reads them.
class HeaderWalk {
 public:
  explicit HeaderWalk(ExrInput& file) : file_(file) {}

  // Returns the number of attributes of the next part.
  int part() {
    int attributes = 0;
    while (attribute()) ++attributes;
    return attributes;
  }

 private:
  bool attribute() {
    if (name().empty()) return false;
    const std::string type = name();
    const auto bytes = number();
    if (bytes < 0) corrupt(file_, "an attribute of negative size");
    file_.expect(static_cast<std::uint64_t>(bytes));
    if (type == "chlist") channel_bytes_ += static_cast<std::uint64_t>(bytes);
    if (++attributes_ > most_attributes || channel_bytes_ > most_channel_bytes ||
        file_.tellg() + static_cast<std::uint64_t>(bytes) > most_header_bytes)
      corrupt(file_, "its header is too large");
    const std::uint64_t end = file_.tellg() + static_cast<std::uint64_t>(bytes);
    if (type == "compression" && bytes == 1) check_compression();
    if (!fits(type, bytes, end))
      corrupt(file_, fmt::format("an attribute of type {} of {} bytes", type, bytes));
    file_.seekg(end);
    return true;
  }
  void check_compression() {
    const int kind = static_cast<unsigned char>(byte());
    if (kind >= Imf::NUM_COMPRESSION_METHODS)
      throw_not_supported(file_.source().name(),
                          fmt::format("an OpenEXR file with compression {}", kind),
                          "save it with ZIP or PIZ compression");
  }
  bool fits(std::string_view type, int bytes, std::uint64_t end) {
    if (type == "chlist") return ends_channels(end);
    if (type == "floatvector") return bytes % 4 == 0;
    const FixedSize* fixed = std::ranges::find(fixed_sizes, type, &FixedSize::type);
    return fixed == std::end(fixed_sizes) || fixed->bytes == bytes;
  }
  bool ends_channels(std::uint64_t end) {
    constexpr std::uint64_t channel_bytes = 16;  // after its name
    for (; file_.tellg() < end; file_.seekg(file_.tellg() + channel_bytes))
      if (name().empty()) return file_.tellg() == end;
    return false;
  }
  std::string name() {
    std::string text;
    for (char c = byte(); c != '\0'; c = byte()) {
      if (text.size() == longest_name) corrupt(file_, "an unterminated name");
      text.push_back(c);
    }
    return text;
  }
  char byte() {
    char c = 0;
    file_.read(&c, 1);
    return c;
  }
  std::int32_t number() {
    std::array<char, 4> bytes{};
    file_.read(bytes.data(), 4);
    return little_endian<std::int32_t>(std::as_bytes(std::span(bytes)), 0);
  }

  ExrInput& file_;
  int attributes_ = 0;
  std::uint64_t channel_bytes_ = 0;
};

int read_version(ExrInput& file) {
  std::array<char, 8> start{};
  file.seekg(0);
  file.read(start.data(), 8);
  const int version = little_endian<std::int32_t>(std::as_bytes(std::span(start)), 4);
  if (Imf::getVersion(version) != Imf::EXR_VERSION || !Imf::supportsFlags(Imf::getFlags(version)))
    throw_not_supported(file.source().name(), "an OpenEXR file of an unknown version",
                        "save it as OpenEXR 2");
  return version;
}

int count_parts(ExrInput& file, bool several) {
  HeaderWalk walk(file);
  if (!several) {
    if (walk.part() == 0) corrupt(file, "it has no header");
    return 1;
  }
  int parts = 0;
  while (walk.part() > 0)  // an empty header ends the list
    if (++parts > most_parts) corrupt(file, "its header is too large");
  if (parts == 0) corrupt(file, "it has no header");
  return parts;
}

void check(const ExrInput& file, const Imf::Header& header, bool tiled, bool several) {
  if (header.hasType() && Imf::isDeepData(header.type()))
    throw_not_supported(file.source().name(), "an OpenEXR file with deep data", "flatten it first");
  header.sanityCheck(tiled, several);
  if (!header.hasTileDescription()) return;
  const Imath::Box2i& window = header.dataWindow();
  const Imf::TileDescription& tile = header.tileDescription();
  const auto too_large = [](unsigned int side, std::int64_t low, std::int64_t high) {
    return side > std::max<std::int64_t>(largest_tile, high - low + 1);
  };
  if (too_large(tile.xSize, window.min.x, window.max.x) ||
      too_large(tile.ySize, window.min.y, window.max.y))
    corrupt(file, "tiles larger than the image");
}

}  // namespace

std::vector<Imf::Header> read_exr_headers(ExrInput& file) {
  const int version = read_version(file);
  const bool several = Imf::isMultiPart(version);
  if (Imf::isNonImage(version) && !several)
    throw_not_supported(file.source().name(), "an OpenEXR file with deep data", "flatten it first");
  std::vector<Imf::Header> headers(static_cast<std::size_t>(count_parts(file, several)));
  file.seekg(8);
  for (Imf::Header& header : headers) {
    int same_version = version;
    header.readFrom(file, same_version);
    const bool tiled =
        several ? header.hasType() && header.type() == Imf::TILEDIMAGE : Imf::isTiled(version);
    check(file, header, tiled, several);
  }
  if (several) file.seekg(file.tellg() + 1);  // an empty header
  return headers;
}

}  // namespace selvage
