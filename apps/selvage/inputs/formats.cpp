// SPDX-License-Identifier: Apache-2.0
#include "inputs/formats.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "inputs/jobs.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {
namespace {

bool holds(const FormatName& format, const ConstImageView& shape) {
  try {
    check_save("-", shape, {.format = format.format});
    return true;
  } catch (const Error&) {
    return false;
  }
}

const FormatName* find_format(const std::string& name) {
  for (const FormatName& format : formats())
    if (format.format == name) return &format;
  return nullptr;
}

// Returns the extension in lower case: ".png" of "A.PNG".
std::string lower_extension(const std::filesystem::path& name) {
  std::string extension = extension_of(name);
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

// Returns "frame.N.exr" for the layer "frame.exr:N".
std::filesystem::path without_colon(const std::filesystem::path& name) {
  const std::string& text = name.native();
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || lower_extension(text.substr(0, colon)) != ".exr") return name;
  const std::filesystem::path file = text.substr(0, colon);
  return file.stem().string() + '.' + text.substr(colon + 1) + file.extension().string();
}

}  // namespace

std::string without_extension(const std::filesystem::path& name) {
  const std::string whole = name.string();
  return whole.substr(0, whole.size() - extension_of(name).size());
}

std::string format_of(const std::filesystem::path& name) {
  const std::string extension = lower_extension(name);
  for (const FormatName& format : formats())
    for (const std::string& known : format.extensions)
      if (known == extension) return format.format;
  return {};
}

bool is_image_name(const std::filesystem::path& name) {
  const FormatName* format = find_format(format_of(name));
  return format && format->can_load;
}

std::string images_by_name() {
  std::vector<std::string> known;
  for (const FormatName& format : formats())
    if (format.can_load)
      known.insert(known.end(), format.extensions.begin(), format.extensions.end());
  return fmt::format("images are recognised by their extensions: {}", fmt::join(known, " "));
}

bool can_hold(const std::string& format, const ConstImageView& shape) {
  const FormatName* known = find_format(format);
  return known && holds(*known, shape);
}

bool has_pages(const std::string& format) {
  const FormatName* known = find_format(format);
  return known && known->pages;
}

void check_pages(const std::string& input, int pages, const std::string& format) {
  if (pages == 1 || has_pages(format)) return;
  std::string able;
  for (const FormatName& known : formats())
    if (known.pages && known.can_save)
      able += fmt::format("{}{}", able.empty() ? "" : ", ", known.extensions.front());
  throw Error(Errc::invalid_argument,
              fmt::format("{} has {} pages; {} files hold one", input, pages, format),
              able.empty() ? "no output format supports several pages"
                           : fmt::format("save them in a format that supports pages: {}", able));
}

bool writes_by_rows(const std::string& format) {
  const FormatName* known = find_format(format);
  return known && known->writes_by_rows;
}

std::filesystem::path writable_name(std::filesystem::path name) {
  name = without_colon(name);
  const FormatName* format = find_format(format_of(name));
  if (format && !format->can_save)
    name.replace_extension(is_integer(format->types.front()) ? ".png" : ".pfm");
  if (lower_extension(name) == ".pbm")
    name.replace_extension(".pgm");  // bitmaps are written as gray images
  return name;
}

std::string format_that_holds(const ConstImageView& shape) {
  for (const FormatName& format : formats())
    if (holds(format, shape)) return format.format;
  throw Error(Errc::invalid_argument, fmt::format("no format can hold {}", shape_text(shape)),
              "choose different --bits");
}

std::string output_format(const Job& job, const std::string& source_format,
                          const ConstImageView& shape) {
  std::string named = job.output == "-" ? std::string() : format_of(job.output);
  if (named.empty() && !job.format.empty()) return format_of("x" + job.format);
  if (!named.empty() || (job.output != "-" && !job.named_by_input)) return named;
  return can_hold(source_format, shape) ? source_format : format_that_holds(shape);
}

std::string shape_text(const ConstImageView& shape) {
  constexpr const char* colours[] = {"gray", "two-channel", "RGB", "four-channel"};
  const int count = shape.colour_channels();
  const std::string kind =
      count <= 4 ? colours[std::max(count, 1) - 1] : fmt::format("{}-channel", count);
  const char* type = shape.type == PixelType::u8    ? "8-bit"
                     : shape.type == PixelType::u16 ? "16-bit"
                     : shape.type == PixelType::f16 ? "16-bit float"
                                                    : "32-bit float";
  return fmt::format("{}x{} {}{} {}", shape.width, shape.height, kind,
                     shape.alpha ? " and alpha" : "", type);
}

std::string channel_name(const ConstImageView& shape, int channel) {
  const int colours = shape.colour_channels();
  if (channel >= colours) return "alpha";
  if (colours == 1) return "gray";
  constexpr const char* names[] = {"red", "green", "blue"};
  return colours == 3 ? names[channel] : fmt::format("{}", channel);
}

}  // namespace selvage::cli
