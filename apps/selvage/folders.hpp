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

// Of the folder and the folders below it, but for those `passed_by`. Throws Error{input} when one
// cannot be read.
FolderFiles files_below(const std::string& folder, const std::vector<std::string>& passed_by);
// What people are told of one of the `links` of a folder.
std::string link_note(const std::string& folder, const std::string& link);

}  // namespace selvage::cli
