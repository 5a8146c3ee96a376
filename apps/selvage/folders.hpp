// SPDX-License-Identifier: Apache-2.0
#pragma once
// What folders hold.

#include <string>
#include <vector>

namespace selvage::cli {

bool is_folder(const std::string& path);
// Whether a folder is meant, which need not exist: "out/".
bool names_folder(const std::string& path);

// Whether both names are of one folder that exists.
bool same_folder(const std::string& a, const std::string& b);

// Names relative to a folder, sorted. Hidden files and folders are left out, pipes and devices too;
// links that lead nowhere are not.
struct FolderFiles {
  std::vector<std::string> names;
  std::vector<std::string>
      links;  // to folders, which are not looked into: they may lead in circles
};

// Both throw Error{input} when a folder cannot be read. Folders below are not looked into.
FolderFiles files_in(const std::string& folder);
// They are, but for the folder `passed_by`.
FolderFiles files_below(const std::string& folder, const std::string& passed_by);

}  // namespace selvage::cli
