// SPDX-License-Identifier: Apache-2.0
// Reads HEIF: the primary image of an AVIF or HEIC file, as RGB of 8 to 16 bits with or without
// alpha. libheif decodes the whole image, turned as the file says.

#include <libheif/heif.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <utility>

#include "core/checked.hpp"
#include "io/bytes/failures.hpp"
#include "io/bytes/iso_boxes.hpp"
#include "io/heif/heif.hpp"
#include "io/metadata/exif.hpp"
#include "io/metadata/metadata.hpp"
#include "io/rows/rescale.hpp"
#include "io/rows/straight_alpha.hpp"

namespace selvage {
namespace {

template <class T, auto free>
struct HeifFreed {
  void operator()(T* pointer) const { free(pointer); }
};
template <class T, auto free>
using HeifOwned = std::unique_ptr<T, HeifFreed<T, free>>;
using HeifContext = HeifOwned<heif_context, heif_context_free>;
using HeifHandle = HeifOwned<heif_image_handle, heif_image_handle_release>;
using HeifDecoded = HeifOwned<heif_image, heif_image_release>;
using HeifOptions = HeifOwned<heif_decoding_options, heif_decoding_options_free>;

// The file as libheif reads it. Errors do not pass through C; `rethrow` throws them behind it.
class HeifBytes {
 public:
  explicit HeifBytes(ByteSource& source) : source_(source) {}

  const heif_reader* reader() const { return &reader_; }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  static HeifBytes& self(void* user) { return *static_cast<HeifBytes*>(user); }

  int read(void* data, std::size_t size) {
    try {
      const std::size_t count = source_.read_at(place_, {static_cast<std::byte*>(data), size});
      place_ += count;
      return count == size ? 0 : -1;
    } catch (...) {
      failure_ = std::current_exception();
      return -1;
    }
  }

  ByteSource& source_;
  std::uint64_t place_ = 0;
  std::exception_ptr failure_;
  heif_reader reader_{
      .reader_api_version = 1,
      .get_position = [](void* user) { return static_cast<std::int64_t>(self(user).place_); },
      .read = [](void* data, std::size_t size, void* user) { return self(user).read(data, size); },
      .seek =
          [](std::int64_t place, void* user) {
            self(user).place_ = static_cast<std::uint64_t>(place);
            return place < 0 ? -1 : 0;
          },
      .wait_for_file_size =
          [](std::int64_t size, void* user) {
            return std::cmp_less_equal(size, self(user).source_.size())
                       ? heif_reader_grow_status_size_reached
                       : heif_reader_grow_status_size_beyond_eof;
          }};
};

class HeifReader final : public RowReader {
 public:
  HeifReader(ByteSource& source, const Limits& limits) : source_(source), bytes_(source) {
    iso_boxes(source, heif_title);  // libheif calls a file that is cut short corrupt
    context_.reset(heif_context_alloc());
    if (!context_) throw_out_of_memory(source.name());
    heif_context_set_max_decoding_threads(context_.get(), 0);  // none beside the calling one
    constexpr double largest_side = 32768;                     // libheif's own
    const double side = std::ceil(std::sqrt(static_cast<double>(limits.max_pixels)));
    heif_context_set_maximum_image_size_limit(
        context_.get(), static_cast<int>(std::clamp(side, 1.0, largest_side)));
    check(heif_context_read_from_reader(context_.get(), bytes_.reader(), &bytes_, nullptr));
    heif_image_handle* handle = nullptr;
    check(heif_context_get_primary_image_handle(context_.get(), &handle));
    handle_.reset(handle);
    read_header();
    take_metadata(most_metadata(limits));
  }

  void start() override;
  void read_row(std::byte* row) override;

 private:
  void read_header();
  void take_metadata(std::size_t most);
  std::vector<heif_item_id> blocks(const char* type) const;
  void check(const heif_error& error) const;

  ByteSource& source_;
  HeifBytes bytes_;
  HeifContext context_;
  HeifHandle handle_;
  HeifDecoded decoded_;
  const std::uint8_t* pixels_ = nullptr;
  std::size_t stride_ = 0, row_ = 0;
  std::vector<std::uint16_t> rescaled_;  // by stored value; empty: 8 bits or 16
};

void HeifReader::check(const heif_error& error) const {
  bytes_.rethrow();
  if (error.code == heif_error_Ok) return;
  if (error.code == heif_error_Memory_allocation_error) {
    if (error.subcode != heif_suberror_Security_limit_exceeded) throw_out_of_memory(source_.name());
    throw Error(Errc::limit, fmt::format("{}: {}", source_.name(), error.message),
                "raise Limits::max_pixels, or convert it to PNG");
  }
  if (error.subcode == heif_suberror_End_of_data) throw_cut_short(source_.name());
  if (error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature)
    throw_not_supported(source_.name(), fmt::format("this kind of HEIF ({})", error.message),
                        "convert it to PNG");
  throw_corrupt(source_.name(), heif_title, error.message);
}

void HeifReader::read_header() {
  const int bits = heif_image_handle_get_luma_bits_per_pixel(handle_.get());
  info_.format = "heif";
  info_.width = heif_image_handle_get_width(handle_.get());
  info_.height = heif_image_handle_get_height(handle_.get());
  info_.alpha = heif_image_handle_has_alpha_channel(handle_.get()) != 0;
  info_.channels = info_.alpha ? 4 : 3;
  if (info_.width < 1 || info_.height < 1)
    throw_corrupt(source_.name(), heif_title, "a width or height of 0");
  if (bits < 1 || bits > 16)
    throw_not_supported(source_.name(), fmt::format("a HEIF of {} bits", bits),
                        "convert it to PNG");
  info_.type = bits <= 8 ? PixelType::u8 : PixelType::u16;
  info_.file_bits = bits;
  if (bits > 8 && bits < 16) info_.max_value = (1 << bits) - 1;
  info_.by_rows = false;
  // The planes of the decoder, and the RGB that is made of them.
  info_.decoder_bytes =
      2 * checked_mul(info_.width, info_.height, info_.channels, sample_bytes(info_.type));
  if (heif_context_get_number_of_top_level_images(context_.get()) > 1)
    add_note(info_.notes, "the first of its images is read");
  if (info_.alpha && heif_image_handle_is_premultiplied_alpha(handle_.get()) != 0)
    add_note(info_.notes, "its colours were multiplied by alpha: they are divided by it");
}

std::vector<heif_item_id> HeifReader::blocks(const char* type) const {
  const int count = heif_image_handle_get_number_of_metadata_blocks(handle_.get(), type);
  std::vector<heif_item_id> ids(static_cast<std::size_t>(std::max(count, 0)));
  heif_image_handle_get_list_of_metadata_block_IDs(handle_.get(), type, ids.data(), count);
  return ids;
}

void HeifReader::take_metadata(std::size_t most) {
  const auto data_of = [&](heif_item_id id, std::string_view kind) {
    std::vector<std::byte> data(heif_image_handle_get_metadata_size(handle_.get(), id));
    if (data.size() > most) {
      note_too_large(info_, kind, most);
      return std::vector<std::byte>();
    }
    if (!data.empty()) check(heif_image_handle_get_metadata(handle_.get(), id, data.data()));
    return data;
  };
  constexpr std::size_t offset_bytes = 4;  // of the place of the TIFF header behind it
  for (const heif_item_id id : blocks("Exif")) {
    const std::vector<std::byte> data = data_of(id, "EXIF");
    if (data.size() <= offset_bytes) continue;
    take_exif(info_, std::span(data).subspan(offset_bytes), most);
    info_.metadata.exif = upright_exif(info_.metadata.exif);
  }
  for (const heif_item_id id : blocks("mime"))
    if (std::string_view(heif_image_handle_get_metadata_content_type(handle_.get(), id)) ==
        "application/rdf+xml")
      if (const std::vector<std::byte> data = data_of(id, "XMP"); !data.empty())
        take_xmp(info_, data, most);
  std::vector<std::byte> icc(heif_image_handle_get_raw_color_profile_size(handle_.get()));
  if (icc.size() > most) return note_too_large(info_, "colour profile", most);
  if (icc.empty()) return;
  check(heif_image_handle_get_raw_color_profile(handle_.get(), icc.data()));
  take_profile(info_, icc, most);
}

void HeifReader::start() {
  const HeifOptions options(heif_decoding_options_alloc());
  if (!options) throw_out_of_memory(source_.name());
  options->strict_decoding = 1;
  const bool wide = info_.type == PixelType::u16;
  heif_image* image = nullptr;
  check(heif_decode_image(
      handle_.get(), &image, heif_colorspace_RGB,
      wide ? (info_.alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
           : (info_.alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB),
      options.get()));
  decoded_.reset(image);
  int stride = 0;
  pixels_ = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
  stride_ = static_cast<std::size_t>(stride);
  if (pixels_ == nullptr || heif_image_get_width(image, heif_channel_interleaved) != info_.width ||
      heif_image_get_height(image, heif_channel_interleaved) != info_.height)
    throw_corrupt(source_.name(), heif_title, "its pixels have another size than its header says");
  const int bits = heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved);
  if (wide != (bits > 8) || bits > 16)
    throw_corrupt(source_.name(), heif_title, "its pixels have other bits than its header says");
  if (wide && bits < 16) rescaled_ = rescale_table((1 << bits) - 1, 65535);
}

void HeifReader::read_row(std::byte* row) {
  const auto samples =
      static_cast<std::size_t>(info_.width) * static_cast<std::size_t>(info_.channels);
  const std::uint8_t* from = pixels_ + row_++ * stride_;
  if (info_.type == PixelType::u8) {
    std::memcpy(row, from, samples);
  } else {
    for (std::size_t i = 0; i < samples; ++i, from += 2) {
      auto value = static_cast<std::uint16_t>(from[0] | from[1] << 8);
      if (!rescaled_.empty()) value = rescaled_[std::min<std::size_t>(value, rescaled_.size() - 1)];
      std::memcpy(row + 2 * i, &value, 2);
    }
  }
  if (info_.alpha && heif_image_handle_is_premultiplied_alpha(handle_.get()) != 0)
    divide_by_alpha(row, info_.type, static_cast<std::size_t>(info_.width), 4);
}

constexpr PixelType heif_types[] = {PixelType::u8, PixelType::u16};
constexpr Layout heif_layouts[] = {{3, false}, {4, true}};

}  // namespace

const Codec heif_codec{
    .format = "heif",
    .title = heif_title,
    .extensions = heif_extensions,
    .types = heif_types,
    .layouts = heif_layouts,
    .recognises = recognises_heif,
    .open = [](ByteSource& source, const Limits& limits) -> std::unique_ptr<RowReader> {
      return std::make_unique<HeifReader>(source, limits);
    }};

}  // namespace selvage
