// SPDX-License-Identifier: Apache-2.0
// Reads NIfTI-1, plain or compressed: each slice is a page, and a row of the file one of the image.

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "core/checked.hpp"
#include "io/bytes/byte_order.hpp"
#include "io/bytes/failures.hpp"
#include "io/metadata/metadata.hpp"
#include "io/nifti/nifti.hpp"
#include "io/nifti/nifti_gzip.hpp"
#include "io/nifti/nifti_header.hpp"

namespace selvage {
namespace {

void reorder(std::endian stored, std::span<std::byte> samples, std::size_t bytes) {
  if (stored == std::endian::native) return;
  for (std::size_t at = 0; at < samples.size(); at += bytes)
    std::ranges::reverse(samples.subspan(at, bytes));
}

// Makes floats of samples in native order.
template <class Stored>
void to_floats(std::span<const std::byte> samples, const NiftiHeader& header, std::byte* row) {
  for (std::size_t i = 0; i < samples.size() / sizeof(Stored); ++i) {
    Stored sample;
    std::memcpy(&sample, samples.data() + i * sizeof sample, sizeof sample);
    const double scaled = header.slope() * static_cast<double>(sample) + header.intercept();
    const auto value = static_cast<float>(header.has_scale() ? scaled : double(sample));
    std::memcpy(row + i * sizeof value, &value, sizeof value);
  }
}

void convert_samples(std::span<const std::byte> samples, const NiftiHeader& header,
                     std::byte* row) {
  const std::string_view type = header.type().name;
  if (type == "uint8") return to_floats<std::uint8_t>(samples, header, row);
  if (type == "int8") return to_floats<std::int8_t>(samples, header, row);
  if (type == "uint16") return to_floats<std::uint16_t>(samples, header, row);
  if (type == "int16") return to_floats<std::int16_t>(samples, header, row);
  if (type == "uint32") return to_floats<std::uint32_t>(samples, header, row);
  if (type == "int32") return to_floats<std::int32_t>(samples, header, row);
  if (type == "float64") return to_floats<double>(samples, header, row);
  to_floats<float>(samples, header, row);
}

class NiftiReader final : public RowReader {
 public:
  NiftiReader(ByteSource& source, const Limits& limits, bool gzip) : source_(source) {
    if (gzip) gzip_.emplace(source);
    header_.emplace(read_header());
    take_extensions(most_metadata(limits));
    describe(gzip ? "nii.gz" : "nii");
  }

  void start() override {
    const std::size_t left = checked_mul(stored_row_.size(), info_.height, info_.pages - page_);
    if (gzip_)
      gzip_->expect(left);
    else
      source_.expect(left);
    row_ = 0;
  }

  void read_row(std::byte* row) override {
    const bool converts = info_.type == PixelType::f32;
    const std::span samples =
        converts ? std::span(stored_row_) : std::span(row, stored_row_.size());
    read(samples);
    ++row_;
    reorder(header_->order(), samples, sample_size());
    if (converts) convert_samples(samples, *header_, row);
  }

  void finish() override {
    if (page_ + 1 < info_.pages) return;
    const bool more = gzip_ ? gzip_->finish() : !source_.peek(1).empty();
    if (more) add_note(info_.notes, "bytes after the volume are ignored");
  }

  bool next_page() override {
    if (page_ + 1 == info_.pages) return false;
    for (; row_ < info_.height; ++row_) read(stored_row_);
    ++page_;
    row_ = 0;
    return true;
  }

 private:
  std::size_t sample_size() const { return static_cast<std::size_t>(header_->type().bits) / 8; }

  void read(std::span<std::byte> bytes) {
    if (gzip_)
      gzip_->read(bytes);
    else
      source_.read(bytes);
  }

  NiftiHeader read_header() {
    std::array<std::byte, NiftiHeader::bytes> stored{};
    read(stored);
    if (!NiftiHeader::begins(stored))
      throw_not_supported(source_.name(), "a gzip file that holds no NIfTI volume",
                          "unpack it first: gunzip");
    return NiftiHeader::read(source_.name(), stored);
  }

  // Extensions are chains of sizes and bytes; those of big-endian files are not converted.
  void take_extensions(std::size_t most) {
    std::array<std::byte, 4> follow{};
    read(follow);
    std::size_t left = header_->offset() - NiftiHeader::least_offset;
    if (gzip_ && left > most)
      throw_not_supported(source_.name(), "a compressed NIfTI file with such large extensions",
                          "unpack it first: gunzip");
    const bool has_any = left > 0 && follow[0] != std::byte{};
    const bool kept =
        has_any && left <= most && left % 16 == 0 && header_->order() == std::endian::little;
    if (has_any && !kept) add_note(info_.notes, "its NIfTI extensions are not kept");
    std::vector<std::byte>& stored = header_->stored();
    std::array<std::byte, 4096> part;
    while (left > 0) {
      const std::span some = std::span(part).first(std::min(left, part.size()));
      read(some);
      if (kept) stored.insert(stored.end(), some.begin(), some.end());
      left -= some.size();
    }
  }

  void describe(const char* format) {
    const NiftiType& type = header_->type();
    info_.format = format;
    info_.width = header_->width();
    info_.height = header_->height();
    info_.type = header_->has_scale() ? PixelType::f32 : type.loaded;
    info_.file_bits = type.bits;
    info_.pages = header_->slices();
    info_.all_pixels = std::int64_t{info_.width} * info_.height * info_.pages;
    info_.all_bytes = info_.all_pixels * static_cast<std::int64_t>(sample_bytes(info_.type));
    stored_row_.resize(checked_mul(info_.width, sample_size()));
    if (!type.is_exact)
      add_note(info_.notes, fmt::format("its {} samples are rounded to 32-bit floats", type.name));
    info_.volume = {.spacing = header_->spacing(), .nifti = header_->stored()};
  }

  ByteSource& source_;
  std::optional<GzipReader> gzip_;
  std::optional<NiftiHeader> header_;
  std::vector<std::byte> stored_row_;
  int page_ = 0, row_ = 0;
};

}  // namespace

std::unique_ptr<RowReader> open_nifti(ByteSource& source, const Limits& limits, bool gzip) {
  return std::make_unique<NiftiReader>(source, limits, gzip);
}

}  // namespace selvage
