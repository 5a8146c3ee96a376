// SPDX-License-Identifier: Apache-2.0
#pragma once
// The files that the inputs of a command expand to.

#include <string>
#include <vector>

#include "console/messages.hpp"
#include "inputs/folders.hpp"

namespace selvage::cli {

struct InputFile {
  std::string path;  // or "-" for standard input
  std::string name;  // relative to the common folder of all inputs: "a/b.png"
};

// Messages about what was skipped in folders.
struct PassedBy {
  std::vector<std::string> folders, files;
};
void say(const MessageOptions& messages, const PassedBy& passed_by);

struct InputFiles {
  std::vector<InputFile> files = {};
  bool has_folders = false;  // the number of files is not known in advance
  PassedBy passed_by = {};
  std::vector<UnreadFolder> unread = {};  // subfolders
};

// Expands folders to the images in them and their subfolders, by extension. `results` is the output
// folder or empty; its files are skipped. Throws Error{input} for an input folder that cannot be
// read or has no image, and Error{invalid_argument} for an empty name or if the results would lie
// among the inputs under other names. In the folder of the results, names that end in `suffix`
// (which may be empty) are results of an earlier run and are skipped, too.
InputFiles find_inputs(const std::vector<std::string>& inputs, const std::string& results = {},
                       const std::string& suffix = {});

}  // namespace selvage::cli
