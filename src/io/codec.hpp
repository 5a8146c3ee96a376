// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a file format must offer: a reader of rows, a writer of rows, and an entry in the list.

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "io/byte_sink.hpp"
#include "io/byte_source.hpp"
#include "selvage/error.hpp"
#include "selvage/io.hpp"

namespace selvage {

// Decodes the images of a file. Construction reads the header; the caller then checks its limits,
// calls start, reads every row passes() times, and calls finish, for one page after the other. Rows
// are as Image holds them: interleaved, in
// the machine's byte order, rescaled to the type's full scale.
// Throws Error{input} for a file that is cut short, corrupt or of a kind that is not read.
class RowReader {
 public:
  virtual ~RowReader() = default;
  const FileInfo& info() const { return info_; }

  virtual void start() {}                           // allocates what decoding needs
  virtual int passes() const { return 1; }          // more than 1: each refines what the last left
  virtual bool bottom_up() const { return false; }  // the file's first row is the image's last
  virtual void read_row(std::byte* row) = 0;        // the next row of the file
  virtual void finish() {}                          // checks what follows the rows
  // Makes info() that of the next page, whether this one was read or not. False: there is none.
  virtual bool next_page() { return false; }

 protected:
  FileInfo info_;
};

// What a writer is to write.
struct OutputShape {
  PixelType type = PixelType::u8;
  int width = 0, height = 0;
  int channels = 1;
  bool alpha = false;
  int max_value = 0;                 // full scale of the file; 0: the type's
  int quality = 95;                  // 1..100, for codecs that lose information
  std::uint64_t expected_bytes = 0;  // of the samples of all pages; 0: not known
  int threads = 1;                   // that compress, where the codec can; 0: the machine's
  Metadata metadata = {};            // all of it fits into the format
};

// Encodes images into a sink, by rows as RowReader gives them.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  virtual bool bottom_up() const { return false; }  // the image's last row is written first
  virtual void write_row(const std::byte* row) = 0;
  virtual void next_page(const OutputShape&) {}  // after the last row, where the codec has pages
  // EXIF and XMP, after the last row. False: there is no place for them.
  virtual bool add_metadata(const Metadata&) { return false; }
  virtual void finish() {}  // after the last row of the last page
};

// What the samples of a pixel are.
struct Layout {
  int channels = 1;
  bool alpha = false;

  friend bool operator==(const Layout&, const Layout&) = default;
};

// How much of each kind of metadata a file can hold; 0: none of it.
struct MetadataRoom {
  std::size_t icc = 0, exif = 0, xmp = 0;          // bytes
  double least_density = 0.0, most_density = 0.0;  // pixels per metre
};

// One file format.
struct Codec {
  std::string_view format;  // "png"
  std::string_view title;   // "PNG"
  std::span<const std::string_view> extensions;
  std::span<const PixelType> types;  // that it can hold
  std::span<const Layout> layouts;   // that it can hold
  int max_side = 0;                  // pixels that it can hold; 0: any
  bool pages = false;                // several images in one file
  bool premultiplied = false;        // its colours are multiplied by alpha
  MetadataRoom room = {};
  bool writes_by_rows = true;  // from top to bottom; else a writer holds the whole image
  bool (*recognises)(std::span<const std::byte> start) = nullptr;  // by the first bytes of a file
  std::unique_ptr<RowReader> (*open)(ByteSource&) = nullptr;
  // The same for a layer of the file, by its name; null: the format has none.
  std::unique_ptr<RowReader> (*open_layer)(ByteSource&, const std::string& layer) = nullptr;
  std::unique_ptr<RowWriter> (*create)(ByteSink&, const OutputShape&) = nullptr;  // null: read only
  // Where this build is without the codec, and only knows the format: how to get it. Else empty.
  std::string_view absent = {};

  bool can_hold(PixelType type) const;
  bool can_hold(Layout layout) const;
};

extern const Codec png_codec, jpeg_codec, pnm_codec, pam_codec, pfm_codec, tiff_codec, bmp_codec,
    hdr_codec, exr_codec;

std::span<const Codec* const> codecs();

// True when `start` holds `bytes` at `offset`.
bool holds(std::span<const std::byte> start, std::string_view bytes, std::size_t offset = 0);

// Throws an Error that says how to get it when this build is without the codec. `name`: the file's.
void check_built(const Codec& codec, const std::string& name, Errc code);

// The codec that reads the file. Throws Error{input} that names the format, if it is a known one,
// and lists those that are read.
const Codec& recognise(ByteSource& source);

}  // namespace selvage
