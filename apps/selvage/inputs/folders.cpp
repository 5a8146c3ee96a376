// SPDX-License-Identifier: Apache-2.0
#include "inputs/folders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;

// A dangling link counts as a file; opening it reports the error.
bool may_be_file(const fs::file_status& status) {
  return status.type() == fs::file_type::regular || status.type() == fs::file_type::not_found ||
         status.type() == fs::file_type::none;
}

Error unread(const fs::path& folder, const std::error_code& reason) {
  return {Errc::input, fmt::format("{}: {}", folder.string(), reason.message())};
}

// Returns whether the folder can be listed; otherwise adds it to the unread ones of `found`.
bool can_be_read(const fs::path& folder, FolderFiles& found) {
  std::error_code failed;
  const fs::directory_iterator first(folder, failed);
  if (failed) found.unread.push_back({folder.string(), unread(folder, failed)});
  return !failed;
}

// Calls `visit` for every entry that is not hidden; it returns whether to descend into a folder.
template <class Visit>
void walk(const std::string& folder, Visit visit) {
  std::error_code failed;
  fs::recursive_directory_iterator entry(folder, failed);
  fs::path place = folder;
  for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    place = entry->path();
    const bool hidden = place.filename().native().starts_with('.');
    if (hidden || !visit(*entry)) entry.disable_recursion_pending();
  }
  if (failed) throw unread(place, failed);
}

}  // namespace

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool names_folder(const std::string& path) {
  return path.ends_with('/') || is_folder(path);
}

fs::path place_of(const fs::path& name) {
  std::error_code failed;
  const fs::path place = fs::absolute(name, failed);
  if (failed)
    throw Error(Errc::input, fmt::format("the current folder: {}", failed.message()),
                "change to a folder that exists");
  return place.lexically_normal();
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return place_of(a) == place_of(b) || fs::equivalent(a, b, ignored);
}

bool same_folder(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return is_folder(a) && fs::equivalent(a, b, ignored);
}

FolderFiles files_below(const std::string& folder, const std::vector<std::string>& passed_by) {
  const auto is_passed_by = [&](const fs::path& below) {
    return std::ranges::any_of(passed_by,
                               [&](const std::string& other) { return same_folder(below, other); });
  };
  FolderFiles found;
  walk(folder, [&](const fs::directory_entry& entry) {
    std::error_code ignored;
    const fs::file_status status = entry.status(ignored);
    const std::string name = entry.path().lexically_relative(folder).string();
    const bool below = fs::is_directory(status), link = entry.is_symlink(ignored);
    if (may_be_file(status)) found.names.push_back(name);
    if (below && link) found.links.push_back(name);
    return below && !link && !is_passed_by(entry.path()) && can_be_read(entry.path(), found);
  });
  std::ranges::sort(found.names);
  std::ranges::sort(found.links);
  return found;
}

std::string link_note(const std::string& folder, const std::string& link) {
  return fmt::format("{} is a link to a folder; links are not followed",
                     (fs::path(folder) / link).string());
}

}  // namespace selvage::cli
