// SPDX-License-Identifier: Apache-2.0
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>

#include <cmath>
#include <cstring>
#include <optional>

#include "core/checked.hpp"
#include "io/exr/exr.hpp"
#include "io/exr/exr_streams.hpp"
#include "io/metadata/metadata.hpp"

namespace selvage {
namespace {

// Three smoothed photos (Debian 12's OpenEXR 3.1.5, one core):
//            write MB/s  size   read MB/s
//   f16 PIZ      78      0.464     217
//       ZIP      41      0.573     171
//       ZIPS     27      0.619     114
//   f32 PIZ      53      0.650      96
//       ZIP      26      0.811      98
constexpr Imf::Compression exr_compression = Imf::PIZ_COMPRESSION;
constexpr int lines_of_chunk = 32;  // of PIZ

const char* const* channel_names(int channels) {
  static constexpr const char* gray[] = {"Y", "A"};
  static constexpr const char* rgb[] = {"R", "G", "B", "A"};
  return channels < 3 ? gray : rgb;
}

Imf::Header header_of(const OutputShape& shape) {
  Imf::Header header(shape.width, shape.height);
  header.compression() = exr_compression;
  const Metadata& metadata = shape.metadata;
  if (metadata.x_density > 0) {
    Imf::addXDensity(header, static_cast<float>(metadata.x_density / inches_per_metre));
    if (metadata.y_density > 0)
      header.pixelAspectRatio() = static_cast<float>(metadata.y_density / metadata.x_density);
  }
  const auto type = shape.type == PixelType::f16 ? Imf::HALF : Imf::FLOAT;
  for (int c = 0; c < shape.channels; ++c)
    header.channels().insert(channel_names(shape.channels)[c], Imf::Channel(type));
  return header;
}

class ExrWriter final : public RowWriter {
 public:
  ExrWriter(ByteSink& sink, const OutputShape& shape)
      : height_(shape.height),
        row_(checked_mul(shape.width, shape.channels, sample_bytes(shape.type))),
        stream_(sink) {
    guarded([&] {
      make_exr_pool();
      file_.emplace(stream_, header_of(shape), 0);  // no threads
      file_->setFrameBuffer(frame_buffer(shape));
    });
  }

  void write_row(const std::byte* row) override {
    std::memcpy(row_.data(), row, row_.size());
    guarded([this] {
      const std::uint64_t before = stream_.tellp();
      file_->writePixels(1);
      ++lines_;
      const bool ends_chunk = lines_ % lines_of_chunk == 0 || lines_ == height_;
      // If memory to pack a chunk runs out, OpenEXR only reports it after the next chunk.
      if (ends_chunk && stream_.tellp() == before) throw std::bad_alloc();
    });
  }
  void finish() override {
    file_.reset();  // writes the offset table and swallows exceptions
    if (stream_.kept) std::rethrow_exception(stream_.kept);
  }

 private:
  // The row stride is 0, so that every line comes from row_.
  Imf::FrameBuffer frame_buffer(const OutputShape& shape) {
    const std::size_t bytes = sample_bytes(shape.type);
    const std::size_t stride = bytes * static_cast<std::size_t>(shape.channels);
    Imf::FrameBuffer buffer;
    for (int c = 0; c < shape.channels; ++c)
      buffer.insert(
          channel_names(shape.channels)[c],
          Imf::Slice(shape.type == PixelType::f16 ? Imf::HALF : Imf::FLOAT,
                     reinterpret_cast<char*>(row_.data()) + static_cast<std::size_t>(c) * bytes,
                     stride, 0));
    return buffer;
  }
  template <class Calls>
  void guarded(Calls&& calls) {
    exr_calls(stream_.kept, calls, [this](const char* reason) {
      throw_not_encoded(stream_.fileName(), "OpenEXR", reason);
    });
  }

  int height_, lines_ = 0;
  std::vector<std::byte> row_;
  ExrOutput stream_;
  std::optional<Imf::OutputFile> file_;
};

bool recognises_exr(std::span<const std::byte> start) {
  return holds(start, "\x76\x2f\x31\x01");
}

constexpr std::string_view exr_extensions[] = {".exr"};
constexpr PixelType exr_types[] = {PixelType::f16, PixelType::f32};
constexpr Layout exr_layouts[] = {{1, false}, {2, true}, {3, false}, {4, true}};
constexpr MetadataRoom exr_room{.least_density = 1.0, .most_density = 1e9};

}  // namespace

std::unique_ptr<RowWriter> create_exr(ByteSink& sink, const OutputShape& shape) {
  return std::make_unique<ExrWriter>(sink, shape);
}

const Codec exr_codec{
    .format = "exr",
    .title = "OpenEXR",
    .extensions = exr_extensions,
    .types = exr_types,
    .layouts = exr_layouts,
    .alpha = AlphaStorage::premultiplied,
    .room = exr_room,
    .recognises = recognises_exr,
    .open = [](ByteSource& source, const Limits&) { return open_exr(source, ""); },
    .open_layer = open_exr,
    .create = create_exr};

}  // namespace selvage
