// SPDX-License-Identifier: Apache-2.0
#pragma once
// A folder that holds a side image for each input, under the input's name.

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace selvage::cli {

class SideFolder {
 public:
  // `name`: of a folder, or of a layer of the OpenEXR files in it ("frames/:N"). Nothing: it names
  // no folder. Throws Error{input} when the folder cannot be read.
  static std::optional<SideFolder> open(const std::string& name);

  // The file of an input's name below the folder that inputs share ("a/b.png"), with its extension
  // or another one that is read. Throws Error{input} when there is none, or when there are several.
  std::string find(const std::string& port, const std::string& input,
                   const std::string& name) const;

 private:
  SideFolder(std::string folder, std::string layer);
  std::string path_of(const std::string& name) const;

  std::string folder_, layer_;                               // ":N" or empty
  std::map<std::string, std::vector<std::string>> by_stem_;  // "a/b": "a/b.png", "a/b.tif"
};

}  // namespace selvage::cli
