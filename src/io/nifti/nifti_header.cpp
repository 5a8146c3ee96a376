// SPDX-License-Identifier: Apache-2.0
#include "io/nifti/nifti_header.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "io/bytes/byte_order.hpp"
#include "io/bytes/failures.hpp"
#include "io/codec/codec.hpp"
#include "selvage/metadata.hpp"

namespace selvage {
namespace {

constexpr auto nifti_types = std::to_array<NiftiType>({
    {2, 8, "uint8", PixelType::u8},
    {4, 16, "int16"},
    {8, 32, "int32", PixelType::f32, false},
    {16, 32, "float32"},
    {64, 64, "float64", PixelType::f32, false},
    {256, 8, "int8"},
    {512, 16, "uint16", PixelType::u16},
    {768, 32, "uint32", PixelType::f32, false},
});

// The places of the fields that are used here.
constexpr std::size_t dim_at = 40, datatype_at = 70, bitpix_at = 72, pixdim_at = 76,
                      offset_at = 108, slope_at = 112, intercept_at = 116, magic_at = 344;

// The fields of more than one byte.
struct FieldRun {
  std::size_t at, bytes, count;
};
constexpr FieldRun field_runs[] = {{0, 4, 1},   {32, 4, 1},  {36, 2, 1},  {40, 2, 8},  {56, 4, 3},
                                   {68, 2, 4},  {76, 4, 8},  {108, 4, 3}, {120, 2, 1}, {124, 4, 4},
                                   {140, 4, 2}, {252, 2, 2}, {256, 4, 6}, {280, 4, 12}};

template <class T>
T little(std::span<const std::byte> header, std::size_t at) {
  T value;
  std::memcpy(&value, header.subspan(at, sizeof value).data(), sizeof value);
  to_native_order<std::endian::little>(std::span(&value, 1));
  return value;
}

template <class T>
void set_little(std::span<std::byte> header, std::size_t at, T value) {
  to_native_order<std::endian::little>(std::span(&value, 1));
  std::memcpy(header.subspan(at, sizeof value).data(), &value, sizeof value);
}

void reverse_fields(std::span<std::byte> header) {
  for (const FieldRun& run : field_runs)
    for (std::size_t i = 0; i < run.count; ++i)
      std::ranges::reverse(header.subspan(run.at + i * run.bytes, run.bytes));
}

bool starts_with_number(std::span<const std::byte> start, std::uint8_t low, std::uint8_t high) {
  const auto at = [&](std::size_t i) { return std::to_integer<std::uint8_t>(start[i]); };
  return start.size() >= 4 && ((at(0) == low && at(1) == high && at(2) == 0 && at(3) == 0) ||
                               (at(3) == low && at(2) == high && at(1) == 0 && at(0) == 0));
}

bool begins_second_version(std::span<const std::byte> start) {
  return starts_with_number(start, 0x1c, 0x02) &&  // 540 bytes
         (holds(start, "n+2", 4) || holds(start, "ni2", 4));
}

[[noreturn]] void refuse_type(const std::string& name, int code) {
  std::string supported;
  for (const NiftiType& type : nifti_types)
    supported += fmt::format("{}{}", supported.empty() ? "" : ", ", type.name);
  throw_not_supported(name, fmt::format("a NIfTI file with samples of type {}", code),
                      fmt::format("convert it to one of: {}", supported));
}

}  // namespace

const NiftiType* find_nifti_type(int code) {
  const auto found = std::ranges::find(nifti_types, code, &NiftiType::code);
  return found == nifti_types.end() ? nullptr : &*found;
}

const NiftiType& nifti_type_of(PixelType type) {
  constexpr int u8 = 2, f32 = 16, u16 = 512;
  return *find_nifti_type(type == PixelType::u8 ? u8 : type == PixelType::u16 ? u16 : f32);
}

bool NiftiHeader::begins(std::span<const std::byte> start) {
  const bool first = starts_with_number(start, 0x5c, 0x01) &&  // 348 bytes
                     (holds(start, "n+1", magic_at) || holds(start, "ni1", magic_at));
  return first || begins_second_version(start);
}

NiftiHeader NiftiHeader::read(const std::string& name, std::span<const std::byte> stored) {
  if (begins_second_version(stored)) throw_not_supported(name, "NIfTI-2", "convert it to NIfTI-1");
  if (holds(stored, "ni1", magic_at))
    throw_not_supported(name, "a NIfTI header whose samples are in another file",
                        "convert the pair to one file: .nii");
  const auto corrupt = [&](std::string_view why) { throw_corrupt(name, "NIfTI", why); };
  NiftiHeader header;
  header.stored_.assign(stored.begin(), stored.begin() + bytes);
  if (std::to_integer<int>(stored[0]) == 0) {
    header.order_ = std::endian::big;
    reverse_fields(header.stored_);
  }
  const std::span<const std::byte> fields = header.stored_;
  const int axes = little<std::int16_t>(fields, dim_at);
  if (axes < 1 || axes > 7) corrupt("its number of dimensions is outside 1..7");
  for (int axis = 1; axis <= axes; ++axis)
    if (header.dimension(axis) < 1) corrupt("a dimension is below 1");
  for (int axis = 4; axis <= axes; ++axis)
    if (header.dimension(axis) > 1)
      throw_not_supported(name, fmt::format("a NIfTI file of {} volumes", header.dimension(axis)),
                          "extract one volume, or pass the array to pyselvage");
  for (int axis = axes + 1; axis <= 7; ++axis)
    set_little<std::int16_t>(header.stored_, dim_at + 2 * static_cast<std::size_t>(axis), 1);
  const int code = little<std::int16_t>(fields, datatype_at);
  header.type_ = find_nifti_type(code);
  if (!header.type_) refuse_type(name, code);
  const auto offset = little<float>(fields, offset_at);
  if (!(offset >= least_offset && offset < 0x1p30f) || offset != std::floor(offset))
    corrupt("the place of its samples is not valid");
  header.offset_ = static_cast<std::size_t>(offset);
  const auto slope = little<float>(fields, slope_at),
             intercept = little<float>(fields, intercept_at);
  if (std::isfinite(slope) && slope != 0.0f) {  // 0: no scale
    header.slope_ = slope;
    header.intercept_ = std::isfinite(intercept) ? intercept : 0.0;
  }
  return header;
}

NiftiHeader NiftiHeader::of(PixelType type, int width, int height,
                            std::span<const std::byte> kept) {
  NiftiHeader header;
  header.type_ = &nifti_type_of(type);
  header.stored_.assign(kept.begin(), kept.end());
  if (kept.size() < bytes) {
    header.stored_.assign(bytes, std::byte{});
    header.stored_[38] = std::byte{'r'};
    for (std::size_t axis = 0; axis < 8; ++axis)
      set_little(header.stored_, pixdim_at + 4 * axis, 1.0f);
  }
  const std::span<std::byte> fields = header.stored_;
  set_little<std::int32_t>(fields, 0, bytes);
  const std::int16_t dimensions[] = {
      3, static_cast<std::int16_t>(width), static_cast<std::int16_t>(height), 1, 1, 1, 1, 1};
  for (std::size_t axis = 0; axis < 8; ++axis)
    set_little(fields, dim_at + 2 * axis, dimensions[axis]);
  set_little(fields, datatype_at, static_cast<std::int16_t>(header.type_->code));
  set_little(fields, bitpix_at, static_cast<std::int16_t>(header.type_->bits));
  header.offset_ = least_offset + header.stored_.size() - bytes;
  set_little(fields, offset_at, static_cast<float>(header.offset_));
  set_little(fields, slope_at, 1.0f);
  set_little(fields, intercept_at, 0.0f);
  constexpr std::string_view magic{"n+1\0", 4};
  std::memcpy(fields.subspan(magic_at).data(), magic.data(), magic.size());
  return header;
}

std::array<double, 3> NiftiHeader::spacing() const {
  std::array<double, 3> spacing{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double distance = std::fabs(little<float>(stored_, pixdim_at + 4 * (axis + 1)));
    if (std::isfinite(distance)) spacing[axis] = distance;
  }
  return spacing;
}

void NiftiHeader::set_slices(int count) {
  set_little(std::span(stored_), dim_at + 6, static_cast<std::int16_t>(count));
}

std::vector<std::byte> NiftiHeader::file_start() const {
  std::vector<std::byte> start(stored_.begin(), stored_.begin() + bytes);
  start.resize(least_offset);
  if (stored_.size() > bytes) start[bytes] = std::byte{1};  // extensions follow
  start.insert(start.end(), stored_.begin() + bytes, stored_.end());
  return start;
}

int NiftiHeader::dimension(int axis) const {
  return little<std::int16_t>(stored_, dim_at + 2 * static_cast<std::size_t>(axis));
}

// The place of voxel (i, j, k): rows of an affine matrix (sform), and an offset to which a rotated
// and scaled (i, j, k) is added (qform).
std::vector<std::byte> nifti_of_region(std::span<const std::byte> nifti, int x, int y) {
  std::vector<std::byte> moved(nifti.begin(), nifti.end());
  if (moved.size() < NiftiHeader::bytes) return moved;
  const std::span<std::byte> fields = moved;
  constexpr std::size_t quaternion_at = 256, offsets_at = 268, rows_at = 280;
  const auto number = [&](std::size_t at) { return double{little<float>(nifti, at)}; };
  for (std::size_t row = 0; row < 3; ++row) {
    const std::size_t at = rows_at + 16 * row;
    set_little(fields, at + 12,
               static_cast<float>(number(at + 12) + number(at) * x + number(at + 4) * y));
  }
  const double b = number(quaternion_at), c = number(quaternion_at + 4),
               d = number(quaternion_at + 8);
  const double a = std::sqrt(std::max(0.0, 1.0 - (b * b + c * c + d * d)));
  const double along_x[] = {a * a + b * b - c * c - d * d, 2 * (b * c + a * d),
                            2 * (b * d - a * c)};
  const double along_y[] = {2 * (b * c - a * d), a * a + c * c - b * b - d * d,
                            2 * (c * d + a * b)};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t at = offsets_at + 4 * axis;
    set_little(fields, at,
               static_cast<float>(number(at) + along_x[axis] * number(pixdim_at + 4) * x +
                                  along_y[axis] * number(pixdim_at + 8) * y));
  }
  return moved;
}

}  // namespace selvage
