// SPDX-License-Identifier: Apache-2.0
#pragma once
// Views on pixels that somebody else owns, and images that own theirs.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "selvage/api.h"

namespace selvage {

// An integer sample v means v / full_scale(type); a float sample means itself.
enum class PixelType : std::uint8_t { u8, u16, f16, f32 };

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
  constexpr std::string_view names[] = {"u8", "u16", "f16", "f32"};
  return names[static_cast<std::size_t>(type)];
}

// A rectangle of pixels: columns x .. x + width - 1, rows y .. y + height - 1.
struct Rect {
  int x = 0, y = 0;           // pixels
  int width = 0, height = 0;  // pixels

  friend bool operator==(const Rect&, const Rect&) = default;
};

// Bytes from one sample to the next in each direction; any sign, so that flipped images are views.
struct Strides {
  std::ptrdiff_t pixel = 0;    // to the right neighbour
  std::ptrdiff_t row = 0;      // to the pixel below
  std::ptrdiff_t channel = 0;  // to the next channel of the same pixel
  std::ptrdiff_t batch = 0;    // to the next image; any value when batch is 1
  std::ptrdiff_t slice = 0;    // to the next slice; any value when depth is 1

  friend bool operator==(const Strides&, const Strides&) = default;
};

// Sample (x, y, c) of image b sits at
//   data + b * stride.batch + y * stride.row + x * stride.pixel + c * stride.channel   [bytes]
// so interleaved, planar, padded, flipped images and regions are all views. The memory belongs to
// the host and to somebody else: a view never allocates and never frees. Samples of different
// pixels, channels and images must not share bytes when a view is written through.
// Byte is std::byte (readable and writable) or const std::byte (readable).
template <class Byte>
struct BasicImageView {
  Byte* data = nullptr;            // sample (0, 0, 0) of the first image; null: no image
  PixelType type = PixelType::u8;  //
  int width = 0, height = 0;       // pixels
  int channels = 1;                // samples of a pixel, 1..4, alpha included
  bool alpha = false;              // the last channel is alpha (channels >= 2)
  int batch = 1;                   // images of this shape
  int depth = 1;                   // slices; 1 today
  Strides stride = {};             // bytes

  explicit operator bool() const { return data != nullptr; }

  // The address of one sample. No check.
  Byte* at(int x, int y, int c = 0, int b = 0) const {
    return data + b * stride.batch + y * stride.row + x * stride.pixel + c * stride.channel;
  }
  // Channels that are colour: all but alpha.
  int colour_channels() const { return channels - (alpha ? 1 : 0); }

  // The pixels of `rect`, which must lie inside. No check.
  BasicImageView region(Rect rect) const {
    BasicImageView view = *this;
    view.data = at(rect.x, rect.y);
    view.width = rect.width;
    view.height = rect.height;
    return view;
  }
  // One image of the batch.
  BasicImageView image(int b) const {
    BasicImageView view = *this;
    view.data = data + b * stride.batch;
    view.batch = 1;
    return view;
  }

  // A view to write through is also a view to read through.
  operator BasicImageView<const std::byte>() const
    requires(!std::is_const_v<Byte>)
  {
    return {data, type, width, height, channels, alpha, batch, depth, stride};
  }
};

using ImageView = BasicImageView<std::byte>;
using ConstImageView = BasicImageView<const std::byte>;

// The strides of an image without gaps, channels side by side: RGBRGB...
SELVAGE_API Strides interleaved_strides(PixelType type, int width, int height, int channels);
// The strides of an image without gaps, channels one after another: RRR...GGG...BBB...
SELVAGE_API Strides planar_strides(PixelType type, int width, int height, int channels);

// Views on interleaved memory without gaps; void* so that any sample type fits.
SELVAGE_API ImageView interleaved(void* data, PixelType type, int width, int height,
                                  int channels = 1);
SELVAGE_API ConstImageView interleaved(const void* data, PixelType type, int width, int height,
                                       int channels = 1);

// What a file says beside its pixels, byte for byte; kept wherever the written format can hold it.
struct Metadata {
  std::vector<std::byte> icc = {};          // a colour profile
  std::vector<std::byte> exif = {};         // from its TIFF header on ("II*\0" or "MM\0*")
  std::vector<std::byte> xmp = {};          // a packet of XML
  double x_density = 0.0, y_density = 0.0;  // pixels per metre; 0: not said

  friend bool operator==(const Metadata&, const Metadata&) = default;
};

// What a file said about its image, kept so that saving restores it.
struct FileTraits {
  std::string format = {};     // "png", "jpeg", ... (formats() in io.hpp); empty: no file
  int max_value = 0;           // the file's own full scale (a PNM's maxval); 0: the type's;
                               // restored in the same format
  bool premultiplied = false;  // the colours are multiplied by alpha (OpenEXR); saving divides or
                               // multiplies them where another format means them otherwise
  std::vector<std::string> notes = {};  // warnings about metadata, for people
  Metadata metadata = {};
};

// Limits on what is allocated, checked before the allocation.
struct Limits {
  std::int64_t max_pixels = std::int64_t{1} << 30;  // width * height
  std::int64_t max_side = std::int64_t{1} << 20;    // pixels
};

// Pixels of its own: interleaved, without gaps, 64-byte aligned, uninitialised. Move-only, so that
// copies are written out (clone).
class SELVAGE_API Image {
 public:
  Image() = default;
  Image(Image&& other) noexcept;  // leaves `other` empty
  Image& operator=(Image&& other) noexcept;
  ~Image() = default;
  // Throws Error{limit} over `limits` or when memory runs out, Error{invalid_argument} for sides
  // below 1 or channels outside 1..4.
  Image(PixelType type, int width, int height, int channels = 1, bool alpha = false, int batch = 1,
        const Limits& limits = {});

  ImageView view() { return view_; }
  ConstImageView view() const { return view_; }
  operator ImageView() { return view_; }
  operator ConstImageView() const { return view_; }
  explicit operator bool() const { return view_.data != nullptr; }

  PixelType type() const { return view_.type; }
  int width() const { return view_.width; }
  int height() const { return view_.height; }
  int channels() const { return view_.channels; }
  bool alpha() const { return view_.alpha; }
  std::size_t bytes() const { return bytes_; }

  Image clone() const;

  FileTraits file = {};

 private:
  struct Free {
    void operator()(std::byte* p) const;
  };
  std::unique_ptr<std::byte[], Free> pixels_;
  std::size_t bytes_ = 0;
  ImageView view_;
};

}  // namespace selvage
