// SPDX-License-Identifier: Apache-2.0
#include "html_report/data_uri.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "selvage/io.hpp"

namespace selvage::cli {

std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (k < count ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= count ? digits[group >> (18 - 6 * k) & 63U] : '=';
  }
  return text;
}

std::string png_uri(const ConstImageView& image) {
  return "data:image/png;base64," + base64(encode(image, {.format = "png"}));
}

}  // namespace selvage::cli
