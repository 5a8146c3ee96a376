// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file with the reader of its format, within limits: what load and ImageReader stand on.

#include <memory>
#include <utility>

#include "io/codec.hpp"
#include "io/failures.hpp"
#include "io/layer_path.hpp"

namespace selvage {

class ImageSource {
 public:
  // Opens the first page of a file, or of a layer of it.
  ImageSource(const Limits& limits, const std::filesystem::path& path);
  ImageSource(const Limits& limits, std::span<const std::byte> memory, const std::string& name);
  ImageSource(const ImageSource&) = delete;
  ImageSource& operator=(const ImageSource&) = delete;

  const std::string& name() const { return bytes_.name(); }
  RowReader& reader() { return *reader_; }
  const FileInfo& info() const { return reader_->info(); }

  // The whole page, of which no row was read yet.
  Image read_page();
  void read_page(const ImageView& image);  // with the rows that codecs have (row_copies.hpp)
  bool next_page();

  // Runs code that reads; a failed allocation becomes an Error that names the file.
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
  std::unique_ptr<RowReader> reader_;
};

FileTraits traits_of(const FileInfo& info);

}  // namespace selvage
