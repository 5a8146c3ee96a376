// SPDX-License-Identifier: Apache-2.0
#pragma once
// Views of pixels owned by someone else, and images that own their pixels.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "selvage/api.h"
#include "selvage/names.hpp"

namespace selvage {

// An integer sample v means v / full_scale(type); a float sample means itself.
enum class PixelType : std::uint8_t { u8, u16, f16, f32 };
template <>
inline constexpr auto names_of<PixelType> =
    std::to_array<Named<PixelType>>({{PixelType::u8, "u8"},
                                     {PixelType::u16, "u16"},
                                     {PixelType::f16, "f16"},
                                     {PixelType::f32, "f32"}});

constexpr std::size_t sample_bytes(PixelType type) {
  return type == PixelType::u8 ? 1 : type == PixelType::f32 ? 4 : 2;
}
constexpr bool is_integer(PixelType type) {
  return type == PixelType::u8 || type == PixelType::u16;
}
// The stored value that means 1.0.
constexpr double full_scale(PixelType type) {
  return type == PixelType::u8 ? 255.0 : type == PixelType::u16 ? 65535.0 : 1.0;
}
constexpr std::string_view name(PixelType type) {
  return name_of(type);
}

// The most channels of an image, alpha included. All filters take four; bilateral, joint, gaussian,
// box and geometry take all (max_channels_of in filters.hpp).
inline constexpr int max_channels = 1024;

// A rectangle of pixels: columns x .. x + width - 1, rows y .. y + height - 1.
struct Rect {
  int x = 0, y = 0;           // pixels
  int width = 0, height = 0;  // pixels

  friend bool operator==(const Rect&, const Rect&) = default;
};

// Bytes from one sample to the next in each direction; may be negative, so that flipped images are
// views.
struct Strides {
  std::ptrdiff_t pixel = 0;    // to the right neighbour
  std::ptrdiff_t row = 0;      // to the pixel below
  std::ptrdiff_t channel = 0;  // to the next channel of the same pixel
  std::ptrdiff_t batch = 0;    // to the next image; any value when batch is 1
  std::ptrdiff_t slice = 0;    // to the next slice; any value when depth is 1

  friend bool operator==(const Strides&, const Strides&) = default;
};

// Sample (x, y, c) of slice z of image b sits at
//   data + b * stride.batch + z * stride.slice + y * stride.row + x * stride.pixel
//        + c * stride.channel                                                          [bytes]
// so interleaved, planar, padded and flipped images and regions are all views. The memory is host
// memory owned by someone else: a view never allocates and never frees. Samples of different
// pixels, channels and images must not share bytes if the view is written to.
// Byte is std::byte (readable and writable) or const std::byte (read-only).
template <class Byte>
struct BasicImageView {
  Byte* data = nullptr;            // sample (0, 0, 0) of the first image; null: no image
  PixelType type = PixelType::u8;  //
  int width = 0, height = 0;       // pixels
  int channels = 1;                // samples per pixel, 1..max_channels, alpha included
  bool alpha = false;              // the last channel is alpha (channels >= 2)
  int batch = 1;                   // images of this shape
  int depth = 1;                   // slices of a volume, or frames of a sequence
  Strides stride = {};             // bytes

  explicit operator bool() const { return data != nullptr; }

  // Returns the address of one sample. Not checked.
  Byte* at(int x, int y, int c = 0, int b = 0) const {
    return data + b * stride.batch + y * stride.row + x * stride.pixel + c * stride.channel;
  }
  // Returns the number of colour channels: all but alpha.
  int colour_channels() const { return channels - (alpha ? 1 : 0); }

  // Returns a view of the pixels of `rect` in all slices. It must lie inside. Not checked.
  BasicImageView region(Rect rect) const {
    BasicImageView view = *this;
    view.data = at(rect.x, rect.y);
    view.width = rect.width;
    view.height = rect.height;
    return view;
  }
  // Returns a view of the slices first .. first + count - 1. Not checked.
  BasicImageView slices(int first, int count) const {
    BasicImageView view = *this;
    view.data = data + first * stride.slice;
    view.depth = count;
    return view;
  }
  // Returns a view of slice z as an image without depth. Not checked.
  BasicImageView slice(int z) const { return slices(z, 1); }
  // Returns a view of image b of the batch. Not checked.
  BasicImageView image(int b) const {
    BasicImageView view = *this;
    view.data = data + b * stride.batch;
    view.batch = 1;
    return view;
  }

  // Converts a writable view to a read-only one.
  operator BasicImageView<const std::byte>() const
    requires(!std::is_const_v<Byte>)
  {
    return {data, type, width, height, channels, alpha, batch, depth, stride};
  }
};

using ImageView = BasicImageView<std::byte>;
using ConstImageView = BasicImageView<const std::byte>;

// Returns the strides of an image without gaps, channels interleaved: RGBRGB...
SELVAGE_API Strides interleaved_strides(PixelType type, int width, int height, int channels);
// Returns the strides of an image without gaps, channel by channel: RRR...GGG...BBB...
SELVAGE_API Strides planar_strides(PixelType type, int width, int height, int channels);

// Return views of interleaved memory without gaps; void* accepts any sample type.
SELVAGE_API ImageView interleaved(void* data, PixelType type, int width, int height,
                                  int channels = 1);
SELVAGE_API ConstImageView interleaved(const void* data, PixelType type, int width, int height,
                                       int channels = 1);

// Where a raster lies on the Earth: tags of a GeoTIFF (OGC 19-008r4) as they are stored, and GDAL's
// value of pixels without data. They are kept from TIFF to TIFF.
struct GeoTags {
  std::vector<double> pixel_scale = {};     // ModelPixelScale
  std::vector<double> tie_points = {};      // ModelTiepoint: six numbers each, pixels then model
  std::vector<double> transformation = {};  // ModelTransformation: 4 x 4, row by row
  std::vector<std::uint16_t> keys = {};     // GeoKeyDirectory
  std::vector<double> double_params = {};   // GeoDoubleParams
  std::string ascii_params = {};            // GeoAsciiParams
  std::string no_data = {};                 // GDAL_NODATA, a number as text: "-9999"

  friend bool operator==(const GeoTags&, const GeoTags&) = default;
};

// Metadata of a file, byte for byte; saving keeps it wherever the written format can hold it.
struct Metadata {
  std::vector<std::byte> icc = {};          // a colour profile
  std::vector<std::byte> exif = {};         // from its TIFF header on ("II*\0" or "MM\0*")
  std::vector<std::byte> xmp = {};          // a packet of XML
  double x_density = 0.0, y_density = 0.0;  // pixels per metre; 0: not given
  GeoTags geo = {};

  friend bool operator==(const Metadata&, const Metadata&) = default;
};

// The place of an image in a video (Y4M). A frame is one image of luma (one channel) and, unless
// the video is gray, one of U and V (two channels). Samples are as stored, without a conversion
// between ranges: 8 bits as they are, a value v of b bits above 8 as the u16 sample v 2^(16-b).
struct VideoTraits {
  std::string header = {};     // the first line of the file; empty: no video
  int planes = 1;              // images of a frame, 1 or 2
  int x_step = 1, y_step = 1;  // luma pixels for each pixel of this image
  int bits = 8;                // of a stored value; 2^bits - 1 is its full scale

  friend bool operator==(const VideoTraits&, const VideoTraits&) = default;
};

// Properties of the file an image came from, kept so that saving restores them.
struct FileTraits {
  std::string format = {};  // "png", "jpeg", ... (formats() in io.hpp); empty: no file
  int max_value = 0;        // the file's own full scale (a PNM's maxval), restored in the same
                            // format; 0: the type's
  bool premultiplied =
      false;  // the colours are multiplied by alpha (OpenEXR, float TIFF); saving divides
              // or multiplies them if another format expects them otherwise
  std::vector<std::string> notes = {};  // warnings about metadata, for people
  Metadata metadata = {};
  VideoTraits video = {};
};

// Limits on allocations, checked before allocating.
struct Limits {
  std::int64_t max_pixels = std::int64_t{1} << 30;  // width * height; also limits samples to 4 each
  std::int64_t max_side = std::int64_t{1} << 20;    // pixels
  // Bytes of each kind of metadata (colour profile, EXIF, XMP) that is read from a file; more is
  // dropped with a note. At most 16 MiB.
  std::size_t max_metadata = std::size_t{1} << 24;
};

// An image that owns its pixels: interleaved, without gaps, 64-byte aligned, uninitialised.
// Move-only, so that copies are explicit (clone).
class SELVAGE_API Image {
 public:
  Image() = default;
  Image(Image&& other) noexcept;  // leaves `other` empty
  Image& operator=(Image&& other) noexcept;
  ~Image() = default;
  // Throws Error{limit} if `limits` are exceeded or memory runs out, Error{invalid_argument} for
  // sides below 1 or channels outside 1..max_channels.
  Image(PixelType type, int width, int height, int channels = 1, bool alpha = false, int batch = 1,
        const Limits& limits = {});
  // Returns an image of `depth` slices, one after another; `limits` are those of one slice. Throws
  // as the constructor does.
  static Image volume(PixelType type, int width, int height, int depth, int channels = 1,
                      bool alpha = false, int batch = 1, const Limits& limits = {});

  ImageView view() { return view_; }
  ConstImageView view() const { return view_; }
  operator ImageView() { return view_; }
  operator ConstImageView() const { return view_; }
  explicit operator bool() const { return view_.data != nullptr; }

  PixelType type() const { return view_.type; }
  int width() const { return view_.width; }
  int height() const { return view_.height; }
  int depth() const { return view_.depth; }
  int channels() const { return view_.channels; }
  bool alpha() const { return view_.alpha; }
  std::size_t bytes() const { return bytes_; }

  Image clone() const;

  FileTraits file = {};

 private:
  void allocate_samples(PixelType type, int width, int height, int channels, bool alpha,
                        int images);

  struct Free {
    void operator()(std::byte* p) const;
  };
  std::unique_ptr<std::byte[], Free> pixels_;
  std::size_t bytes_ = 0;
  ImageView view_;
};

}  // namespace selvage
