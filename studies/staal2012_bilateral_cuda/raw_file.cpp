// SPDX-License-Identifier: Apache-2.0
#include "staal2012_bilateral_cuda/raw_file.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "selvage/error.hpp"

namespace selvage::studies::staal {
namespace {

constexpr const char* usage =
    "give <input file> <width> <height> <channels> <radius> <spatial sigma> <range sigma> "
    "<iterations>";
constexpr int most_pixels = 1 << 25;  // three samples of each fit a 1-D texture of CUDA

template <class Number>
Number number(const char* name, const std::string& text, double low, double high) {
  Number value = {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() ||
      !(static_cast<double>(value) >= low && static_cast<double>(value) <= high))
    throw Error(Errc::invalid_argument,
                fmt::format("{} {} is no number of {}..{}", name, text, low, high), usage);
  return value;
}

float sample(std::span<const std::byte> bytes, std::size_t index, bool is_float) {
  if (!is_float) return static_cast<float>(std::to_integer<int>(bytes[index])) / 255.0f;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < sizeof(bits); ++i)
    bits |= std::to_integer<std::uint32_t>(bytes[sizeof(bits) * index + i]) << (8 * i);
  return std::bit_cast<float>(bits);
}

}  // namespace

RawArguments parse_raw_arguments(const std::vector<std::string>& words) {
  if (words.size() != 8)
    throw Error(Errc::invalid_argument, fmt::format("{} arguments, not 8", words.size()), usage);
  RawArguments a{.file = words[0]};
  a.width = number<int>("width", words[1], 1, most_pixels);
  a.height = number<int>("height", words[2], 1, most_pixels);
  if (a.width > most_pixels / a.height)
    throw Error(Errc::invalid_argument, fmt::format("{}x{} is too large", a.width, a.height),
                fmt::format("the rungs take images of up to {} pixels", most_pixels));
  a.channels = number<int>("channels", words[3], 1, 4);
  if (a.channels == 2)
    throw Error(Errc::invalid_argument, "2 channels are no colours", "channels are 1, 3 or 4");
  a.settings.radius = number<int>("radius", words[4], 0, 100);
  a.settings.sigma_space = number<float>("spatial sigma", words[5], 1e-6, 1e6);
  a.settings.sigma_range = number<float>("range sigma", words[6], 1e-6, 1e6);
  a.iterations = number<int>("iterations", words[7], 1, 100000);
  check_size(a.settings, a.width, a.height);
  return a;
}

Image decode_raw(std::span<const std::byte> bytes, const RawArguments& a) {
  const auto channels = static_cast<std::size_t>(a.channels);
  const std::size_t pixels = static_cast<std::size_t>(a.width) * static_cast<std::size_t>(a.height);
  const std::size_t samples = pixels * channels;
  const bool is_float = bytes.size() == samples * sizeof(float);
  if (!is_float && bytes.size() != samples)
    throw Error(
        Errc::input,
        fmt::format("{}: {} bytes are no {}x{} image of {} channels", a.file, bytes.size(), a.width,
                    a.height, a.channels),
        fmt::format("u8 samples are {} bytes, f32 samples {}", samples, samples * sizeof(float)));
  Image image(PixelType::f32, a.width, a.height, rgb);
  auto* to = reinterpret_cast<float*>(image.view().data);
  for (std::size_t i = 0; i < pixels; ++i)
    for (std::size_t c = 0; c < rgb; ++c) {
      const float value = sample(bytes, i * channels + (channels == 1 ? 0 : c), is_float);
      if (!std::isfinite(value))
        throw Error(Errc::input, fmt::format("{}: sample {} is no number", a.file, i),
                    "the document's kernels take finite samples only");
      to[rgb * i + c] = value;
    }
  return image;
}

Image read_raw(const RawArguments& arguments) {
  std::error_code error;
  const auto size = std::filesystem::file_size(arguments.file, error);
  if (error)
    throw Error(Errc::input, fmt::format("{}: {}", arguments.file, error.message()), usage);
  const auto samples = static_cast<std::uintmax_t>(arguments.width) *
                       static_cast<std::uintmax_t>(arguments.height) *
                       static_cast<std::uintmax_t>(arguments.channels);
  std::vector<std::byte> bytes;
  // One more than any right file has, so that a longer one is refused without being read.
  bytes.resize(static_cast<std::size_t>(std::min(size, samples * sizeof(float) + 1)));
  std::ifstream in(arguments.file, std::ios::binary);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!in) throw Error(Errc::input, fmt::format("{}: cannot be read", arguments.file), usage);
  return decode_raw(bytes, arguments);
}

}  // namespace selvage::studies::staal
