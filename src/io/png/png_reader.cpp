// SPDX-License-Identifier: Apache-2.0
// Reads all kinds of PNG: 1 to 16 bits, gray, RGB, palette, alpha, transparent colours, interlaced.

#include <algorithm>
#include <array>
#include <bit>

#include "core/checked.hpp"
#include "io/bytes/failures.hpp"
#include "io/metadata/metadata.hpp"
#include "io/png/png.hpp"
#include "io/png/png_calls.hpp"
#include "io/png/png_chunks.hpp"
#include "io/png/png_metadata.hpp"

namespace selvage {
namespace {

// libpng passes these chunks on unparsed, and the reader takes metadata from them.
constexpr png_byte our_chunks[] = "eXIf\0iTXt";
constexpr int our_count = 2;

// Deflate expands 2 bits to at most 258 bytes.
constexpr std::size_t largest_png_expansion = 1032;

// libpng tolerates some damage to chunks that define pixels; this reader does not. Extra data is
// harmless.
bool means_corrupt(std::string_view warning) {
  if (warning.ends_with("Extra compressed data") || warning.ends_with("Too much image data"))
    return false;
  constexpr std::string_view pixel_chunks[] = {"IHDR:", "PLTE:", "tRNS:", "IDAT:", "IEND:"};
  return std::ranges::any_of(pixel_chunks, [&](auto chunk) { return warning.starts_with(chunk); });
}

class PngReader final : public RowReader {
 public:
  PngReader(ByteSource& source, const Limits& limits)
      : source_(source), most_metadata_(most_metadata(limits)), chunks_(source, most_metadata_) {
    calls_.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &calls_, PngCalls::on_error,
                                        PngCalls::on_warning);
    calls_.info = calls_.png != nullptr ? png_create_info_struct(calls_.png) : nullptr;
    if (calls_.info == nullptr) {
      png_destroy_read_struct(&calls_.png, nullptr, nullptr);
      throw_out_of_memory(source.name());
    }
    try {
      read_header();
    } catch (...) {
      png_destroy_read_struct(&calls_.png, &calls_.info, nullptr);
      throw;
    }
  }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;
  ~PngReader() override { png_destroy_read_struct(&calls_.png, &calls_.info, nullptr); }

  void start() override {
    guarded([this] {
      const int depth = png_get_bit_depth(calls_.png, calls_.info);
      if (depth == 16 && std::endian::native == std::endian::little) png_set_swap(calls_.png);
      if (info_.palette)
        expand_palette();
      else
        png_set_expand(calls_.png);  // to 8 bits at least; a transparent colour becomes alpha
      passes_ = png_set_interlace_handling(calls_.png);
    });
    source_.expect(checked_mul(stored_row_bytes_, info_.height) / largest_png_expansion);
    guarded([this] { png_start_read_image(calls_.png); });
  }
  int passes() const override { return passes_; }
  void read_row(std::byte* row) override {
    guarded([&] { png_read_row(calls_.png, reinterpret_cast<png_bytep>(row), nullptr); });
  }
  void finish() override {
    guarded([this] { png_read_end(calls_.png, calls_.info); });
    if (outside_palette_ > 0)
      add_note(info_.notes,
               fmt::format("{} pixel{} whose colour is not in the palette: read as black",
                           outside_palette_, outside_palette_ == 1 ? "" : "s"));
  }

 private:
  using Colour = std::array<png_byte, 4>;  // red, green, blue, alpha

  void read_header();
  void describe();
  void expand_palette();
  void take_metadata();

  template <class Calls>
  void guarded(Calls&& calls) {
    try {
      calls_.call(std::forward<Calls>(calls));
    } catch (const PngFailure&) {
      if (calls_.reason == "Out of memory") throw_out_of_memory(source_.name());
      throw_corrupt(source_.name(), "PNG", calls_.reason);
    }
    sort_warnings();
  }
  void sort_warnings() {
    for (std::string& warning : calls_.warnings) {
      if (means_corrupt(warning)) throw_corrupt(source_.name(), "PNG", warning);
      add_note(info_.notes, warning);
    }
    calls_.warnings.clear();
    for (const std::string_view kind : chunks_.take_too_large())
      note_too_large(info_, kind, most_metadata_);
  }

  static void on_read(png_structp png, png_bytep data, std::size_t count) {
    auto* self = static_cast<PngReader*>(png_get_io_ptr(png));
    PngCalls::shield(png, &self->calls_,
                     [&] { self->chunks_.read(std::as_writable_bytes(std::span(data, count))); });
  }
  // Replaces the indices of a row, one in each byte, by colours. libpng would not count those that
  // are not in the palette.
  static void on_row(png_structp png, png_row_infop info, png_bytep row) {
    auto* self = static_cast<PngReader*>(png_get_user_transform_ptr(png));
    const auto channels = static_cast<std::size_t>(self->info_.channels);
    for (std::size_t x = info->width; x-- > 0;) {  // in place: the last pixel first
      const png_byte index = row[x];
      if (index >= self->palette_size_) ++self->outside_palette_;
      std::copy_n(self->palette_[index].begin(), channels, row + x * channels);
    }
  }
  // Returns 1: the chunk needs no further handling.
  static int on_unknown_chunk(png_structp png, png_unknown_chunkp chunk) {
    auto* self = static_cast<PngReader*>(png_get_user_chunk_ptr(png));
    PngCalls::shield(png, &self->calls_, [&] {
      const std::string_view type(reinterpret_cast<const char*>(chunk->name), 4);
      const auto data = std::as_bytes(std::span(chunk->data, chunk->size));
      if (type == "acTL" && data.size() >= 4) self->frames_ = png_get_uint_32(chunk->data);
      read_png_chunk(self->info_, type, data, self->most_metadata_);
    });
    return 1;
  }

  ByteSource& source_;
  std::size_t most_metadata_;
  PngChunks chunks_;
  PngCalls calls_;
  int passes_ = 1;
  std::size_t stored_row_bytes_ = 0;  // uncompressed, in the file
  png_uint_32 frames_ = 1;
  std::array<Colour, 256> palette_{};
  int palette_size_ = 0;
  std::uint64_t outside_palette_ = 0;  // pixels
};

void PngReader::read_header() {
  guarded([this] {
    png_structp png = calls_.png;
    png_set_read_fn(png, this, on_read);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);  // the caller checks its own limits
    png_set_crc_action(png, PNG_CRC_DEFAULT, PNG_CRC_ERROR_QUIT);
    accept_known_profiles(png);
    png_set_read_user_chunk_fn(png, this, on_unknown_chunk);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, our_chunks, our_count);
    png_set_chunk_malloc_max(png, most_metadata_ + text_overhead);
    png_read_info(png, calls_.info);
  });
  if (frames_ > 1)
    throw_not_supported(source_.name(), "an animated PNG", "save its frames as separate files");
  describe();
}

void PngReader::describe() {
  png_uint_32 width = 0, height = 0;
  int depth = 0, colour = 0, interlace = PNG_INTERLACE_NONE;
  bool transparent_colour = false;
  guarded([&] {
    png_get_IHDR(calls_.png, calls_.info, &width, &height, &depth, &colour, &interlace, nullptr,
                 nullptr);
    transparent_colour = png_get_valid(calls_.png, calls_.info, PNG_INFO_tRNS) != 0;
    stored_row_bytes_ = png_get_rowbytes(calls_.png, calls_.info);
  });
  info_.format = "png";
  info_.width = static_cast<int>(width);
  info_.height = static_cast<int>(height);
  info_.palette = colour == PNG_COLOR_TYPE_PALETTE;
  info_.alpha = (colour & PNG_COLOR_MASK_ALPHA) != 0 || transparent_colour;
  info_.channels = ((colour & PNG_COLOR_MASK_COLOR) != 0 ? 3 : 1) + (info_.alpha ? 1 : 0);
  info_.type = depth == 16 ? PixelType::u16 : PixelType::u8;
  info_.file_bits = depth;
  info_.by_rows = interlace == PNG_INTERLACE_NONE;
  take_metadata();
}

// To be called inside of guarded().
void PngReader::expand_palette() {
  png_colorp colours = nullptr;
  png_bytep alphas = nullptr;
  int alpha_count = 0;
  png_get_PLTE(calls_.png, calls_.info, &colours, &palette_size_);
  png_get_tRNS(calls_.png, calls_.info, &alphas, &alpha_count, nullptr);
  constexpr png_byte opaque = 255;
  palette_.fill({0, 0, 0, opaque});
  for (int i = 0; i < palette_size_; ++i)
    palette_[static_cast<std::size_t>(i)] = {colours[i].red, colours[i].green, colours[i].blue,
                                             i < alpha_count ? alphas[i] : opaque};
  png_set_packing(calls_.png);  // an index in each byte
  png_set_check_for_invalid_index(calls_.png, 0);
  png_set_read_user_transform_fn(calls_.png, on_row);
  png_set_user_transform_info(calls_.png, this, 8, info_.channels);
}

void PngReader::take_metadata() {
  png_bytep profile = nullptr;
  png_uint_32 size = 0, x = 0, y = 0;
  int unit = PNG_RESOLUTION_UNKNOWN;
  guarded([&] {
    png_charp name = nullptr;
    int compression = 0;
    if (png_get_valid(calls_.png, calls_.info, PNG_INFO_sRGB) == 0)
      png_get_iCCP(calls_.png, calls_.info, &name, &compression, &profile, &size);
    png_get_pHYs(calls_.png, calls_.info, &x, &y, &unit);
  });
  const auto about_profile = [](const std::string& note) { return note.starts_with("iCCP:"); };
  if (profile != nullptr)
    take_profile(info_, std::as_bytes(std::span(profile, size)), most_metadata_);
  else if (std::ranges::any_of(info_.notes, about_profile))
    add_note(info_.notes, "its colour profile is not kept: it is damaged or too large");
  if (unit == PNG_RESOLUTION_METER) take_density(info_, x, y);
}

}  // namespace

std::unique_ptr<RowReader> open_png(ByteSource& source, const Limits& limits) {
  return std::make_unique<PngReader>(source, limits);
}

}  // namespace selvage
