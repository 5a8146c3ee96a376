// SPDX-License-Identifier: Apache-2.0
#include "io/raw/raw.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>
#include <vector>

#include "core/checked.hpp"
#include "io/bytes/byte_order.hpp"

namespace selvage {
namespace {

// Converts samples between little-endian and native order, in either direction.
void swap_if_big_endian(PixelType type, std::span<std::byte> samples) {
  const auto convert = [&]<class T>(T) {
    to_native_order<std::endian::little>(
        std::span(reinterpret_cast<T*>(samples.data()), samples.size() / sizeof(T)));
  };
  if (sample_bytes(type) == 2) convert(std::uint16_t{});
  if (sample_bytes(type) == 4) convert(std::uint32_t{});
}

class RawReader final : public RowReader {
 public:
  RawReader(ByteSource& source, const ConstImageView& shape) : source_(source) {
    if (shape.width < 1 || shape.height < 1 || shape.channels < 1 ||
        shape.channels > max_channels || shape.batch != 1 || shape.depth < 1)
      throw Error(Errc::invalid_argument,
                  fmt::format("{}: no image has the shape {}x{}x{}", source.name(), shape.width,
                              shape.height, shape.channels));
    info_ = {.format = "raw",
             .width = shape.width,
             .height = shape.height,
             .channels = shape.channels,
             .alpha = shape.alpha,
             .type = shape.type,
             .file_bits = 8 * static_cast<int>(sample_bytes(shape.type)),
             .pages = shape.depth};
    row_bytes_ = checked_mul(shape.width, shape.channels, sample_bytes(shape.type));
    bytes_ = checked_mul(row_bytes_, shape.height, shape.depth);
    if (!std::in_range<std::int64_t>(bytes_))
      throw Error(Errc::limit, fmt::format("{}: {} bytes are too many", source_.name(), bytes_));
    if (shape.depth > 1) {
      info_.all_pixels = std::int64_t{shape.width} * shape.height * shape.depth;
      info_.all_bytes = static_cast<std::int64_t>(bytes_);
    }
    try {
      source_.expect(bytes_);
    } catch (const Error&) {
      refuse("shorter");
    }
  }

  void read_row(std::byte* row) override {
    const std::span samples(row, row_bytes_);
    source_.read(samples);
    swap_if_big_endian(info_.type, samples);
    ++row_;
  }
  void start() override { row_ = 0; }
  void finish() override {
    if (page_ + 1 == info_.pages && !source_.peek(1).empty()) refuse("longer");
  }
  bool next_page() override {
    if (page_ + 1 == info_.pages) return false;
    source_.skip(checked_mul(row_bytes_, info_.height - row_));
    ++page_;
    row_ = 0;
    return true;
  }

 private:
  [[noreturn]] void refuse(std::string_view how) const {
    throw Error(
        Errc::input,
        fmt::format(
            "{}: the file is {} than the {} bytes of {}{}x{} pixels with {} {} samples each",
            source_.name(), how, bytes_,
            info_.pages > 1 ? fmt::format("{} slices of ", info_.pages) : "", info_.width,
            info_.height, info_.channels, name(info_.type)),
        "check width, height, channels and type; a header must be removed first");
  }

  ByteSource& source_;
  std::size_t row_bytes_ = 0, bytes_ = 0;
  int page_ = 0, row_ = 0;
};

class RawWriter final : public RowWriter {
 public:
  RawWriter(ByteSink& sink, const OutputShape& shape)
      : sink_(sink),
        first_(shape),
        row_(checked_mul(shape.width, shape.channels, sample_bytes(shape.type))) {}

  void write_row(const std::byte* row) override {
    std::memcpy(row_.data(), row, row_.size());
    swap_if_big_endian(first_.type, row_);
    sink_.write(row_);
  }
  void next_page(const OutputShape& shape) override {
    if (shape.type != first_.type || shape.width != first_.width || shape.height != first_.height ||
        shape.channels != first_.channels)
      throw Error(
          Errc::invalid_argument,
          fmt::format("{}: the slices of a file without a header have one shape", sink_.name()),
          "save them as TIFF or as separate files");
  }

 private:
  ByteSink& sink_;
  OutputShape first_;
  std::vector<std::byte> row_;
};

constexpr std::string_view raw_extensions[] = {".raw"};
constexpr PixelType raw_types[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};
constexpr Layout raw_layouts[] = {{1, false}, {2, false}, {2, true}, {3, false},
                                  {3, true},  {4, false}, {4, true}};

}  // namespace

std::unique_ptr<RowReader> open_raw(ByteSource& source, const ConstImageView& shape) {
  return std::make_unique<RawReader>(source, shape);
}

const Codec raw_codec{
    .format = "raw",
    .title = "raw samples",
    .extensions = raw_extensions,
    .types = raw_types,
    .layouts = raw_layouts,
    .most_channels = max_channels,
    .pages = true,
    .create = [](ByteSink& sink, const OutputShape& shape) -> std::unique_ptr<RowWriter> {
      return std::make_unique<RawWriter>(sink, shape);
    }};

}  // namespace selvage
