// SPDX-License-Identifier: Apache-2.0
#include "side_images/side_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "inputs/folders.hpp"
#include "inputs/formats.hpp"
#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::optional<SideFolder> SideFolder::open(const std::string& name) {
  if (names_folder(name)) return SideFolder(name, "");
  const std::size_t colon = name.rfind(':');
  std::error_code ignored;
  if (colon == std::string::npos || fs::exists(name, ignored) || !is_folder(name.substr(0, colon)))
    return {};
  return SideFolder(name.substr(0, colon), name.substr(colon));
}

SideFolder::SideFolder(std::string folder, std::string layer)
    : folder_(std::move(folder)), layer_(std::move(layer)) {
  const FolderFiles below = files_below(folder_, {});
  if (!below.unread.empty()) throw below.unread.front().error;
  for (const std::string& name : below.names) by_stem_[without_extension(name)].push_back(name);
}

std::string SideFolder::path_of(const std::string& name) const {
  return (fs::path(folder_) / name).string() + layer_;
}

std::string SideFolder::find(const std::string& port, const std::string& input,
                             const std::string& name) const {
  const auto entry = by_stem_.find(without_extension(name));
  std::vector<std::string> found;
  if (entry != by_stem_.end()) {
    if (std::ranges::find(entry->second, name) != entry->second.end()) return path_of(name);
    std::ranges::copy_if(entry->second, std::back_inserter(found), is_image_name);
  }
  if (found.size() == 1) return path_of(found.front());
  if (found.empty())
    throw Error(Errc::input, fmt::format("{}: there is no {} for it in {}", input, port, folder_),
                fmt::format("expected {}, or the same name with another extension", path_of(name)));
  throw Error(Errc::input,
              fmt::format("{}: both {} and {} could be its {}", input, path_of(found[0]),
                          path_of(found[1]), port),
              "keep only the one you mean");
}

}  // namespace selvage::cli
