// SPDX-License-Identifier: Apache-2.0
#include "io/image_source.hpp"

namespace selvage {
namespace {

Image only_page(ImageSource&& source) {
  const int pages = source.info().pages;
  if (pages > 1)
    throw Error(Errc::input, fmt::format("{}: has {} pages", source.name(), pages),
                "save one of them as a separate file, or read them one by one with ImageReader");
  return source.read_page();
}

}  // namespace

Image load(const std::filesystem::path& path, const Limits& limits) {
  return only_page(ImageSource(limits, path));
}

Image decode(std::span<const std::byte> bytes, const Limits& limits, const std::string& name) {
  return only_page(ImageSource(limits, bytes, name));
}

FileInfo info(const std::filesystem::path& path, const Limits& limits) {
  return ImageSource(limits, path).info();
}

}  // namespace selvage
