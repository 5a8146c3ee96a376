// SPDX-License-Identifier: Apache-2.0
// Reads TIFF and BigTIFF: pages of 1 to 16-bit integers and 16 or 32-bit floats; gray, RGB,
// palette, or YCbCr inside JPEG; in strips or tiles.

#include <array>
#include <cstdlib>
#include <utility>

#include "core/checked.hpp"
#include "io/bytes/failures.hpp"
#include "io/metadata/metadata.hpp"
#include "io/rows/inks.hpp"
#include "io/rows/straight_alpha.hpp"
#include "io/tiff/tiff.hpp"
#include "io/tiff/tiff_directory.hpp"
#include "io/tiff/tiff_geo.hpp"
#include "io/tiff/tiff_metadata.hpp"
#include "io/tiff/tiff_rows.hpp"
#include "io/tiff/tiff_samples.hpp"
#include "io/tiff/tiff_tags.hpp"

namespace selvage {
namespace {

// What libtiff sees of a page: the file with that page as the first, so that libtiff need not
// search for it, and without its large metadata.
class PageBytes final : public TiffBytes {
 public:
  PageBytes(ByteSource& source, const TiffHeader& header, std::uint64_t page,
            const std::vector<TiffEntry>& left_out)
      : source_(source), order_(header.order) {
    change(header.big ? 8 : 4, page, header.big ? 8 : 4);
    // libtiff ignores an entry with the tag of the one before.
    const std::uint64_t entry_bytes = header.big ? 20 : 12;
    for (const TiffEntry& entry : left_out) {
      std::array<std::byte, 2> before{};
      read(entry.at - entry_bytes, before);
      changes_.push_back({entry.at, {before.begin(), before.end()}});
    }
  }

  std::uint64_t size() override { return source_.size(); }
  std::size_t read(std::uint64_t place, std::span<std::byte> bytes) override {
    const std::size_t count = source_.read_at(place, bytes);
    for (const Change& change : changes_) {
      const std::uint64_t end = std::min(place + count, change.place + change.bytes.size());
      for (std::uint64_t at = std::max(place, change.place); at < end; ++at)
        bytes[at - place] = change.bytes[at - change.place];
    }
    return count;
  }
  void write(std::uint64_t, std::span<const std::byte>) override {}

 private:
  struct Change {
    std::uint64_t place = 0;
    std::vector<std::byte> bytes = {};
  };

  void change(std::uint64_t place, std::uint64_t number, std::size_t bytes) {
    Change& change = changes_.emplace_back(Change{place, std::vector<std::byte>(bytes)});
    for (std::size_t i = 0; i < bytes; ++i)
      change.bytes[order_ == std::endian::little ? i : bytes - 1 - i] =
          static_cast<std::byte>(number >> 8 * i & 255u);
  }

  ByteSource& source_;
  std::endian order_;
  std::vector<Change> changes_;
};

// A page or one of its planes. Each plane needs its own position in the file.
struct Plane {
  Plane(ByteSource& source, const TiffHeader& header, std::uint64_t page,
        const std::vector<TiffEntry>& left_out)
      : bytes(source, header, page, left_out), tiff(bytes, "rm") {}

  PageBytes bytes;
  TiffFile tiff;
  std::unique_ptr<TiffRows> rows;
};

class TiffReader final : public RowReader {
 public:
  TiffReader(ByteSource& source, const Limits& limits)
      : source_(source), most_metadata_(most_metadata(limits)), pages_(find_tiff_pages(source)) {
    open_page();
  }

  void start() override;
  void read_row(std::byte* row) override;
  bool next_page() override {
    if (page_ + 1 == pages_.places.size()) return false;
    ++page_;
    open_page();
    return true;
  }

 private:
  void open_page();
  void add_plane() {
    planes_.push_back(
        std::make_unique<Plane>(source_, pages_.header, pages_.places[page_], left_out_));
  }
  void describe();
  void take_metadata();
  void take_notes();
  void take_warning(const std::string& warning);

  template <class Code>
  void guarded(Code&& code) {
    try {
      code();
    } catch (const TiffFailure& failure) {
      refuse(failure);
    }
  }
  [[noreturn]] void refuse(const TiffFailure& failure) const;

  ByteSource& source_;
  std::size_t most_metadata_;  // bytes of each kind
  TiffPages pages_;
  std::size_t page_ = 0;
  std::uint64_t metadata_bytes_ = 0;  // in the pages so far
  std::vector<TiffEntry> left_out_;   // large metadata of the page
  TiffKind kind_;
  std::string damage_;  // damage to the directory that affects pixels
  std::vector<std::unique_ptr<Plane>> planes_;
  std::unique_ptr<TiffSamples> samples_;
  std::vector<std::byte> inks_;  // a row of CMYK
};

void TiffReader::refuse(const TiffFailure& failure) const {
  if (failure.cut_short) throw_cut_short(source_.name());
  for (const std::string_view word : {"emory", "No space for"})
    if (failure.reason.find(word) != std::string::npos) throw_out_of_memory(source_.name());
  constexpr std::string_view left_out = " compression support is not configured";
  if (const std::string_view reason = failure.reason; reason.ends_with(left_out))
    throw_not_supported(source_.name(),
                        fmt::format("a TIFF with {} compression",
                                    reason.substr(0, reason.size() - left_out.size())),
                        "convert it to a TIFF with deflate or LZW compression");
  throw_corrupt(source_.name(), "TIFF",
                failure.reason.empty() ? "it cannot be decoded" : failure.reason);
}

void TiffReader::open_page() {
  planes_.clear();
  samples_.reset();
  left_out_ = too_large_tags(read_tiff_directory(source_, pages_.header, pages_.places[page_]),
                             source_.name(), most_metadata_);
  guarded([this] {
    add_plane();
    kind_ = read_tiff_kind(planes_[0]->tiff, source_.name());
    describe();
  });
}

void TiffReader::describe() {
  info_ = {.format = "tiff",
           .width = kind_.width,
           .height = kind_.height,
           .channels = kind_.channels(),
           .alpha = kind_.alpha,
           .premultiplied = kind_.multiplied && !is_integer(kind_.type),
           .type = kind_.type,
           .file_bits = kind_.bits,
           .palette = !kind_.palette.empty(),
           .pages = static_cast<int>(pages_.places.size()),
           .all_pixels = pages_.pixels,
           .all_bytes = pages_.bytes,
           .notes = kind_.notes};
  info_.decoder_bytes =
      source_.held_bytes() + tiff_decoder_bytes(planes_[0]->tiff, kind_, source_.size());
  if (kind_.bits > 8 && kind_.bits < 16) info_.max_value = (1 << kind_.bits) - 1;
  take_metadata();
  if (page_ == 0 && pages_.skipped > 0)
    add_note(info_.notes,
             fmt::format("{} reduced images or masks in it are skipped", pages_.skipped));
  take_notes();
}

// Pages may share metadata. Written once per page, it could grow without bound.
void TiffReader::take_metadata() {
  const std::uint64_t most = 4 * source_.size();
  Metadata& page = info_.metadata;
  if (metadata_bytes_ <= most)
    read_tiff_metadata(planes_[0]->tiff, source_, pages_.header, pages_.places[page_],
                       most_metadata_, info_);
  for (const TiffEntry& entry : left_out_)
    note_too_large(info_, name_of_metadata(entry.tag), most_metadata_);
  metadata_bytes_ += page.icc.size() + page.exif.size() + page.xmp.size() + bytes_of(page.geo);
  if (metadata_bytes_ <= most) return;
  page = {};
  add_note(info_.notes,
           "its metadata is not kept: pages share it, and copies of it would far exceed the file");
}

// Sorts the warnings of libtiff about a directory. The place of the pixels must be right, unless it
// can be computed because they are not compressed. Other warnings become notes.
void TiffReader::take_notes() {
  const auto says = [](const std::string& warning, std::string_view words) {
    return warning.find(words) != std::string::npos;
  };
  // read_geo_tags reads them, and libtiff does not know them.
  const auto is_known_here = [&](const std::string& warning) {
    constexpr std::string_view words = "Unknown field with tag ";
    return warning.starts_with(words) &&
           is_geo_tag(static_cast<std::uint16_t>(std::atoi(warning.c_str() + words.size())));
  };
  damage_.clear();
  for (std::string& warning : planes_[0]->tiff.take_warnings()) {
    const bool computed = kind_.compression == COMPRESSION_NONE &&
                          says(warning, "missing required \"StripByteCounts\"");
    const bool of_pixels = says(warning, "Strip") || says(warning, "Tile");
    if (of_pixels && !computed && damage_.empty()) damage_ = warning;
    if (is_known_here(warning)) continue;
    add_note(info_.notes, warning);
  }
}

// Warnings while rows are read are about pixels, except the one about an older bit order.
void TiffReader::take_warning(const std::string& warning) {
  if (!warning.starts_with("Old-style LZW")) throw TiffFailure{warning};
  add_note(info_.notes, warning);
}

void TiffReader::start() {
  guarded([this] {
    check_tiff_pieces(planes_[0]->tiff, kind_, source_.name(), source_.size());
    if (!damage_.empty()) throw TiffFailure{damage_};
    const int count = kind_.planar ? kind_.stored_channels : 1;
    while (static_cast<int>(planes_.size()) < count) add_plane();
    for (int plane = 0; plane < count; ++plane) {
      Plane& opened = *planes_[static_cast<std::size_t>(plane)];
      if (kind_.ycbcr)
        opened.tiff.call([](TIFF* tiff) {
          return TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB) != 0;
        });
      opened.tiff.take_warnings();
      opened.rows = open_tiff_rows(opened.tiff, kind_, plane);
    }
    samples_ = std::make_unique<TiffSamples>(kind_);
    inks_.resize(kind_.cmyk ? checked_mul(kind_.width, 4, sample_bytes(kind_.type)) : 0);
  });
}

void TiffReader::read_row(std::byte* row) {
  guarded([&] {
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      Plane& plane = *planes_[i];
      samples_->put(plane.rows->next(), static_cast<int>(i), inks_.empty() ? row : inks_.data());
      for (const std::string& warning : plane.tiff.take_warnings()) take_warning(warning);
    }
  });
  const auto pixels = static_cast<std::size_t>(kind_.width);
  if (kind_.cmyk && kind_.type == PixelType::u8)
    cmyk_to_rgb(reinterpret_cast<const std::uint8_t*>(inks_.data()), pixels, false,
                reinterpret_cast<std::uint8_t*>(row));
  else if (kind_.cmyk)
    cmyk_to_rgb(reinterpret_cast<const std::uint16_t*>(inks_.data()), pixels, false,
                reinterpret_cast<std::uint16_t*>(row));
  if (kind_.multiplied && is_integer(kind_.type))
    divide_by_alpha(row, kind_.type, static_cast<std::size_t>(kind_.width),
                    static_cast<std::size_t>(kind_.stored_channels));
}

}  // namespace

std::unique_ptr<RowReader> open_tiff(ByteSource& source, const Limits& limits) {
  return std::make_unique<TiffReader>(source, limits);
}

}  // namespace selvage
