// SPDX-License-Identifier: Apache-2.0
#include "io/save_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "io/metadata/metadata.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& why, std::string hint) {
  throw Error(Errc::invalid_argument, fmt::format("{}: {}", name, why), hint);
}

// "PNG, PNM can"
template <class Able>
std::string those_that_can(Able&& able) {
  std::vector<std::string_view> titles;
  for (const Codec* codec : codecs())
    if (codec->create && codec->recognises && able(*codec)) titles.push_back(codec->title);
  return titles.empty() ? "no format can yet" : fmt::format("{} can", fmt::join(titles, ", "));
}

std::string formats_written() {
  std::vector<std::string_view> titles;
  for (const Codec* codec : codecs())
    if (codec->create != nullptr) titles.push_back(codec->title);
  return fmt::format("formats that can be written: {}", fmt::join(titles, ", "));
}

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// The requested format: its name ("pnm") or an extension (".ppm", "ppm").
struct Target {
  const Codec* codec = nullptr;
  std::string extension;  // empty: any
};

Target find_target(const std::string& name, const std::string& wanted) {
  const std::string word = lower_case(wanted);
  for (const Codec* codec : codecs()) {
    if (word == codec->format) return {codec, ""};
    for (const std::string_view extension : codec->extensions)
      if (word == extension || word == extension.substr(1)) return {codec, std::string(extension)};
  }
  if (word.empty())
    refuse(name, "its name has no extension, so its format is unknown", formats_written());
  refuse(name, fmt::format("unknown format '{}'", wanted), formats_written());
}

// Some extensions stand for a part of what their format can hold.
void check_extension(const std::string& name, const std::string& extension, int channels) {
  if (extension == ".pbm") refuse(name, "bitmaps cannot be written", "save it as .pgm");
  if (extension == ".pgm" && channels != 1)
    refuse(name, "a .pgm file holds gray images only", "save it as .ppm or .pnm");
  if (extension == ".ppm" && channels != 3)
    refuse(name, "a .ppm file holds RGB images only", "save it as .pgm or .pnm");
}

std::string describe(const ConstImageView& image) {
  if (!image.alpha) return fmt::format("{} channels", image.channels);
  return fmt::format("{} channels with alpha as the last", image.channels);
}

void check_holds(const std::string& name, const Codec& codec, const ConstImageView& image) {
  if (image.width < 1 || image.height < 1) refuse(name, "there is no image to save", "");
  if (image.batch != 1 || image.depth != 1)
    refuse(name, fmt::format("one file cannot hold a batch of {} images", image.batch),
           "save the images one by one");
  if (codec.create == nullptr)
    refuse(name, fmt::format("{} is read, but not written", codec.title), formats_written());
  const Layout layout{image.channels, image.alpha};
  const auto holds_type = [&](const Codec& other) { return other.can_hold(image.type); };
  if (!codec.can_hold(image.type))
    refuse(
        name, fmt::format("{} cannot hold {} samples", codec.title, selvage::name(image.type)),
        fmt::format("{}; or convert the image with selvage::convert", those_that_can(holds_type)));
  if (!codec.can_hold(layout))
    refuse(name, fmt::format("{} cannot hold {}", codec.title, describe(image)),
           those_that_can(
               [&](const Codec& other) { return holds_type(other) && other.can_hold(layout); }));
  if (codec.max_side != 0 && std::max(image.width, image.height) > codec.max_side)
    refuse(name, fmt::format("{} holds at most {} pixels a side", codec.title, codec.max_side),
           "save it in another format");
}

// The full scale of the source file is restored only if it applies to this type.
int restored_max_value(const Codec& codec, PixelType type, const FileTraits& file) {
  if (file.format != codec.format || !is_integer(type)) return 0;
  const int lowest = type == PixelType::u8 ? 1 : 256;
  return file.max_value >= lowest && file.max_value < full_scale(type) ? file.max_value : 0;
}

}  // namespace

std::string extension_of(const std::filesystem::path& path) {
  constexpr std::string_view twofold = ".nii.gz";
  const std::string name = path.filename().string();
  if (name.size() > twofold.size() && lower_case(name).ends_with(twofold))
    return name.substr(name.size() - twofold.size());
  return path.extension().string();
}

std::string output_name(const std::filesystem::path& path) {
  return path == "-" ? "standard output" : path.string();
}

const Codec& checked_codec(const std::filesystem::path& path, const ConstImageView& shape,
                           const SaveOptions& options) {
  const std::string name = output_name(path);
  const bool by_name = options.format.empty();
  const auto [codec, extension] = find_target(name, by_name ? extension_of(path) : options.format);
  check_built(*codec, name, Errc::invalid_argument);
  check_holds(name, *codec, shape);
  check_extension(name, extension, shape.channels);
  if (options.quality < 1 || options.quality > 100)
    refuse(name, fmt::format("quality {} is outside 1..100", options.quality), "95 is usual");
  if (options.threads < 0)
    refuse(name, fmt::format("threads {} is below 0", options.threads),
           "0 uses as many as the machine has");
  return *codec;
}

OutputShape output_shape(const Codec& codec, const ConstImageView& shape, const FileTraits& file,
                         const SaveOptions& options) {
  return {.type = shape.type,
          .width = shape.width,
          .height = shape.height,
          .channels = shape.channels,
          .alpha = shape.alpha,
          .premultiplied = is_stored_premultiplied(codec, shape, file),
          .max_value = restored_max_value(codec, shape.type, file),
          .quality = options.quality,
          .expected_bytes = options.expected_bytes,
          .threads = options.threads,
          .video = file.video,
          .volume = options.volume,
          .metadata = kept_metadata(codec, shape, file.metadata)};
}

}  // namespace selvage
