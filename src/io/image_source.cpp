// SPDX-License-Identifier: Apache-2.0
#include "io/image_source.hpp"

#include <strings.h>

#include "core/sample_limit.hpp"
#include "io/raw/raw.hpp"

namespace selvage {

// A path that may end in the name of a layer: "frame.exr:N".
struct LayerPath {
  std::filesystem::path file;
  std::string layer = {};  // empty: none given
};

namespace {

// The path names a layer if no file has the whole name, and the part before the last colon is an
// existing .exr file.
LayerPath split_layer(const std::filesystem::path& path) {
  const std::string& whole = path.native();
  const std::size_t colon = whole.rfind(':');
  std::error_code ignored;
  if (colon == std::string::npos || std::filesystem::exists(path, ignored)) return {path};
  const std::filesystem::path file = whole.substr(0, colon);
  if (strcasecmp(file.extension().c_str(), ".exr") != 0 || !std::filesystem::exists(file, ignored))
    return {path};
  return {file, whole.substr(colon + 1)};
}

}  // namespace

ImageSource::ImageSource(const Limits& limits, const std::filesystem::path& path)
    : ImageSource(limits, split_layer(path)) {}

ImageSource::ImageSource(const Limits& limits, const LayerPath& path)
    : limits_(limits), bytes_(path.file) {
  guarded([&] { open(path.layer); });
}

ImageSource::ImageSource(const Limits& limits, std::span<const std::byte> memory,
                         const std::string& name)
    : limits_(limits), bytes_(memory, name) {
  guarded([this] { open(""); });
}

ImageSource::ImageSource(const Limits& limits, const std::filesystem::path& path,
                         const ConstImageView& shape)
    : limits_(limits), bytes_(path) {
  guarded([&] {
    reader_ = open_raw(bytes_, shape);
    check_limits();
  });
}

void ImageSource::open(const std::string& layer) {
  const Codec& codec = recognise(bytes_);
  has_frames_ = codec.frames;
  if (!layer.empty() && codec.open_layer == nullptr)
    throw Error(Errc::input, fmt::format("{}: {} files have no layers", name(), codec.title),
                fmt::format("leave out ':{}'", layer));
  reader_ = layer.empty() ? codec.open(bytes_, limits_) : codec.open_layer(bytes_, layer);
  check_limits();
}

void ImageSource::check_limits() const {
  const FileInfo& page = info();
  const std::int64_t pixels = std::int64_t{page.width} * page.height;
  if (page.width > limits_.max_side || page.height > limits_.max_side)
    throw Error(Errc::limit,
                fmt::format("{}: {}x{} is over the limit of {} pixels a side", name(), page.width,
                            page.height, limits_.max_side),
                "raise it with Limits::max_side");
  if (pixels > limits_.max_pixels)
    throw Error(Errc::limit,
                fmt::format("{}: {}x{} is {} pixels; the limit is {}", name(), page.width,
                            page.height, pixels, limits_.max_pixels),
                "raise it with Limits::max_pixels");
  if (has_too_many_samples(pixels, page.channels, limits_))
    throw Error(
        Errc::limit,
        fmt::format("{}: {}x{} pixels of {} channels; the limit is {} pixels of {}", name(),
                    page.width, page.height, page.channels, limits_.max_pixels, limited_channels),
        "raise it with Limits::max_pixels");
}

Image ImageSource::read_page() {
  return guarded([this] { return read_rows(); });
}

Image ImageSource::read_rows() {
  const FileInfo& page = info();
  Image image(page.type, page.width, page.height, page.channels, page.alpha, 1, limits_);
  read_page(image);
  image.file = traits_of(info());
  return image;
}

void ImageSource::read_page(const ImageView& image) {
  reader_->start();
  if (reader_->passes() == 1 && !reader_->bottom_up()) {
    reader_->read_rows(image.at(0, 0), image.height, static_cast<std::size_t>(image.stride.row));
    return reader_->finish();
  }
  for (int pass = 0; pass < reader_->passes(); ++pass)
    for (int row = 0; row < image.height; ++row)
      reader_->read_row(image.at(0, reader_->bottom_up() ? image.height - 1 - row : row));
  reader_->finish();
}

bool ImageSource::next_page() {
  return guarded([this] {
    if (!reader_->next_page()) return false;
    check_limits();
    return true;
  });
}

bool ImageSource::begin_stream() {
  if (has_frames_) {
    bytes_.widen_pipe();
    reader_->begin_stream();
  }
  return has_frames_;
}

FileTraits traits_of(const FileInfo& info) {
  return {.format = info.format,
          .max_value = info.max_value,
          .premultiplied = info.premultiplied,
          .notes = info.notes,
          .metadata = info.metadata,
          .video = info.video};
}

}  // namespace selvage
