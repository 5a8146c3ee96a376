// SPDX-License-Identifier: Apache-2.0
// Writes TIFF: strips with Deflate and a predictor, a directory per page; BigTIFF for large pages.

#include <algorithm>
#include <cstring>

#include "core/checked.hpp"
#include "io/bytes/failures.hpp"
#include "io/metadata/metadata.hpp"
#include "io/rows/rescale.hpp"
#include "io/tiff/tiff.hpp"
#include "io/tiff/tiff_file.hpp"
#include "io/tiff/tiff_metadata.hpp"
#include "io/tiff/tiff_samples.hpp"

namespace selvage {
namespace {

// Deflate at level 1 with horizontal differencing. Four photos filtered by a small Gaussian (Debian
// 12's libtiff with libdeflate, one core):
//    8 bits  level 1  96 MB/s  0.517 of the size
//            level 6  21 MB/s  0.499
//   16 bits  level 1  87 MB/s  0.815
//            level 4  69 MB/s  0.821
// For 32-bit floats the floating-point predictor gives 0.704 instead of 0.755, but is read a third
// slower, and many programs cannot read it.
constexpr int compression_level = 1;
constexpr std::size_t strip_bytes = std::size_t{256} << 10;  // approximate; at least one row
// A TIFF holds at most 4 GiB, a BigTIFF more. Incompressible data grows a little.
constexpr std::uint64_t largest_classic = std::uint64_t{3900} << 20;  // bytes before compression

class SinkBytes final : public TiffBytes {
 public:
  explicit SinkBytes(ByteSink& sink) : sink_(sink) { sink.begin_places(); }

  std::uint64_t size() override { return sink_.size(); }
  std::size_t read(std::uint64_t place, std::span<std::byte> bytes) override {
    return sink_.read_at(place, bytes);
  }
  void write(std::uint64_t place, std::span<const std::byte> bytes) override {
    sink_.write_at(place, bytes);
  }

 private:
  ByteSink& sink_;
};

bool may_pass_classic(const OutputShape& first) {
  const std::uint64_t page =
      checked_mul(first.width, first.height, first.channels, sample_bytes(first.type));
  return std::max(page, first.expected_bytes) > largest_classic;
}

// Returns 9 to 15 if the full scale of the source file has so many bits, otherwise those of the
// type.
int bits_of(const OutputShape& shape) {
  for (int bits = 9; bits < 16; ++bits)
    if (shape.max_value == (1 << bits) - 1) return bits;
  return static_cast<int>(8 * sample_bytes(shape.type));
}

[[noreturn]] void refuse(const std::string& name, const TiffFailure& failure) {
  if (failure.reason == "Maximum TIFF file size exceeded")
    throw Error(Errc::output, fmt::format("{}: its pages need more than 4 GiB", name),
                "save them in several files");
  throw_not_encoded(name, "TIFF", failure.reason);
}

class TiffWriter final : public RowWriter {
 public:
  TiffWriter(ByteSink& sink, const OutputShape& shape) : sink_(sink), bytes_(sink) {
    guarded([&] {
      tiff_.emplace(bytes_, may_pass_classic(shape) ? "w8" : "w");
      begin_page(shape);
    });
  }

  void write_row(const std::byte* row) override;
  void next_page(const OutputShape& shape) override {
    guarded([&] {
      end_page();
      begin_page(shape);
    });
  }
  void finish() override {
    guarded([this] { end_page(); });
  }

 private:
  template <class Code>
  void guarded(Code&& code) {
    try {
      code();
    } catch (const TiffFailure& failure) {
      refuse(sink_.name(), failure);
    }
  }
  void begin_page(const OutputShape& shape);
  void set_tags(TIFF* tiff, const OutputShape& shape) const;
  void pack_row(const std::byte* row, std::byte* to);
  void write_strip();
  void end_page() {
    tiff_->call([](TIFF* tiff) { return TIFFWriteDirectory(tiff) != 0; });
  }

  ByteSink& sink_;
  SinkBytes bytes_;
  std::optional<TiffFile> tiff_;
  int bits_ = 8;                   // of a stored sample
  std::size_t row_samples_ = 0;    //
  std::size_t row_bytes_ = 0;      // stored
  std::size_t rows_of_strip_ = 1;  //
  std::size_t rows_left_ = 0;      // of the page
  std::vector<std::byte> strip_;
  std::size_t held_ = 0;  // bytes of strip_
  std::uint32_t strip_number_ = 0;
  std::vector<std::uint16_t> rescaled_;  // by sample; empty: samples stay
  std::vector<std::uint16_t> samples_;   // a row before it is packed
};

void TiffWriter::begin_page(const OutputShape& shape) {
  bits_ = bits_of(shape);
  row_samples_ = checked_mul(shape.width, shape.channels);
  row_bytes_ = (checked_mul(row_samples_, bits_) + 7) / 8;
  rows_left_ = static_cast<std::size_t>(shape.height);
  rows_of_strip_ = std::min(rows_left_, std::max<std::size_t>(1, strip_bytes / row_bytes_));
  strip_.resize(checked_mul(rows_of_strip_, row_bytes_));
  held_ = 0;
  strip_number_ = 0;
  rescaled_.clear();
  if (bits_ > 8 && bits_ < 16)
    rescaled_ = rescale_table(static_cast<int>(full_scale(shape.type)), shape.max_value);
  samples_.resize(rescaled_.empty() ? 0 : row_samples_);
  tiff_->call([&](TIFF* tiff) {
    set_tags(tiff, shape);
    return true;
  });
  write_tiff_metadata(*tiff_, shape.metadata, sink_);
}

void TiffWriter::set_tags(TIFF* tiff, const OutputShape& shape) const {
  const int colour_channels = shape.channels - (shape.alpha ? 1 : 0);
  const bool is_rgb = colour_channels == 3 || colour_channels == 4;
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(shape.width));
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(shape.height));
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, bits_);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, shape.channels);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT,
               is_integer(shape.type) ? SAMPLEFORMAT_UINT : SAMPLEFORMAT_IEEEFP);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, is_rgb ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(rows_of_strip_));
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  TIFFSetField(tiff, TIFFTAG_ZIPQUALITY, compression_level);
  if (bits_ % 8 == 0) TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
  const int count = shape.channels - (is_rgb ? 3 : 1);
  if (count == 0) return;
  std::vector<std::uint16_t> extra(static_cast<std::size_t>(count));  // EXTRASAMPLE_UNSPECIFIED
  if (shape.alpha)
    extra.back() = shape.premultiplied ? EXTRASAMPLE_ASSOCALPHA : EXTRASAMPLE_UNASSALPHA;
  TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, count, extra.data());
}

void TiffWriter::write_row(const std::byte* row) {
  std::byte* const to = strip_.data() + held_;
  if (rescaled_.empty())
    std::memcpy(to, row, row_bytes_);
  else
    pack_row(row, to);
  held_ += row_bytes_;
  --rows_left_;
  if (held_ == strip_.size() || rows_left_ == 0) write_strip();
}

void TiffWriter::pack_row(const std::byte* row, std::byte* to) {
  std::memcpy(samples_.data(), row, 2 * row_samples_);
  for (std::uint16_t& sample : samples_) sample = rescaled_[sample];
  pack_bits(samples_, bits_, to);
}

void TiffWriter::write_strip() {
  guarded([this] {
    const auto bytes = static_cast<tmsize_t>(held_);
    tiff_->call([&](TIFF* tiff) {
      return TIFFWriteEncodedStrip(tiff, strip_number_, strip_.data(), bytes) == bytes;
    });
  });
  ++strip_number_;
  held_ = 0;
}

bool recognises_tiff(std::span<const std::byte> start) {
  using namespace std::string_view_literals;
  return holds(start, "II*\0"sv) || holds(start, "MM\0*"sv) || holds(start, "II+\0"sv) ||
         holds(start, "MM\0+"sv);
}

constexpr std::string_view tiff_extensions[] = {".tif", ".tiff"};
constexpr PixelType tiff_types[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};
constexpr Layout tiff_layouts[] = {{1, false}, {2, false}, {2, true}, {3, false},
                                   {3, true},  {4, false}, {4, true}};
constexpr MetadataRoom tiff_room{.icc = largest_metadata,
                                 .exif = largest_metadata,
                                 .xmp = largest_metadata,
                                 .least_density = 1e-6,
                                 .most_density = 1e9,
                                 .geo = true};

}  // namespace

std::unique_ptr<RowWriter> create_tiff(ByteSink& sink, const OutputShape& shape) {
  return std::make_unique<TiffWriter>(sink, shape);
}

const Codec tiff_codec{.format = "tiff",
                       .title = "TIFF",
                       .extensions = tiff_extensions,
                       .types = tiff_types,
                       .layouts = tiff_layouts,
                       .most_channels = max_channels,
                       .pages = true,
                       .alpha = AlphaStorage::either_of_floats,
                       .room = tiff_room,
                       .recognises = recognises_tiff,
                       .open = open_tiff,
                       .create = create_tiff};

}  // namespace selvage
