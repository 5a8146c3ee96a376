// SPDX-License-Identifier: Apache-2.0
#pragma once
// The interface of a file format: a reader of rows, a writer of rows, and an entry in the list.

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "io/bytes/byte_sink.hpp"
#include "io/bytes/byte_source.hpp"
#include "selvage/error.hpp"
#include "selvage/io.hpp"

namespace selvage {

// Decodes the images of a file. Construction reads the header. For each page the caller checks its
// limits, calls start, reads every row passes() times, and calls finish. Rows have the layout of
// Image: interleaved, in native byte order, rescaled to the full scale of the type.
// Throws Error{input} for a file that is cut short, corrupt or of an unsupported kind.
class RowReader {
 public:
  virtual ~RowReader() = default;
  const FileInfo& info() const { return info_; }

  virtual void start() {}                           // allocates what decoding needs
  virtual int passes() const { return 1; }          // more than 1: each refines the one before
  virtual bool bottom_up() const { return false; }  // the file's first row is the image's last
  virtual void read_row(std::byte* row) = 0;        // the next row of the file
  virtual void finish() {}                          // checks what follows the rows
  // Reads the next `count` rows, each of `bytes` bytes, without gaps.
  virtual void read_rows(std::byte* rows, int count, std::size_t bytes) {
    for (int i = 0; i < count; ++i) read_row(rows + static_cast<std::size_t>(i) * bytes);
  }
  // Moves on to the next page, which info() then describes; this one need not have been read.
  // Returns false when there is none.
  virtual bool next_page() { return false; }
  // Lets the file be a stream of frames (Codec::frames), which are pages. finish then does not wait
  // for what follows a frame. Without this call a second image is an error.
  virtual void begin_stream() {}

 protected:
  FileInfo info_;
};

// The images that a writer writes.
struct OutputShape {
  PixelType type = PixelType::u8;
  int width = 0, height = 0;
  int channels = 1;
  bool alpha = false;
  bool premultiplied = false;        // colours are multiplied by alpha
  int max_value = 0;                 // full scale of the file; 0: the type's
  int quality = 95;                  // 1..100, for codecs that lose information
  std::uint64_t expected_bytes = 0;  // samples of all pages; 0: unknown
  int threads = 1;                   // for compression, where supported; 0: one per core
  VideoTraits video = {};            // of the page, if it comes from a video
  VolumeTags volume = {};            // of the source, for formats that hold them
  Metadata metadata = {};            // the format can hold all of it
};

// Encodes images into a sink, from rows in the layout of RowReader.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  virtual bool bottom_up() const { return false; }  // the image's last row is written first
  virtual void write_row(const std::byte* row) = 0;
  virtual void next_page(const OutputShape&) {}  // after the last row; for codecs with pages
  // Adds EXIF and XMP after the last row. Returns false when the format has no place for them.
  virtual bool add_metadata(const Metadata&) { return false; }
  virtual void finish() {}  // after the last row of the last page
};

// Whether colours are stored as they are or multiplied by alpha.
enum class AlphaStorage {
  straight,
  premultiplied,
  either_of_floats,  // floats as they come; integers straight
};

// The channels of a pixel.
struct Layout {
  int channels = 1;
  bool alpha = false;

  friend bool operator==(const Layout&, const Layout&) = default;
};

// The largest metadata of each kind that a file can hold; 0: none.
struct MetadataRoom {
  std::size_t icc = 0, exif = 0, xmp = 0;          // bytes
  double least_density = 0.0, most_density = 0.0;  // pixels per metre
  bool geo = false;
};

// One file format.
struct Codec {
  std::string_view format;  // "png"
  std::string_view title;   // "PNG"
  std::span<const std::string_view> extensions;
  std::span<const PixelType> types;  // supported sample types
  std::span<const Layout> layouts;   // supported channels
  int most_channels = 0;             // without alpha; all counts above 4 up to it are supported
  int max_side = 0;                  // largest width and height, in pixels; 0: no limit
  bool pages = false;                // several images in one file
  bool frames = false;               // several images as a stream (RowReader::begin_stream)
  AlphaStorage alpha = AlphaStorage::straight;
  MetadataRoom room = {};
  bool holds_volumes = false;  // VolumeTags
  bool writes_by_rows = true;  // top to bottom; false: a writer holds the whole image
  // By the first bytes of a file; null: its content does not tell (raw samples).
  bool (*recognises)(std::span<const std::byte> start) = nullptr;
  std::unique_ptr<RowReader> (*open)(ByteSource&, const Limits&) = nullptr;
  // Opens a named layer of the file; null: the format has no layers.
  std::unique_ptr<RowReader> (*open_layer)(ByteSource&, const std::string& layer) = nullptr;
  std::unique_ptr<RowWriter> (*create)(ByteSink&, const OutputShape&) = nullptr;  // null: read only
  // Tells how to get the codec when this build only knows the format; empty otherwise.
  std::string_view absent = {};

  bool can_hold(PixelType type) const;
  bool can_hold(Layout layout) const;
};

extern const Codec png_codec, jpeg_codec, pnm_codec, pam_codec, pfm_codec, tiff_codec, bmp_codec,
    hdr_codec, exr_codec, webp_codec, heif_codec, jxl_codec, y4m_codec, nifti_codec,
    nifti_gzip_codec, raw_codec;

std::span<const Codec* const> codecs();

// Returns true when `start` contains `bytes` at `offset`.
bool holds(std::span<const std::byte> start, std::string_view bytes, std::size_t offset = 0);

// Throws an Error that tells how to get the codec when this build lacks it. `name`: the file's.
void check_built(const Codec& codec, const std::string& name, Errc code);

// Returns the codec that reads the file. Otherwise throws Error{input}, which names the format if
// it is known, and lists the supported ones.
const Codec& recognise(ByteSource& source);

}  // namespace selvage
