// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "io/image_source.hpp"
#include "io/rows/row_copies.hpp"
#include "selvage/io.hpp"

namespace selvage {

struct ImageReader::Impl {
  template <class... Shape>
  Impl(const Limits& limits, const std::filesystem::path& path, const Shape&... shape)
      : file(limits, path, shape...) {}

  ImageSource file;
  int row = 0;  // next row of the page
  Image whole;  // a page that cannot be read row by row

  void begin_page();
  void read_row(std::byte* to);
  void read(const ImageView& rows);
};

void ImageReader::Impl::begin_page() {
  if (file.info().by_rows)
    file.reader().start();
  else
    whole = file.read_page();
}

void ImageReader::Impl::read_row(std::byte* to) {
  if (!whole) return file.reader().read_row(to);
  std::memcpy(to, whole.view().at(0, row), static_cast<std::size_t>(whole.view().stride.row));
}

void ImageReader::Impl::read(const ImageView& rows) {
  if (row == 0 && rows.height == file.info().height && has_packed_rows(rows)) {
    file.read_page(rows);
    row = rows.height;
    return;
  }
  if (row == 0) begin_page();
  RowUnpacker unpacker(rows);
  for (int y = 0; y < rows.height; ++y, ++row) {
    read_row(unpacker.begin(y));
    unpacker.end(y);
  }
  if (row == file.info().height && !whole) file.reader().finish();
}

ImageReader::ImageReader(const std::filesystem::path& path, const Limits& limits)
    : impl_(new Impl(limits, path)) {}
ImageReader::ImageReader(const std::filesystem::path& path, const ConstImageView& shape,
                         const Limits& limits)
    : impl_(new Impl(limits, path, shape)) {}
ImageReader::ImageReader(ImageReader&&) noexcept = default;
ImageReader& ImageReader::operator=(ImageReader&&) noexcept = default;
ImageReader::~ImageReader() = default;

const FileInfo& ImageReader::info() const {
  return impl_->file.info();
}

FileTraits ImageReader::traits() const {
  return traits_of(info());
}

void ImageReader::read(const ImageView& rows) {
  const FileInfo& page = info();
  check_rows(impl_->file.name(), rows, page.type, page.width, page.channels,
             page.height - impl_->row);
  impl_->file.guarded([&] { impl_->read(rows); });
}

Image ImageReader::read_page() {
  if (impl_->row > 0)
    throw Error(
        Errc::invalid_argument,
        fmt::format("{}: {} rows of the page have been read", impl_->file.name(), impl_->row),
        "read a page either as a whole or in bands of rows");
  Image image = impl_->file.read_page();
  impl_->row = image.height();
  return image;
}

bool ImageReader::as_stream() {
  return impl_->file.begin_stream();
}

bool ImageReader::next() {
  if (!impl_->file.next_page()) return false;
  impl_->row = 0;
  impl_->whole = {};
  return true;
}

}  // namespace selvage
