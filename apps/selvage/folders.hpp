// SPDX-License-Identifier: Apache-2.0
#pragma once
// What folders hold.

#include <filesystem>
#include <string>
#include <vector>

#include "selvage/error.hpp"

namespace selvage::cli {

bool is_folder(const std::string& path);
// Whether a folder is meant, which need not exist: "out/".
bool names_folder(const std::string& path);

// The absolute path, without detours. Throws Error{input} where the current folder is gone.
std::filesystem::path place_of(const std::filesystem::path& name);

// Whether both names are of one folder that exists.
bool same_folder(const std::string& a, const std::string& b);
// Whether both names are of one file, also through links; it need not exist.
bool same_file(const std::string& a, const std::string& b);

// A folder that cannot be read, and why.
struct UnreadFolder {
  std::string path;
  Error error;
};

// Names relative to a folder, sorted. Hidden files and folders are left out, pipes and devices too;
// links that lead nowhere are not.
struct FolderFiles {
  std::vector<std::string> names;
  std::vector<std::string>
      links;  // to folders, which are not looked into: they may lead in circles
  std::vector<UnreadFolder> unread;  // below it
};

// Of the folder and the folders below it, but for those `passed_by`. Throws Error{input} when
// the folder itself cannot be read.
FolderFiles files_below(const std::string& folder, const std::vector<std::string>& passed_by);
// What people are told of one of the `links` of a folder.
std::string link_note(const std::string& folder, const std::string& link);

}  // namespace selvage::cli
