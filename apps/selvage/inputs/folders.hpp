// SPDX-License-Identifier: Apache-2.0
#pragma once
// Paths and the contents of folders.

#include <filesystem>
#include <string>
#include <vector>

#include "selvage/error.hpp"

namespace selvage::cli {

bool is_folder(const std::string& path);
// Returns whether the name means a folder, which need not exist: "out/".
bool names_folder(const std::string& path);

// Returns the absolute, normalised path. Throws Error{input} if the current folder is gone.
std::filesystem::path place_of(const std::filesystem::path& name);

// Returns whether both names refer to the same existing folder.
bool same_folder(const std::string& a, const std::string& b);
// Returns whether both names refer to the same file, also through links; it need not exist.
bool same_file(const std::string& a, const std::string& b);

// A folder that cannot be read, and the reason.
struct UnreadFolder {
  std::string path;
  Error error;
};

// Names relative to a folder, sorted. Hidden files and folders, pipes and devices are skipped;
// dangling links are not.
struct FolderFiles {
  std::vector<std::string> names;
  std::vector<std::string> links;    // to folders; not followed, since they may form cycles
  std::vector<UnreadFolder> unread;  // subfolders
};

// Lists the folder and its subfolders, except those in `passed_by`. Throws Error{input} if the
// folder itself cannot be read.
FolderFiles files_below(const std::string& folder, const std::vector<std::string>& passed_by);
// Returns the message about one of the `links` of a folder.
std::string link_note(const std::string& folder, const std::string& link);

}  // namespace selvage::cli
