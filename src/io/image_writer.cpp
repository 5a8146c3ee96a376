// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <utility>

#include "core/views.hpp"
#include "io/bytes/failures.hpp"
#include "io/bytes/output_file.hpp"
#include "io/rows/row_copies.hpp"
#include "io/save_checks.hpp"

namespace selvage {

struct ImageWriter::Impl {
  Impl(std::filesystem::path file, const ConstImageView& first, SaveOptions how,
       const FileTraits& traits)
      : path(std::move(file)),
        options(std::move(how)),
        codec(checked_codec(path, first, options)),
        shape(without_data(first)),
        change(alpha_change(codec, shape, traits)),
        output(path, options.overwrite),
        writer(codec.create(output, output_shape(codec, shape, traits, options))) {}

  static ConstImageView without_data(ConstImageView view) {
    view.data = nullptr;
    return view;
  }
  void write(const ConstImageView& rows);
  void write_from_above(const ConstImageView& rows) const;
  void write_from_below(const ConstImageView& image) const;
  void keep(const ConstImageView& rows);  // until the page is complete
  void check_complete() const;

  std::filesystem::path path;
  SaveOptions options;
  const Codec& codec;
  ConstImageView shape;  // this page; no data
  AlphaChange change;    // for this page
  int row = 0;           // next row of the page
  Image whole;           // a page whose last row is written first
  OutputFile output;
  std::unique_ptr<RowWriter> writer;
};

void ImageWriter::Impl::write(const ConstImageView& rows) {
  if (!writer->bottom_up())
    write_from_above(rows);
  else if (rows.height == shape.height)
    write_from_below(rows);
  else
    keep(rows);
  row += rows.height;
}

void ImageWriter::Impl::write_from_above(const ConstImageView& rows) const {
  RowPacker packer(rows, change);
  for (int y = 0; y < rows.height; ++y) writer->write_row(packer.row(y));
}

void ImageWriter::Impl::write_from_below(const ConstImageView& image) const {
  RowPacker packer(image, change);
  for (int y = image.height - 1; y >= 0; --y) writer->write_row(packer.row(y));
}

void ImageWriter::Impl::keep(const ConstImageView& rows) {
  if (!whole)
    whole = Image(shape.type, shape.width, shape.height, shape.channels, shape.alpha, 1, no_limits);
  RowPacker packer(rows);
  for (int y = 0; y < rows.height; ++y)
    std::memcpy(whole.view().at(0, row + y), packer.row(y),
                static_cast<std::size_t>(whole.view().stride.row));
  if (row + rows.height == shape.height) {
    write_from_below(whole);
    whole = {};
  }
}

void ImageWriter::Impl::check_complete() const {
  if (row == shape.height) return;
  throw Error(Errc::invalid_argument,
              fmt::format("{}: {} of {} rows were written", output_name(path), row, shape.height));
}

ImageWriter::ImageWriter(const std::filesystem::path& path, const ConstImageView& shape,
                         const SaveOptions& options, const FileTraits& file)
    : impl_(naming_memory(output_name(path),
                          [&] { return std::make_unique<Impl>(path, shape, options, file); })) {}
ImageWriter::ImageWriter(ImageWriter&&) noexcept = default;
ImageWriter& ImageWriter::operator=(ImageWriter&&) noexcept = default;
ImageWriter::~ImageWriter() = default;

void ImageWriter::write(const ConstImageView& rows) {
  const ConstImageView& page = impl_->shape;
  check_rows(output_name(impl_->path), rows, page.type, page.width, page.channels,
             page.height - impl_->row);
  naming_memory(output_name(impl_->path), [&] { impl_->write(rows); });
}

void ImageWriter::next(const ConstImageView& shape, const FileTraits& file) {
  impl_->check_complete();
  const Codec& codec = checked_codec(impl_->path, shape, impl_->options);
  if (!codec.pages && !codec.frames)
    throw Error(Errc::invalid_argument,
                fmt::format("{}: {} holds one page", output_name(impl_->path), codec.title),
                "save the pages as TIFF or as separate files");
  naming_memory(output_name(impl_->path), [&] {
    impl_->writer->next_page(output_shape(codec, shape, file, impl_->options));
  });
  impl_->shape = Impl::without_data(shape);
  impl_->change = alpha_change(codec, shape, file);
  impl_->row = 0;
}

bool ImageWriter::add(const Metadata& late) {
  impl_->check_complete();
  return naming_memory(output_name(impl_->path), [&] { return impl_->writer->add_metadata(late); });
}

std::vector<std::string> ImageWriter::notes() const {
  const std::vector<std::string>& lost = impl_->output.lost_attributes();
  if (lost.empty()) return {};
  return {fmt::format("the {} of the old file {} not kept", fmt::join(lost, ", "),
                      lost.size() == 1 ? "is" : "are")};
}

void ImageWriter::commit() {
  impl_->check_complete();
  naming_memory(output_name(impl_->path), [this] {
    impl_->writer->finish();
    impl_->output.commit();
  });
}

}  // namespace selvage
