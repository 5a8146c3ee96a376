// SPDX-License-Identifier: Apache-2.0
// Writes WebP: lossy up to quality 99, lossless at 100. Gray images become RGB, since WebP has no
// gray.

#include <webp/encode.h>

#include <algorithm>
#include <cstring>

#include "core/checked.hpp"
#include "io/bytes/byte_order.hpp"
#include "io/bytes/failures.hpp"
#include "io/webp/webp.hpp"

namespace selvage {
namespace {

constexpr int lossless_quality = 100;

void append(std::vector<std::byte>& bytes, std::span<const std::byte> more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

void append_number(std::vector<std::byte>& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::byte>(value >> 8 * i & 255));
}

void append_chunk(std::vector<std::byte>& bytes, std::string_view name,
                  std::span<const std::byte> data) {
  append(bytes, std::as_bytes(std::span(name)));
  append_number(bytes, data.size(), 4);
  append(bytes, data);
  if (data.size() % 2 == 1) bytes.push_back(std::byte{0});
}

// The picture of libwebp with its memory.
class Picture {
 public:
  Picture() { valid_ = WebPPictureInit(&picture_) != 0; }
  Picture(const Picture&) = delete;
  Picture& operator=(const Picture&) = delete;
  ~Picture() { WebPPictureFree(&picture_); }

  bool valid() const { return valid_; }
  WebPPicture* get() { return &picture_; }

 private:
  WebPPicture picture_{};
  bool valid_ = false;
};

class WebpWriter final : public RowWriter {
 public:
  WebpWriter(ByteSink& sink, const OutputShape& shape)
      : sink_(sink), shape_(shape), channels_(shape.alpha ? 4 : 3) {
    pixels_.reserve(checked_mul(shape.width, shape.height, channels_));
  }

  void write_row(const std::byte* row) override {
    const auto from = static_cast<std::size_t>(shape_.channels);
    const std::size_t colours = from - (shape_.alpha ? 1 : 0);
    for (std::size_t x = 0; x < static_cast<std::size_t>(shape_.width); ++x, row += from) {
      for (std::size_t c = 0; c < 3; ++c) pixels_.push_back(row[colours == 1 ? 0 : c]);
      if (shape_.alpha) pixels_.push_back(row[from - 1]);
    }
  }
  void finish() override { sink_.write(with_metadata(encoded())); }

 private:
  static int on_bytes(const std::uint8_t* data, std::size_t size, const WebPPicture* picture) {
    try {
      auto* file = static_cast<std::vector<std::byte>*>(picture->custom_ptr);
      append(*file, std::as_bytes(std::span(data, size)));
      return 1;
    } catch (const std::bad_alloc&) {
      return 0;  // libwebp then fails with VP8_ENC_ERROR_BAD_WRITE
    }
  }

  std::vector<std::byte> encoded() {
    std::vector<std::byte> file;
    WebPConfig config;
    Picture picture;
    const bool ready = WebPConfigInit(&config) != 0 && picture.valid();
    if (!ready) throw_not_encoded(sink_.name(), "WebP", "libwebp has another version");
    config.quality = static_cast<float>(shape_.quality);
    if (shape_.quality == lossless_quality) {
      constexpr int usual_effort = 6;  // of 0..9
      WebPConfigLosslessPreset(&config, usual_effort);
      config.exact = 1;  // colours where alpha is 0, too
    }
    WebPPicture* const p = picture.get();
    p->use_argb = config.lossless;
    p->width = shape_.width;
    p->height = shape_.height;
    p->writer = on_bytes;
    p->custom_ptr = &file;
    const auto* data = reinterpret_cast<const std::uint8_t*>(pixels_.data());
    const int stride = shape_.width * static_cast<int>(channels_);
    const int imported = shape_.alpha ? WebPPictureImportRGBA(p, data, stride)
                                      : WebPPictureImportRGB(p, data, stride);
    if (imported == 0) throw_out_of_memory(sink_.name());
    pixels_ = {};
    if (WebPEncode(&config, p) == 0) refuse(p->error_code);
    return file;
  }

  [[noreturn]] void refuse(WebPEncodingError error) const {
    if (error == VP8_ENC_ERROR_OUT_OF_MEMORY || error == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY ||
        error == VP8_ENC_ERROR_BAD_WRITE)
      throw_out_of_memory(sink_.name());
    throw_not_encoded(
        sink_.name(), "WebP",
        error == VP8_ENC_ERROR_PARTITION0_OVERFLOW || error == VP8_ENC_ERROR_FILE_TOO_BIG
            ? "the image is too large; a lower --quality may help"
            : "it cannot be encoded");
  }

  // Returns the file with a VP8X chunk and those of the metadata, if there is any.
  std::vector<std::byte> with_metadata(std::vector<std::byte> file) const {
    const Metadata& m = shape_.metadata;
    if (m.icc.empty() && m.exif.empty() && m.xmp.empty()) return file;
    std::span<const std::byte> chunks = std::span(file).subspan(riff_header);
    const bool extended = holds(chunks, "VP8X");  // lossy images with alpha
    if (extended) chunks = chunks.subspan(chunk_header + 10);
    std::vector<std::byte> flags;
    append_number(flags,
                  (m.icc.empty() ? 0 : webp_icc) | (m.exif.empty() ? 0 : webp_exif) |
                      (m.xmp.empty() ? 0 : webp_xmp) | (shape_.alpha ? webp_alpha : 0),
                  4);
    append_number(flags, static_cast<std::uint64_t>(shape_.width) - 1, 3);
    append_number(flags, static_cast<std::uint64_t>(shape_.height) - 1, 3);
    std::vector<std::byte> body;
    append(body, std::as_bytes(std::span(std::string_view("WEBP"))));
    append_chunk(body, "VP8X", flags);
    if (!m.icc.empty()) append_chunk(body, "ICCP", m.icc);
    append(body, chunks);
    if (!m.exif.empty()) append_chunk(body, "EXIF", m.exif);
    if (!m.xmp.empty()) append_chunk(body, "XMP ", m.xmp);
    std::vector<std::byte> result;
    append_chunk(result, "RIFF", body);
    return result;
  }

  ByteSink& sink_;
  OutputShape shape_;
  std::size_t channels_;  // of libwebp's images
  std::vector<std::byte> pixels_;
};

bool recognises_webp(std::span<const std::byte> start) {
  return holds(start, "RIFF") && holds(start, "WEBP", 8);
}

constexpr std::string_view webp_extensions[] = {".webp"};
constexpr PixelType webp_types[] = {PixelType::u8};
constexpr Layout webp_layouts[] = {{1, false}, {2, true}, {3, false}, {4, true}};
constexpr MetadataRoom webp_room{
    .icc = std::size_t{1} << 24, .exif = std::size_t{1} << 24, .xmp = std::size_t{1} << 24};

}  // namespace

std::unique_ptr<RowWriter> create_webp(ByteSink& sink, const OutputShape& shape) {
  return std::make_unique<WebpWriter>(sink, shape);
}

const Codec webp_codec{.format = "webp",
                       .title = "WebP",
                       .extensions = webp_extensions,
                       .types = webp_types,
                       .layouts = webp_layouts,
                       .max_side = WEBP_MAX_DIMENSION,
                       .room = webp_room,
                       .writes_by_rows = false,
                       .recognises = recognises_webp,
                       .open = open_webp,
                       .create = create_webp};

}  // namespace selvage
