// SPDX-License-Identifier: Apache-2.0
// Writes NIfTI-1. The number of slices is known at the end, when the header is written again.

#include <cstring>
#include <limits>
#include <optional>

#include "core/checked.hpp"
#include "io/bytes/byte_order.hpp"
#include "io/bytes/failures.hpp"
#include "io/nifti/nifti.hpp"
#include "io/nifti/nifti_gzip.hpp"
#include "io/nifti/nifti_header.hpp"

namespace selvage {
namespace {

constexpr int largest_dimension = std::numeric_limits<std::int16_t>::max();

class NiftiWriter final : public RowWriter {
 public:
  NiftiWriter(ByteSink& sink, const OutputShape& shape, bool gzip)
      : sink_(sink),
        type_(shape.type),
        width_(shape.width),
        height_(shape.height),
        header_(NiftiHeader::of(shape.type, shape.width, shape.height, shape.volume.nifti)),
        row_(checked_mul(shape.width, sample_bytes(shape.type))) {
    check_slices(shape.expected_bytes / checked_mul(row_.size(), shape.height));
    sink_.begin_places();
    const std::vector<std::byte> start = header_.file_start();
    if (gzip)
      gzip_.emplace(sink_, start);
    else
      sink_.write(start);
  }

  void write_row(const std::byte* row) override {
    std::memcpy(row_.data(), row, row_.size());
    if (type_ == PixelType::u16) swap<std::uint16_t>();
    if (type_ == PixelType::f32) swap<float>();
    if (gzip_)
      gzip_->write(row_);
    else
      sink_.write(row_);
  }

  void next_page(const OutputShape& shape) override {
    if (shape.type != type_ || shape.width != width_ || shape.height != height_)
      throw Error(
          Errc::invalid_argument,
          fmt::format("{}: the slices of a NIfTI file have one size and one type", sink_.name()),
          "save them as TIFF or as separate files");
    check_slices(static_cast<std::uint64_t>(slices_) + 1);
    ++slices_;
  }

  void finish() override {
    header_.set_slices(slices_);
    const std::vector<std::byte> start = header_.file_start();
    if (gzip_)
      gzip_->finish(start);
    else
      sink_.write_at(0, start);
  }

 private:
  void check_slices(std::uint64_t count) const {
    if (count > largest_dimension)
      throw_not_encoded(sink_.name(), "NIfTI",
                        fmt::format("it holds at most {} slices", largest_dimension));
  }

  template <class T>
  void swap() {
    to_native_order<std::endian::little>(
        std::span(reinterpret_cast<T*>(row_.data()), row_.size() / sizeof(T)));
  }

  ByteSink& sink_;
  PixelType type_;
  int width_, height_, slices_ = 1;
  NiftiHeader header_;
  std::vector<std::byte> row_;
  std::optional<GzipWriter> gzip_;
};

constexpr std::string_view nifti_extensions[] = {".nii"}, gzip_extensions[] = {".nii.gz"};
constexpr PixelType nifti_pixel_types[] = {PixelType::u8, PixelType::u16, PixelType::f32};
constexpr Layout nifti_layouts[] = {{1, false}};

}  // namespace

std::unique_ptr<RowWriter> create_nifti(ByteSink& sink, const OutputShape& shape, bool gzip) {
  return std::make_unique<NiftiWriter>(sink, shape, gzip);
}

const Codec nifti_codec{
    .format = "nii",
    .title = "NIfTI",
    .extensions = nifti_extensions,
    .types = nifti_pixel_types,
    .layouts = nifti_layouts,
    .max_side = largest_dimension,
    .pages = true,
    .holds_volumes = true,
    .recognises = NiftiHeader::begins,
    .open = [](ByteSource& source,
               const Limits& limits) { return open_nifti(source, limits, false); },
    .create = [](ByteSink& sink,
                 const OutputShape& shape) { return create_nifti(sink, shape, false); }};

const Codec nifti_gzip_codec{
    .format = "nii.gz",
    .title = "compressed NIfTI",
    .extensions = gzip_extensions,
    .types = nifti_pixel_types,
    .layouts = nifti_layouts,
    .max_side = largest_dimension,
    .pages = true,
    .holds_volumes = true,
    .recognises = [](std::span<const std::byte> start) { return holds(start, "\x1f\x8b\x08"); },
    .open = [](ByteSource& source,
               const Limits& limits) { return open_nifti(source, limits, true); },
    .create = [](ByteSink& sink,
                 const OutputShape& shape) { return create_nifti(sink, shape, true); }};

}  // namespace selvage
