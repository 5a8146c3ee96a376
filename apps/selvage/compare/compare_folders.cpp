// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "compare/compare_command.hpp"
#include "inputs/folders.hpp"
#include "inputs/formats.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;

// The folders that have a file of a relative name ("a/b.png").
struct Presence {
  bool in_a = false, in_b = false;
};
using Names = std::map<std::string, Presence>;

// Adds the images in the folder and its subfolders; returns the folders that cannot be read. The
// other folder and that of the difference images may lie inside: `selvage bilateral . -o out/`,
// then `selvage compare . out/`.
std::vector<UnreadFolder> add_names(const CompareCommand& command, std::size_t which,
                                    Names& names) {
  const std::string &folder = command.files[which], &other = command.files[1 - which];
  const FolderFiles found = files_below(folder, {other, command.diff.value_or("")});
  for (const std::string& link : found.links)
    say(command.messages, "selvage: " + link_note(folder, link));
  for (const std::string& name : found.names)
    if (is_image_name(name)) names[name].*(which == 0 ? &Presence::in_a : &Presence::in_b) = true;
  return found.unread;
}

std::string path_of(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / name).string();
}

// Returns the difference image of a pair: a PNG under its name.
std::string diff_of(const CompareCommand& command, const std::string& name) {
  if (!command.diff) return {};
  return (fs::path(*command.diff) / fs::path(name).replace_extension(".png")).string();
}

void check_diff_folder(const CompareCommand& command, const Names& names) {
  if (!command.diff) return;
  if (!names_folder(*command.diff))
    throw Error(Errc::invalid_argument,
                fmt::format("--diff {} is one file, but folders are compared", *command.diff),
                fmt::format("end a folder's name with a slash: --diff {}/", *command.diff));
  for (const std::string& folder : command.files)
    if (same_folder(*command.diff, folder))
      throw Error(Errc::invalid_argument,
                  fmt::format("--diff {} is one of the compared folders", *command.diff),
                  "name another folder");
  std::map<std::string, std::string> owners;
  for (const auto& [name, presence] : names) {
    if (!presence.in_a || !presence.in_b) continue;
    const auto [owner, is_new] = owners.emplace(diff_of(command, name), name);
    if (!is_new)
      throw Error(Errc::invalid_argument,
                  fmt::format("{} and {} would share the difference image {}", owner->second, name,
                              owner->first),
                  "compare them one by one");
  }
}

class FolderComparison {
 public:
  explicit FolderComparison(const CompareCommand& command) : command_(command) {}

  void add(const UnreadFolder& folder) {
    ++files_;
    fail(folder.path, failure_of(folder.error));
  }

  void add(const std::string& name, const Presence& presence) {
    ++files_;
    if (presence.in_a && presence.in_b) return add_pair(name);
    ++alone_;
    const std::string& folder = command_.files[presence.in_a ? 0 : 1];
    result_.failures.push_back(json_of(
        path_of(folder, name),
        {.what = fmt::format("{}: only in {}", printable(name), printable(folder)), .hint = ""}));
    if (command_.messages.json) {
      nlohmann::ordered_json object{
          {"verb", "compare"}, {"a", nullptr}, {"b", nullptr}, {"same", false}};
      object[presence.in_a ? "a" : "b"] = path_of(folder, name);
      return print(command_.messages, object);
    }
    tell(fmt::format("{}: only in {}\n", printable(name), printable(folder)));
  }

  FolderResult finish() && {
    tell(fmt::format("{} file{}: {} the same, {} different, {} in only one folder, {} failed\n",
                     files_, files_ == 1 ? "" : "s", same_, different_, alone_, failed_));
    result_.code = same_ == files_ ? exit_done : exit_differs;
    return std::move(result_);
  }

 private:
  void add_pair(const std::string& name) {
    const std::string a = path_of(command_.files[0], name), b = path_of(command_.files[1], name);
    std::vector<Comparison> pages;
    try {
      pages = compare_pair(command_, a, b, diff_of(command_, name), true);
    } catch (...) {
      Failure failure = failure_of(std::current_exception());
      if (failure.ends_run) throw;
      if (failure.what.find(b) == std::string::npos) failure.what = with_input(failure.what, a);
      return fail(a, failure);
    }
    result_.pages.insert(result_.pages.end(), pages.begin(), pages.end());
    ++(all_same(pages) ? same_ : different_);
    if (command_.messages.json) return print_pages(command_.messages, pages);
    tell(lines_of(name, pages));
  }

  void fail(const std::string& file, const Failure& failure) {
    ++failed_;
    say_failure(command_.messages, file, failure);
    result_.failures.push_back(json_of(file, failure));
  }

  void tell(const std::string& text) const {
    if (!command_.messages.json && !command_.messages.quiet)
      print(command_.messages, std::string_view(text));
  }

  const CompareCommand& command_;
  std::size_t files_ = 0, same_ = 0, different_ = 0, alone_ = 0, failed_ = 0;
  FolderResult result_;
};

}  // namespace

FolderResult compare_folders(const CompareCommand& command, const std::stop_token& stop) {
  Names names;
  const std::vector<UnreadFolder> unread[] = {add_names(command, 0, names),
                                              add_names(command, 1, names)};
  if (names.empty())
    throw Error(Errc::input,
                fmt::format("no image in {} or {}", command.files[0], command.files[1]),
                images_by_name());
  check_diff_folder(command, names);
  FolderComparison comparison(command);
  for (const std::vector<UnreadFolder>& folders : unread)
    for (const UnreadFolder& folder : folders) comparison.add(folder);
  for (const auto& [name, presence] : names) {
    if (stop.stop_requested()) throw Error(Errc::cancelled, "interrupted");
    comparison.add(name, presence);
  }
  return std::move(comparison).finish();
}

}  // namespace selvage::cli
