// SPDX-License-Identifier: Apache-2.0
#pragma once
// The header of a NIfTI-1 file (nifti1.h of the NIfTI Data Format Working Group, 2007): 348 bytes,
// four more that announce extensions, and the extensions.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/image.hpp"

namespace selvage {

// A type of stored samples.
struct NiftiType {
  int code = 0;  // datatype
  int bits = 0;
  std::string_view name;              // "int16"
  PixelType loaded = PixelType::f32;  // if no scale applies
  bool is_exact = true;               // as it is loaded
};
// Returns null for a type that is not supported.
const NiftiType* find_nifti_type(int code);
// Returns the type that samples are written in.
const NiftiType& nifti_type_of(PixelType type);

class NiftiHeader {
 public:
  static constexpr std::size_t bytes = 348;
  static constexpr std::size_t least_offset = 352;  // of the samples

  // Returns whether the first bytes of a file are those of a header.
  static bool begins(std::span<const std::byte> start);

  // Reads a header in either byte order. Throws Error{input} if it is corrupt or of a kind that is
  // not supported. `name`: the file's.
  static NiftiHeader read(const std::string& name, std::span<const std::byte> stored);
  // Returns the header of a volume of one slice. `kept`: a header of a file with its extensions,
  // whose other fields are kept; or empty.
  static NiftiHeader of(PixelType type, int width, int height, std::span<const std::byte> kept);

  std::endian order() const { return order_; }  // of the file's samples
  int width() const { return dimension(1); }
  int height() const { return dimension(2); }
  int slices() const { return dimension(3); }
  const NiftiType& type() const { return *type_; }
  double slope() const { return slope_; }  // value = slope * sample + intercept
  double intercept() const { return intercept_; }
  bool has_scale() const { return slope_ != 1.0 || intercept_ != 0.0; }
  std::size_t offset() const { return offset_; }  // of the samples in the file
  // The distances of pixels along x and y and of slices, in the file's unit; 0: not known.
  std::array<double, 3> spacing() const;

  void set_slices(int count);
  // The header and its extensions, little-endian.
  std::vector<std::byte>& stored() { return stored_; }
  // The beginning of a file, up to its samples.
  std::vector<std::byte> file_start() const;

 private:
  NiftiHeader() = default;
  int dimension(int axis) const;

  std::vector<std::byte> stored_;
  std::endian order_ = std::endian::little;
  const NiftiType* type_ = nullptr;
  double slope_ = 1.0, intercept_ = 0.0;
  std::size_t offset_ = least_offset;
};

}  // namespace selvage
