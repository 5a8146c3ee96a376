// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file and the reader of its format, with limits; the basis of load and ImageReader.

#include <memory>
#include <utility>

#include "io/bytes/failures.hpp"
#include "io/codec/codec.hpp"

namespace selvage {

struct LayerPath;

class ImageSource {
 public:
  // Opens the first page of a file or of one of its layers.
  ImageSource(const Limits& limits, const std::filesystem::path& path);
  ImageSource(const Limits& limits, std::span<const std::byte> memory, const std::string& name);
  // Opens a file without a header.
  ImageSource(const Limits& limits, const std::filesystem::path& path, const ConstImageView& shape);
  ImageSource(const ImageSource&) = delete;
  ImageSource& operator=(const ImageSource&) = delete;

  const std::string& name() const { return bytes_.name(); }
  RowReader& reader() { return *reader_; }
  const FileInfo& info() const { return reader_->info(); }

  // Reads a whole page. None of its rows may have been read before.
  Image read_page();
  void read_page(const ImageView& image);  // its rows must be packed (rows/row_copies.hpp)
  bool next_page();
  bool begin_stream();  // false: the format has no frames

  // Runs code that reads, and turns a failed allocation into an Error that names the file.
  template <class Code>
  auto guarded(Code&& code) {
    return naming_memory(name(), std::forward<Code>(code));
  }

 private:
  ImageSource(const Limits& limits, const LayerPath& path);
  void open(const std::string& layer);
  void check_limits() const;
  Image read_rows();

  Limits limits_;
  ByteSource bytes_;
  bool has_frames_ = false;
  std::unique_ptr<RowReader> reader_;
};

FileTraits traits_of(const FileInfo& info);

}  // namespace selvage
