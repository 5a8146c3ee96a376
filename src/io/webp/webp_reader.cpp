// SPDX-License-Identifier: Apache-2.0
// Reads WebP: still images, lossy and lossless, with alpha. libwebp decodes the whole image.

#include <webp/decode.h>

#include <algorithm>
#include <cstring>

#include "core/checked.hpp"
#include "io/bytes/failures.hpp"
#include "io/metadata/metadata.hpp"
#include "io/webp/webp.hpp"

namespace selvage {
namespace {

// A lossless image of one colour has a few bytes, whatever its size, but the size has a limit.
constexpr std::size_t bytes_of_lossless_pixel = 4;  // which the decoder holds besides the image

class WebpReader final : public RowReader {
 public:
  WebpReader(ByteSource& source, const Limits& limits) : source_(source) {
    chunks_ = webp_chunks(source);
    read_header();
    take_metadata(most_metadata(limits));
  }

  void start() override {
    std::vector<std::byte> file(static_cast<std::size_t>(end_of_chunks()));
    if (source_.read_at(0, file) < file.size()) throw_cut_short(source_.name());
    row_bytes_ = checked_mul(info_.width, info_.channels);
    pixels_.resize(checked_mul(row_bytes_, info_.height));
    WebPDecoderConfig config;
    if (WebPInitDecoderConfig(&config) == 0)
      throw Error(Errc::limit, "libwebp has another version than Selvage was built with");
    config.output.colorspace = info_.alpha ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA = {.rgba = reinterpret_cast<std::uint8_t*>(pixels_.data()),
                            .stride = static_cast<int>(row_bytes_),
                            .size = pixels_.size()};
    const VP8StatusCode status =
        WebPDecode(reinterpret_cast<const std::uint8_t*>(file.data()), file.size(), &config);
    WebPFreeDecBuffer(&config.output);
    check(status);
    if (config.input.width != info_.width || config.input.height != info_.height)
      throw_corrupt(source_.name(), "WebP", "its chunks disagree on the size");
  }
  void read_row(std::byte* row) override {
    std::memcpy(row, pixels_.data() + row_ * row_bytes_, row_bytes_);
    ++row_;
  }
  void finish() override {
    if (source_.size() > end_of_chunks())
      add_note(info_.notes, "bytes after the image are ignored");
  }

 private:
  void read_header();
  void take_metadata(std::size_t most);
  std::vector<std::byte> data_of(const WebpChunk& chunk);
  void check(VP8StatusCode status) const;

  std::uint64_t end_of_chunks() const {
    const WebpChunk& last = chunks_.back();
    return std::min(source_.size(), last.place + chunk_header + last.size + last.size % 2);
  }
  const WebpChunk* find(std::string_view name) const {
    const auto found = std::ranges::find_if(chunks_, [&](const auto& c) { return c.is(name); });
    return found == chunks_.end() ? nullptr : &*found;
  }

  ByteSource& source_;
  std::vector<WebpChunk> chunks_;
  std::vector<std::byte> pixels_;
  std::size_t row_bytes_ = 0, row_ = 0;
};

void WebpReader::check(VP8StatusCode status) const {
  switch (status) {
    case VP8_STATUS_OK: return;
    case VP8_STATUS_OUT_OF_MEMORY: throw_out_of_memory(source_.name());
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED: throw_cut_short(source_.name());
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      throw_not_supported(source_.name(), "this kind of WebP", "convert it to PNG");
    default: throw_corrupt(source_.name(), "WebP", "its pixels cannot be decoded");
  }
}

void WebpReader::read_header() {
  if (find("ANIM") != nullptr || find("ANMF") != nullptr)
    throw_not_supported(source_.name(), "an animated WebP", "convert a frame to PNG");
  const WebpChunk* lossless = find("VP8L");
  const WebpChunk* image = lossless != nullptr ? lossless : find("VP8 ");
  if (image == nullptr) throw_corrupt(source_.name(), "WebP", "it has no image");
  std::array<std::uint8_t, 32> start{};
  const std::size_t count = source_.read_at(image->place, std::as_writable_bytes(std::span(start)));
  WebPBitstreamFeatures features;
  check(WebPGetFeatures(start.data(), count, &features));
  info_.format = "webp";
  info_.width = features.width;
  info_.height = features.height;
  info_.alpha = features.has_alpha != 0 || (lossless == nullptr && find("ALPH") != nullptr);
  info_.channels = info_.alpha ? 4 : 3;
  info_.by_rows = false;
  info_.decoder_bytes = checked_mul(info_.width, info_.height, info_.channels) +
                        static_cast<std::size_t>(end_of_chunks());
  if (lossless != nullptr)
    info_.decoder_bytes += checked_mul(info_.width, info_.height, bytes_of_lossless_pixel);
}

std::vector<std::byte> WebpReader::data_of(const WebpChunk& chunk) {
  std::vector<std::byte> data(chunk.size);
  if (source_.read_at(chunk.place + chunk_header, data) < data.size())
    throw_cut_short(source_.name());
  return data;
}

void WebpReader::take_metadata(std::size_t most) {
  constexpr std::string_view exif_prefix{"Exif\0\0", 6};  // some programs write it
  for (const auto& [name, kind] :
       {std::pair{"ICCP", "colour profile"}, {"EXIF", "EXIF"}, {"XMP ", "XMP"}}) {
    const WebpChunk* chunk = find(name);
    if (chunk == nullptr) continue;
    if (chunk->size > most) {
      note_too_large(info_, kind, most);
      continue;
    }
    const std::vector<std::byte> bytes = data_of(*chunk);
    std::span<const std::byte> data = bytes;
    if (chunk->is("ICCP")) take_profile(info_, data, most);
    if (chunk->is("XMP ")) take_xmp(info_, data, most);
    if (chunk->is("EXIF"))
      take_exif(info_, holds(data, exif_prefix) ? data.subspan(exif_prefix.size()) : data, most);
  }
}

}  // namespace

std::unique_ptr<RowReader> open_webp(ByteSource& source, const Limits& limits) {
  return std::make_unique<WebpReader>(source, limits);
}

}  // namespace selvage
