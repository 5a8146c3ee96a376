// SPDX-License-Identifier: Apache-2.0
#pragma once
// A folder with one side image per input, under the name of the input.

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace selvage::cli {

class SideFolder {
 public:
  // Opens a folder, or a layer of the OpenEXR files in it ("frames/:N"). Returns nothing if the
  // name is not a folder. Throws Error{input} if the folder cannot be read.
  static std::optional<SideFolder> open(const std::string& name);

  // Returns the file for an input, whose name is relative to the common folder ("a/b.png"), with
  // its extension or another supported one. Throws Error{input} if there is none or more than one.
  std::string find(const std::string& port, const std::string& input,
                   const std::string& name) const;

 private:
  SideFolder(std::string folder, std::string layer);
  std::string path_of(const std::string& name) const;

  std::string folder_, layer_;                               // the layer is ":N" or empty
  std::map<std::string, std::vector<std::string>> by_stem_;  // "a/b": "a/b.png", "a/b.tif"
};

}  // namespace selvage::cli
