// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "io/bytes/failures.hpp"
#include "io/metadata/metadata.hpp"
#include "io/png/average_filter.hpp"
#include "io/png/deflate_pieces.hpp"
#include "io/png/png.hpp"
#include "io/png/png_calls.hpp"
#include "io/png/png_metadata.hpp"

namespace selvage {
namespace {

int colour_type(const OutputShape& shape) {
  const int colour_channels = shape.channels - (shape.alpha ? 1 : 0);
  return (colour_channels == 3 ? PNG_COLOR_MASK_COLOR : 0) |
         (shape.alpha ? PNG_COLOR_MASK_ALPHA : 0);
}

// Rows pass through the average filter and then run-length matching (deflate_pieces.cpp). On five
// filtered photos (Debian 12's zlib, one core) the defaults of libpng reach 0.14 of that speed and
// 0.96 of the file size (16-bit: 0.15 and 0.99); general matches at level 1 are as fast, with 1.07
// of the file size.
class PngWriter final : public RowWriter {
 public:
  PngWriter(ByteSink& sink, const OutputShape& shape)
      : sink_(sink),
        filtered_(shape),
        rows_left_(shape.height),
        pixels_(shape.threads,
                [this](std::span<const std::byte> part) { write_chunk("IDAT", part); }) {
    calls_.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &calls_, PngCalls::on_error,
                                         PngCalls::on_warning);
    calls_.info = calls_.png != nullptr ? png_create_info_struct(calls_.png) : nullptr;
    if (calls_.info == nullptr) {
      png_destroy_write_struct(&calls_.png, nullptr);
      throw_out_of_memory(sink.name());
    }
    try {
      write_header(shape);
      write_metadata(shape.metadata);
    } catch (...) {
      png_destroy_write_struct(&calls_.png, &calls_.info);
      throw;
    }
  }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;
  ~PngWriter() override { png_destroy_write_struct(&calls_.png, &calls_.info); }

  void write_row(const std::byte* row) override {
    pixels_.add(filtered_(row));
    if (--rows_left_ == 0) pixels_.finish();
  }
  bool add_metadata(const Metadata& late) override {
    write_metadata(late);
    return true;
  }
  void finish() override {
    write_chunk("IEND", {});  // png_write_end requires pixels that libpng deflated
  }

 private:
  void write_header(const OutputShape& shape) {
    guarded([&] {
      png_structp png = calls_.png;
      png_set_write_fn(png, this, on_write, nullptr);
      png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
      png_set_chunk_malloc_max(png, largest_metadata);
      png_set_IHDR(png, calls_.info, static_cast<png_uint_32>(shape.width),
                   static_cast<png_uint_32>(shape.height),
                   static_cast<int>(8 * sample_bytes(shape.type)), colour_type(shape),
                   PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
      set_metadata(shape.metadata);
      png_write_info(png, calls_.info);
    });
  }
  // Sets the metadata that libpng writes. It omits profiles that do not pass its own checks.
  void set_metadata(const Metadata& metadata) const {
    png_set_benign_errors(calls_.png, 1);
    accept_known_profiles(calls_.png);
    if (!metadata.icc.empty())
      png_set_iCCP(calls_.png, calls_.info, "ICC profile", PNG_COMPRESSION_TYPE_BASE,
                   reinterpret_cast<png_const_bytep>(metadata.icc.data()),
                   static_cast<png_uint_32>(metadata.icc.size()));
    if (metadata.x_density > 0)
      png_set_pHYs(calls_.png, calls_.info, rounded(metadata.x_density),
                   rounded(metadata.y_density), PNG_RESOLUTION_METER);
  }
  static png_uint_32 rounded(double density) {
    return static_cast<png_uint_32>(std::lround(density));
  }
  // Writes EXIF and XMP, before the pixels if possible, so that readers of the header see them.
  void write_metadata(const Metadata& metadata) {
    if (!metadata.exif.empty()) write_chunk("eXIf", metadata.exif);
    if (!metadata.xmp.empty()) write_chunk("iTXt", xmp_chunk(metadata.xmp));
  }
  void write_chunk(const char* type, std::span<const std::byte> data) {
    guarded([&] {
      png_write_chunk(calls_.png, reinterpret_cast<png_const_bytep>(type),
                      reinterpret_cast<png_const_bytep>(data.data()), data.size());
    });
  }

  template <class Calls>
  void guarded(Calls&& calls) {
    try {
      calls_.call(std::forward<Calls>(calls));
    } catch (const PngFailure&) {
      throw_not_encoded(sink_.name(), "PNG", calls_.reason);
    }
  }
  static void on_write(png_structp png, png_bytep data, std::size_t count) {
    auto* self = static_cast<PngWriter*>(png_get_io_ptr(png));
    PngCalls::shield(png, &self->calls_,
                     [&] { self->sink_.write(std::as_bytes(std::span(data, count))); });
  }

  ByteSink& sink_;
  PngCalls calls_;
  AverageFilter filtered_;
  int rows_left_;
  PieceDeflater pixels_;
};

bool recognises_png(std::span<const std::byte> start) {
  return holds(start, "\x89PNG");
}

constexpr std::string_view png_extensions[] = {".png"};
constexpr PixelType png_types[] = {PixelType::u8, PixelType::u16};
constexpr Layout png_layouts[] = {{1, false}, {2, true}, {3, false}, {4, true}};
constexpr MetadataRoom png_room{.icc = largest_metadata,
                                .exif = largest_metadata,
                                .xmp = largest_metadata,
                                .least_density = 1.0,
                                .most_density = PNG_UINT_31_MAX};

}  // namespace

std::unique_ptr<RowWriter> create_png(ByteSink& sink, const OutputShape& shape) {
  return std::make_unique<PngWriter>(sink, shape);
}

const Codec png_codec{.format = "png",
                      .title = "PNG",
                      .extensions = png_extensions,
                      .types = png_types,
                      .layouts = png_layouts,
                      .room = png_room,
                      .recognises = recognises_png,
                      .open = open_png,
                      .create = create_png};

}  // namespace selvage
