// SPDX-License-Identifier: Apache-2.0
#pragma once
// Images from files and into files. A target of its own (selvage::io), since it brings codecs.
// Everything here may be called from any thread.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "selvage/api.h"
#include "selvage/image.hpp"

namespace selvage {

// What a file's header says. Nothing is decoded, nothing of the image's size is allocated. Metadata
// that follows the pixels (a PNG's may) is not in it.
struct FileInfo {
  std::string format = {};  // "png", "jpeg", ... (formats() below)
  int width = 0, height = 0;
  int channels = 1;  // as load gives them, alpha included
  bool alpha = false;
  bool premultiplied = false;      // its colours are multiplied by alpha, as load gives them
  PixelType type = PixelType::u8;  // as load gives it
  int file_bits = 8;               // of a sample in the file (palette: of an index)
  bool palette = false;
  int max_value = 0;            // the file's own full scale, when it is not the type's; else 0
  int pages = 1;                // images in the file
  std::int64_t all_pixels = 0;  // of all pages together, in a format that has pages; else 0
  std::int64_t all_bytes = 0;   // of their samples, as an ImageReader gives them; likewise
  bool by_rows = true;  // its rows can be read one by one; else a reader holds the whole image
  // That a reader holds beside the rows that it hands out: a row of tiles, a compressed strip, the
  // coefficients of a progressive JPEG, a pipe's bytes. What is small for any file is not counted.
  std::size_t decoder_bytes = 0;
  std::vector<std::string> layers = {};  // OpenEXR: what may be asked for, see load
  std::vector<std::string> notes = {};   // warnings about metadata, for people
  Metadata metadata = {};
};

struct SaveOptions {
  std::string format = {};  // "pnm", or an extension (".ppm", "ppm"); empty: the name's extension
  int quality = 95;         // JPEG, 1..100
  bool overwrite = true;    // false: an existing file is Error{output}
  // Of the samples of all pages, where that is known when the file is begun; 0: those of the first
  // page. A TIFF that may pass 4 GiB is written as a BigTIFF, which cannot be decided later.
  std::uint64_t expected_bytes = 0;
  // That compress a PNG, the caller's own among them; the file is the same for any number. 0: as
  // many as the machine has. At most 8 are used.
  int threads = 1;
};

// Reads PNG, JPEG, PNM (P1..P6), PAM, PFM, TIFF, uncompressed BMP, Radiance HDR and, in builds with
// it, OpenEXR; the format comes from the content, never from the name. "-" is standard input, and
// pipes are read too (a TIFF's into memory first). Orientation is metadata. Sub-8-bit and palette
// images become 8-bit, other depths are rescaled to the type's full scale (FileTraits::max_value
// remembers the file's). Throws Error{input} when the file is missing, cut short, corrupt, of
// another format or has several pages (see ImageReader), and Error{limit} over `limits`, before any
// allocation of the image's size.
//
// A layer of an OpenEXR file is named after a colon: "frame.exr:N" is what N.X, N.Y and N.Z hold
// (or N.R, N.G, N.B and N.A), "frame.exr:Z" the channel Z; other channels of a layer come in
// alphabetical order, at most 4. A part's name works, too. Without a layer: R, G, B, else X, Y, Z,
// else Y, with A, of the first part, or its only layer. This goes for load, info and ImageReader,
// where no file of the whole name exists, and the part before the last colon ends in .exr and
// exists.
SELVAGE_API Image load(const std::filesystem::path& path, const Limits& limits = {});
SELVAGE_API Image decode(std::span<const std::byte> bytes, const Limits& limits = {},
                         const std::string& name = "(memory)");

SELVAGE_API FileInfo info(const std::filesystem::path& path, const Limits& limits = {});

// The images of a file, read by bands of rows: for images that memory does not hold, and for files
// of several pages. Throws as load does. Move-only; used by one thread at a time.
class SELVAGE_API ImageReader {
 public:
  explicit ImageReader(const std::filesystem::path& path, const Limits& limits = {});
  ImageReader(ImageReader&&) noexcept;
  ImageReader& operator=(ImageReader&&) noexcept;
  ~ImageReader();

  const FileInfo& info() const;  // of this page
  FileTraits traits() const;     // likewise; notes and metadata are complete after the last row
  // The next rows from top to bottom: of the page's width, channels and type; any strides. With the
  // last one, what follows it in the file is checked too.
  void read(const ImageView& rows);
  // The whole page, with its traits. Error{invalid_argument} when some of its rows were read.
  Image read_page();
  // Goes to the next page, past rows that were not read. False: there is none.
  bool next();

 private:
  struct [[gnu::visibility("hidden")]] Impl;
  std::unique_ptr<Impl> impl_;
};

// Writes by rows into a temporary file in the same folder, checks every write, syncs and renames:
// the name holds the old file or the new one, never a part, so that it may be the file that the
// image was loaded from. A link's target is replaced, not the link; pipes and devices are written
// as they are. "-" is standard output (options.format is needed then). FileTraits of an Image are
// restored: its full scale when the format is the one it came from, its metadata where the format
// can hold it (lost_metadata says what not). Colours of a file with alpha become what the other
// format means: multiplied by alpha in OpenEXR, straight elsewhere. Those of images that come from
// no file (FileTraits::format is empty) are written as they are.
// Throws Error{output}, or Error{invalid_argument} when the format cannot hold the image (a float
// image as PNG: the message names the formats that can).
SELVAGE_API void save(const std::filesystem::path& path, const ConstImageView& image,
                      const SaveOptions& options = {}, const FileTraits& file = {});
SELVAGE_API void save(const std::filesystem::path& path, const Image& image,
                      const SaveOptions& options = {});

// Any other file, written in the same way: whole or not at all.
SELVAGE_API void save_bytes(const std::filesystem::path& path, std::span<const std::byte> bytes,
                            bool overwrite = true);

// The other way: an image that comes by bands of rows, or pages. Until commit the name holds the
// old file. `shape` may be without data. Throws as save does.
class SELVAGE_API ImageWriter {
 public:
  ImageWriter(const std::filesystem::path& path, const ConstImageView& shape,
              const SaveOptions& options = {}, const FileTraits& file = {});
  ImageWriter(ImageWriter&&) noexcept;
  ImageWriter& operator=(ImageWriter&&) noexcept;
  ~ImageWriter();  // without commit nothing is left

  // The next rows from top to bottom.
  void write(const ConstImageView& rows);
  // Another page, after all rows of the one before. Error{invalid_argument} where the format has
  // none.
  void next(const ConstImageView& shape, const FileTraits& file = {});
  // EXIF and XMP that were found behind the pixels that were read; after the last row. False: this
  // format has no place for them there, they are not written.
  bool add(const Metadata& late);
  void commit();  // after the last row

 private:
  struct [[gnu::visibility("hidden")]] Impl;
  std::unique_ptr<Impl> impl_;
};

// Throws what save would throw about an image of this shape (its data may be null), before the work
// of making it. Touches no file.
SELVAGE_API void check_save(const std::filesystem::path& path, const ConstImageView& shape,
                            const SaveOptions& options = {});

// What saving leaves out of the file's metadata, since the format cannot hold it, in sentences for
// people: "its colour profile is not kept in PNM"; also a full scale of the file's own
// (FileTraits::max_value) that samples lose. Throws as check_save does.
SELVAGE_API std::vector<std::string> lost_metadata(const std::filesystem::path& path,
                                                   const ConstImageView& shape,
                                                   const SaveOptions& options,
                                                   const FileTraits& file);

// The same image in another sample type: rescaled between full scales, rounded to nearest, clamped
// to 0..full scale for integer types (NaN becomes 0).
SELVAGE_API Image convert(const ConstImageView& image, PixelType type);

// Divides colours that are multiplied by alpha (FileTraits::premultiplied) by it: to be done before
// convert makes them integers, whose steps are coarse where alpha is small. Where alpha is not
// above 0 nothing is known of the colours: they stay. Images without alpha stay.
SELVAGE_API void divide_by_alpha(const ImageView& image);

// Removes the temporary files of unfinished saves (of the first 64 at a time), which fail then.
// Async-signal-safe: made for signal handlers.
SELVAGE_API void remove_temporary_files() noexcept;

// Extensions and names that load and save know, for messages and help.
struct FormatName {
  std::string format = {};                   // "jpeg"
  std::vector<std::string> extensions = {};  // ".jpg", ".jpeg"
  bool can_save = true;
  std::vector<PixelType> types = {};  // that it can hold
  int max_channels = 4;
  bool alpha = false;
  bool pages = false;          // several images in one file
  bool writes_by_rows = true;  // an ImageWriter holds some rows; else the whole image
};
SELVAGE_API const std::vector<FormatName>& formats();

}  // namespace selvage
