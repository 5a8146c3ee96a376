// SPDX-License-Identifier: Apache-2.0
#pragma once
// The files that a command's inputs mean.

#include <string>
#include <vector>

#include "folders.hpp"
#include "messages.hpp"

namespace selvage::cli {

struct InputFile {
  std::string path;  // or "-"
  std::string name;  // below the folder that all inputs share: "a/b.png"
};

// What was not taken of folders, for people.
struct PassedBy {
  std::vector<std::string> folders, files;
};
void say(const Talk& talk, const PassedBy& things);

struct InputFiles {
  std::vector<InputFile> files = {};
  bool has_folders = false;  // so there may be any number of them
  PassedBy passed_by = {};
  std::vector<UnreadFolder> unread = {};  // below folders
};

// A folder means the images below it, by their extensions. `results`: the folder that they go to,
// or empty; its files are no inputs. Throws Error{input} for an input that is a folder and cannot
// be read or has no image, Error{invalid_argument} for an empty name, and when results would lie
// among inputs under other names.
InputFiles find_inputs(const std::vector<std::string>& inputs, const std::string& results = {});

}  // namespace selvage::cli
