// SPDX-License-Identifier: Apache-2.0
// Image files as arrays. The properties of a file travel as a tuple, in the order of FileTraits.

#include "files.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "errors.hpp"
#include "fork.hpp"
#include "selvage/io.hpp"

namespace selvage::python {
namespace {

using Bytes = std::vector<std::byte>;

std::string text_of(const nb::bytes& bytes) {
  return {bytes.c_str(), bytes.size()};
}

nb::bytes to_python(const Bytes& bytes) {
  return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}
Bytes from_python(nb::handle object) {
  const auto bytes = nb::cast<nb::bytes>(object);
  Bytes copy(bytes.size());
  if (!copy.empty()) std::memcpy(copy.data(), bytes.c_str(), copy.size());
  return copy;
}

template <class Number>
nb::tuple to_python(const std::vector<Number>& numbers) {
  return nb::tuple(nb::cast(numbers));
}
nb::bytes to_python(const std::string& text) {
  return nb::bytes(text.data(), text.size());
}

// In the order of the members.
nb::tuple to_python(const GeoTags& geo) {
  return nb::make_tuple(to_python(geo.pixel_scale), to_python(geo.tie_points),
                        to_python(geo.transformation), to_python(geo.keys),
                        to_python(geo.double_params), to_python(geo.ascii_params),
                        to_python(geo.no_data));
}
GeoTags geo_of(const nb::tuple& t) {
  const auto doubles = [&](int i) { return nb::cast<std::vector<double>>(t[i]); };
  return {.pixel_scale = doubles(0),
          .tie_points = doubles(1),
          .transformation = doubles(2),
          .keys = nb::cast<std::vector<std::uint16_t>>(t[3]),
          .double_params = doubles(4),
          .ascii_params = text_of(nb::cast<nb::bytes>(t[5])),
          .no_data = text_of(nb::cast<nb::bytes>(t[6]))};
}

nb::tuple to_python(const FileTraits& file) {
  const Metadata& m = file.metadata;
  return nb::make_tuple(file.format, file.max_value, file.premultiplied,
                        nb::tuple(nb::cast(file.notes)), to_python(m.icc), to_python(m.exif),
                        to_python(m.xmp), m.x_density, m.y_density, to_python(m.geo));
}
FileTraits traits_of(const nb::tuple& t) {
  return {.format = nb::cast<std::string>(t[0]),
          .max_value = nb::cast<int>(t[1]),
          .premultiplied = nb::cast<bool>(t[2]),
          .notes = nb::cast<std::vector<std::string>>(t[3]),
          .metadata = {.icc = from_python(t[4]),
                       .exif = from_python(t[5]),
                       .xmp = from_python(t[6]),
                       .x_density = nb::cast<double>(t[7]),
                       .y_density = nb::cast<double>(t[8]),
                       .geo = geo_of(nb::cast<nb::tuple>(t[9]))}};
}

nb::dlpack::dtype dlpack_type(PixelType type) {
  using Code = nb::dlpack::dtype_code;
  return {static_cast<std::uint8_t>(is_integer(type) ? Code::UInt : Code::Float),
          static_cast<std::uint8_t>(8 * sample_bytes(type)), 1};
}

// Returns a NumPy array that owns the image: rows, columns and, if there are several, channels.
nb::object array_of(Image image) {
  const ImageView view = image.view();
  auto* const owned = new Image(std::move(image));
  const nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<Image*>(p); });
  const std::size_t shape[] = {static_cast<std::size_t>(view.height),
                               static_cast<std::size_t>(view.width),
                               static_cast<std::size_t>(view.channels)};
  return nb::cast(nb::ndarray<nb::numpy>(view.data, view.channels == 1 ? 2 : 3, shape, owner,
                                         nullptr, dlpack_type(view.type)));
}

Image read_page(const std::string& path, int page, const Limits& limits) {
  ImageReader reader(path, limits);
  for (int at = 1; at < page; ++at)
    if (!reader.next())
      refuse("page " + std::to_string(page) + " of a file with " + std::to_string(at),
             "pages count from 1");
  return reader.read_page();
}

// An image as Python gets it: array, alpha, properties of its file.
nb::tuple to_python(Image image) {
  const bool alpha = image.alpha();
  const nb::tuple file = to_python(image.file);
  return nb::make_tuple(array_of(std::move(image)), alpha, file);
}

nb::tuple decode_file(const nb::bytes& file, std::int64_t max_pixels, std::int64_t max_side) {
  const std::span bytes(reinterpret_cast<const std::byte*>(file.c_str()), file.size());
  return to_python([&] {
    const Working working;
    return decode(bytes, {.max_pixels = max_pixels, .max_side = max_side});
  }());
}

nb::tuple load_file(const nb::bytes& path, std::optional<int> page, std::int64_t max_pixels,
                    std::int64_t max_side) {
  const std::string name = text_of(path);
  const Limits limits{.max_pixels = max_pixels, .max_side = max_side};
  if (page && *page < 1) refuse("page " + std::to_string(*page), "pages count from 1");
  Image image = [&] {
    const Working working;
    return page ? read_page(name, *page, limits) : load(name, limits);
  }();
  return to_python(std::move(image));
}

ConstImageView view_of_image(const Reader& reader, std::optional<int> channel_axis, bool alpha) {
  const Samples samples = samples_of("image", reader);
  return view_of("image", samples, axes_of("image", samples.axes, channel_axis, {}), alpha);
}

void save_file(const nb::bytes& path, nb::handle array, std::optional<int> channel_axis, bool alpha,
               const std::string& format, int quality, bool overwrite, const nb::tuple& file) {
  const Reader reader = reader_of("image", array);
  const ConstImageView view = view_of_image(reader, channel_axis, alpha);
  const std::string name = text_of(path);
  const FileTraits traits = traits_of(file);
  const Working working;
  save(name, view, {.format = format, .quality = quality, .overwrite = overwrite, .threads = 0},
       traits);
}

nb::bytes encode_file(nb::handle array, std::optional<int> channel_axis, bool alpha,
                      const std::string& format, int quality, const nb::tuple& file) {
  const Reader reader = reader_of("image", array);
  const ConstImageView view = view_of_image(reader, channel_axis, alpha);
  const FileTraits traits = traits_of(file);
  const Bytes bytes = [&] {
    const Working working;
    return encode(view, {.format = format, .quality = quality, .threads = 0}, traits);
  }();
  return to_python(bytes);
}

nb::object to_bytes(nb::handle array, std::optional<int> channel_axis) {
  const Reader reader = reader_of("image", array);
  const ConstImageView view = view_of_image(reader, channel_axis, false);
  Image converted = [&] {
    const Working working;
    return convert(view, PixelType::u8);
  }();
  return array_of(std::move(converted));
}

}  // namespace

void add_files(nb::module_& module) {
  module.def("load", &load_file, nb::arg("path"), nb::arg("page").none(), nb::arg("max_pixels"),
             nb::arg("max_side"));
  module.def("save", &save_file, nb::arg("path"), nb::arg("array"), nb::arg("channel_axis").none(),
             nb::arg("has_alpha"), nb::arg("format"), nb::arg("quality"), nb::arg("overwrite"),
             nb::arg("file"));
  module.def("decode", &decode_file, nb::arg("data"), nb::arg("max_pixels"), nb::arg("max_side"));
  module.def("encode", &encode_file, nb::arg("array"), nb::arg("channel_axis").none(),
             nb::arg("has_alpha"), nb::arg("format"), nb::arg("quality"), nb::arg("file"));
  module.def("to_uint8", &to_bytes, nb::arg("array"), nb::arg("channel_axis").none());
}

}  // namespace selvage::python
