// SPDX-License-Identifier: Apache-2.0
#include "inputs/inputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "inputs/folders.hpp"
#include "inputs/formats.hpp"
#include "selvage/error.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;

// Returns the folder itself, or the folder of a file, without a trailing slash.
fs::path folder_of(const std::string& input) {
  return place_of(is_folder(input) ? fs::path(input) / "" : fs::path(input)).parent_path();
}

// Returns the common folder of all inputs.
fs::path common_folder(const std::vector<std::string>& inputs) {
  fs::path common;
  for (const std::string& input : inputs) {
    if (input == "-") continue;
    const fs::path folder = folder_of(input);
    if (common.empty()) common = folder;
    const auto [end, ignored] =
        std::mismatch(common.begin(), common.end(), folder.begin(), folder.end());
    fs::path shared;
    for (auto part = common.begin(); part != end; ++part) shared /= *part;
    common = shared;
  }
  return common;
}

class Search {
 public:
  Search(const std::vector<std::string>& inputs, std::string results, std::string suffix)
      : common_(common_folder(inputs)), results_(std::move(results)), suffix_(std::move(suffix)) {}

  void add(const std::string& input) {
    if (input == "-" || !is_folder(input)) return add_file(input);
    found_.has_folders = true;
    if (same_folder(input, results_) && folder_of(input) != common_)
      throw Error(Errc::invalid_argument,
                  fmt::format("{} is both an input and the folder for the results", input),
                  "name another folder for them");
    const FolderFiles below = files_below(input, {results_});
    const std::size_t before = found_.files.size();
    for (const std::string& name : below.names)
      if (is_image_name(name) && !is_result(input, name))
        add_file((fs::path(input) / name).string());
    const std::size_t images = found_.files.size() - before;
    if (images == 0 && !below.unread.empty()) throw below.unread.front().error;
    if (images == 0)
      throw Error(Errc::input, fmt::format("{}: contains no images", input), images_by_name());
    found_.unread.insert(found_.unread.end(), below.unread.begin(), below.unread.end());
    note_rest(input, below, below.names.size() - images);
  }
  InputFiles result() && { return std::move(found_); }

 private:
  // Returns whether an earlier run wrote the file beside its input.
  bool is_result(const std::string& folder, const std::string& name) const {
    return !suffix_.empty() && same_folder(folder, results_) &&
           without_extension(name).ends_with(suffix_);
  }

  void add_file(const std::string& path) {
    if (path == "-") return found_.files.push_back({path, path});
    const fs::path below = folder_of(path).lexically_relative(common_);
    const fs::path name = fs::path(path).filename();
    found_.files.push_back({path, (below == "." ? name : below / name).string()});
  }

  void note_rest(const std::string& input, const FolderFiles& below, std::size_t others) {
    if (others > 0)
      found_.passed_by.files.push_back(fmt::format("{}: {} other file{} left out", input, others,
                                                   others == 1 ? " is" : "s are"));
    for (const std::string& link : below.links)
      found_.passed_by.folders.push_back(link_note(input, link));
  }

  fs::path common_;
  std::string results_, suffix_;
  InputFiles found_;
};

}  // namespace

void say(const MessageOptions& messages, const PassedBy& passed_by) {
  for (const std::string& folder : passed_by.folders) say(messages, "selvage: " + folder);
  for (const std::string& files : passed_by.files) say_note(messages, files);
}

InputFiles find_inputs(const std::vector<std::string>& inputs, const std::string& results,
                       const std::string& suffix) {
  if (std::ranges::find(inputs, "") != inputs.end())
    throw Error(Errc::invalid_argument, "an input name is empty", "give a file, a folder or -");
  Search search(inputs, results, suffix);
  for (const std::string& input : inputs) search.add(input);
  return std::move(search).result();
}

}  // namespace selvage::cli
