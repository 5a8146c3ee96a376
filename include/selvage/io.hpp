// SPDX-License-Identifier: Apache-2.0
#pragma once
// Loads and saves image files. A separate target (selvage::io), since it depends on codecs.
// All functions may be called from any thread.

#include "selvage/language.hpp"
// The rest comes after what says that C++20 is missing.
#include <array>
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

// The place of a volume's voxels, from a NIfTI file.
struct VolumeTags {
  // The distances of pixels along x and y and of slices, in the file's unit; 0: not known.
  std::array<double, 3> spacing = {};
  std::vector<std::byte> nifti = {};  // the header with its extensions, little-endian; empty: none

  friend bool operator==(const VolumeTags&, const VolumeTags&) = default;
};

// The contents of a file's header, read without decoding pixels and without allocating anything of
// the image's size. Metadata stored after the pixels (possible in PNG) is not included.
struct FileInfo {
  std::string format = {};  // "png", "jpeg", ... (formats() below)
  int width = 0, height = 0;
  int channels = 1;  // as loaded, alpha included
  bool alpha = false;
  bool premultiplied = false;      // the colours are multiplied by alpha, as loaded
  PixelType type = PixelType::u8;  // as loaded
  int file_bits = 8;               // bits per sample in the file (palette: per index)
  bool palette = false;
  int max_value = 0;            // the file's own full scale if it is not the type's; else 0
  int pages = 1;                // images in the file
  std::int64_t all_pixels = 0;  // pixels of all pages, in a format that has pages; else 0
  std::int64_t all_bytes = 0;   // bytes of their samples as loaded; likewise
  bool by_rows = true;  // rows can be read one by one; otherwise a reader holds the whole image
  // Bytes that a reader holds beyond the rows it returns: a row of tiles, a compressed strip, the
  // coefficients of a progressive JPEG, a pipe's bytes. Buffers that are always small do not count.
  std::size_t decoder_bytes = 0;
  std::vector<std::string> layers = {};  // OpenEXR: the layers that load accepts
  std::vector<std::string> notes = {};   // warnings about metadata, for people
  Metadata metadata = {};
  VideoTraits video = {};
  VolumeTags volume = {};
  bool stream = false;  // ImageReader::as_stream was called: further frames may follow
};

struct SaveOptions {
  std::string format = {};  // "pnm", or an extension (".ppm", "ppm"); empty: the name's extension
  int quality = 95;         // of JPEG and WebP, 1..100; WebP is lossless at 100
  bool overwrite = true;    // false: throws Error{output} if the file exists
  // Bytes of the samples of all pages, if known at the start; 0: those of the first page. A TIFF
  // that may exceed 4 GiB is written as a BigTIFF, which cannot be decided later.
  std::uint64_t expected_bytes = 0;
  // FileInfo::volume of the source: a NIfTI file keeps its header, except what describes samples.
  VolumeTags volume = {};
  // Threads that compress a PNG, including the calling one; the file does not depend on it. 0: as
  // many as the machine has. At most 8 are used.
  int threads = 1;
};

// load and decode read PNG, JPEG, PNM (P1..P6), PAM, PFM, TIFF, uncompressed BMP, Radiance HDR,
// Y4M (a gray frame), NIfTI (a slice) and, if built with them, OpenEXR, WebP, HEIC, AVIF and JPEG
// XL; the content decides the format, never the name. "-" is standard input; pipes can be read too
// (a TIFF is buffered in memory first). Orientation is not applied, but kept as metadata (HEIC,
// AVIF and JPEG XL: applied). Sub-8-bit and palette images become 8-bit, other depths are rescaled
// to the type's full scale (FileTraits::max_value keeps the file's). Both throw Error{input} if the
// file is missing, cut short, corrupt, of another format or has several pages (see ImageReader),
// and Error{limit} if `limits` are exceeded, before allocating anything of the image's size.
//
// A layer of an OpenEXR file is named after a colon: "frame.exr:N" holds the channels N.X, N.Y and
// N.Z (or N.R, N.G, N.B and N.A), "frame.exr:Z" the channel Z; other channels of a layer come in
// alphabetical order, at most 4. A part's name works too. Without a layer, load takes R, G, B of
// the first part, or else X, Y, Z, or else Y, each with A, or else the part's only layer. This
// holds for load, info and ImageReader, if no file has the whole name, and the part of the name
// before the last colon ends in .exr and exists.
SELVAGE_API Image load(const std::filesystem::path& path, const Limits& limits = {});
SELVAGE_API Image decode(std::span<const std::byte> bytes, const Limits& limits = {},
                         const std::string& name = "(memory)");

// Returns the contents of a file's header. Throws as load does, but accepts several pages.
SELVAGE_API FileInfo info(const std::filesystem::path& path, const Limits& limits = {});

// Reads the images of a file in bands of rows: for images larger than memory, and for files of
// several pages. Throws as load does. Move-only; use it from one thread at a time.
class SELVAGE_API ImageReader {
 public:
  explicit ImageReader(const std::filesystem::path& path, const Limits& limits = {});
  // Reads a file without a header (.raw) that holds one image of this shape and nothing else:
  // interleaved samples, little-endian, rows from the top down. The data of `shape` may be null.
  // Its slices (`shape.depth`) are pages.
  // Throws Error{input} if the file is shorter or longer.
  ImageReader(const std::filesystem::path& path, const ConstImageView& shape,
              const Limits& limits = {});
  ImageReader(ImageReader&&) noexcept;
  ImageReader& operator=(ImageReader&&) noexcept;
  ~ImageReader();

  const FileInfo& info() const;  // the current page
  FileTraits traits() const;     // the current page; notes and metadata complete after its last row
  // Reads the next rows, from top to bottom, into a view of the page's width, channels and type,
  // with any strides. Reading the last row also checks what follows it in the file.
  void read(const ImageView& rows);
  // Reads the whole page, with its traits. Throws Error{invalid_argument} once rows were read.
  Image read_page();
  // Moves to the next page, skipping unread rows. Returns false if there is none.
  bool next();
  // Lets a PNM (P4..P6), PAM or Y4M file hold any number of images, as frames of a stream; call it
  // before rows are read. FileInfo::pages stays 1, and `next` tells whether another image follows.
  // Reading an image does not wait for the bytes behind it. Returns false for other formats, whose
  // pages are counted. Without this call a second image is an error.
  bool as_stream();

 private:
  struct [[gnu::visibility("hidden")]] Impl;
  std::unique_ptr<Impl> impl_;
};

// Writes to a temporary file in the same folder, checks every write, syncs and renames, so the path
// always holds either the old file or the complete new one, and may be the file that the image was
// loaded from. For a link, its target is replaced; pipes and devices are written directly. "-" is
// standard output (options.format is then required). A replaced file's owner, group, permissions,
// ACL and extended attributes are kept as far as the user may set them; without them, the new file
// is no more readable than the old one. The FileTraits of an Image are restored: the
// full scale if the format is the original one, and the metadata that the format can hold
// (lost_metadata lists the rest). Colours of a file with alpha are converted to the format's
// convention: multiplied by alpha in OpenEXR, straight elsewhere. Colours of images that come from
// no file (FileTraits::format is empty) are written as they are.
// Throws Error{output}, or Error{invalid_argument} if the format cannot hold the image (a float
// image as PNG: the message names the formats that can).
SELVAGE_API void save(const std::filesystem::path& path, const ConstImageView& image,
                      const SaveOptions& options = {}, const FileTraits& file = {});
SELVAGE_API void save(const std::filesystem::path& path, const Image& image,
                      const SaveOptions& options = {});

// Returns the file that save would write, in `options.format`, which is required; the other options
// about files have no effect. Throws Error{invalid_argument} as save does.
SELVAGE_API std::vector<std::byte> encode(const ConstImageView& image, const SaveOptions& options,
                                          const FileTraits& file = {});

// Writes any other file in the same way as save: completely or not at all.
SELVAGE_API void save_bytes(const std::filesystem::path& path, std::span<const std::byte> bytes,
                            bool overwrite = true);

// Writes an image in bands of rows, or several pages. Until commit the path holds the old file. The
// data of `shape` may be null. Throws as save does. Move-only.
class SELVAGE_API ImageWriter {
 public:
  ImageWriter(const std::filesystem::path& path, const ConstImageView& shape,
              const SaveOptions& options = {}, const FileTraits& file = {});
  ImageWriter(ImageWriter&&) noexcept;
  ImageWriter& operator=(ImageWriter&&) noexcept;
  ~ImageWriter();  // without commit, nothing is left behind

  // Writes the next rows, from top to bottom.
  void write(const ConstImageView& rows);
  // Starts another page, after all rows of the previous one. Throws Error{invalid_argument} if the
  // format has neither pages nor frames. Frames are passed on to a pipe as soon as they are
  // complete. A Y4M file gets the header of FileTraits::video, and for each frame its images in
  // their order.
  void next(const ConstImageView& shape, const FileTraits& file = {});
  // Adds EXIF and XMP that the reader found after the pixels; call it after the last row. Returns
  // false if the format cannot store them there; they are then not written.
  bool add(const Metadata& late);
  // Returns a note for people if the file that is replaced has attributes that the new one will not
  // have: "the group of the old file is not kept".
  std::vector<std::string> notes() const;
  // Completes the file and renames it to its path; call it after the last row.
  void commit();

 private:
  struct [[gnu::visibility("hidden")]] Impl;
  std::unique_ptr<Impl> impl_;
};

// Throws what save would throw for an image of this shape (its data may be null), before it is
// computed. Touches no file.
SELVAGE_API void check_save(const std::filesystem::path& path, const ConstImageView& shape,
                            const SaveOptions& options = {});

// Returns what saving drops because the format cannot hold it, as sentences for people: "its colour
// profile is not kept in PNM". This includes the file's own full scale (FileTraits::max_value).
// Throws as check_save does.
SELVAGE_API std::vector<std::string> lost_metadata(const std::filesystem::path& path,
                                                   const ConstImageView& shape,
                                                   const SaveOptions& options,
                                                   const FileTraits& file);

// Returns the image in another sample type: rescaled between full scales, rounded to nearest, and
// for integer types clamped to 0..full scale (NaN becomes 0).
SELVAGE_API Image convert(const ConstImageView& image, PixelType type);

// Divides premultiplied colours (FileTraits::premultiplied) by alpha. Call it before converting to
// integers, whose steps are coarse where alpha is small. Colours stay as they are where alpha is
// not above 0, and in images without alpha.
SELVAGE_API void divide_by_alpha(const ImageView& image);

// Removes the temporary files of unfinished saves (the first 64 at a time); those saves then fail.
// Async-signal-safe, for use in signal handlers.
SELVAGE_API void remove_temporary_files() noexcept;

// Returns the extension by which `save` picks a format, as written: ".png", ".nii.gz".
SELVAGE_API std::string extension_of(const std::filesystem::path& path);

// A format that load and save support, for messages and help.
struct FormatName {
  std::string format = {};                   // "jpeg"
  std::vector<std::string> extensions = {};  // ".jpg", ".jpeg"
  bool can_load = true;                      // false: only by an ImageReader that is told the shape
  bool can_save = true;
  std::vector<PixelType> types = {};  // the sample types that it can hold
  int max_channels = 4;               // with alpha at most 4
  bool alpha = false;
  bool pages = false;          // one file can hold several images
  bool frames = false;         // a file can be a stream of images (ImageReader::as_stream)
  bool writes_by_rows = true;  // an ImageWriter holds a few rows; otherwise the whole image
};
SELVAGE_API const std::vector<FormatName>& formats();

}  // namespace selvage
