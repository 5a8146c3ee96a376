// SPDX-License-Identifier: Apache-2.0
#pragma once
// The options and results of `selvage compare`.

#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "command_line/options.hpp"
#include "compare/compare.hpp"

namespace selvage::cli {

struct CompareCommand {
  std::vector<std::string> files;
  Value tolerance = {};
  std::optional<std::string> diff;  // a file, or a folder when folders are compared
  std::optional<Value> diff_scale;
  bool force = false;
  std::string report;  // the HTML page; empty: none
  Limits limits;
  MessageOptions messages;
  std::vector<std::string> words;  // the command line as typed, without the program
};

// The comparison of two images, or of two pages of the same number.
struct Comparison {
  std::string a, b;  // names of the files
  int page = 1, pages = 1;
  ConstImageView shape;    // of both, with the type of `a`; no data
  bool same_type = true;   //
  double tolerance = 0.0;  // in samples' unit
  Difference difference;   //
  std::optional<double> ssim;
  std::string diff;         // name of the difference image, or empty
  double diff_scale = 0.0;  // the value of its brightest colour, in samples' unit
  bool same() const { return difference.differing_samples == 0; }
};

// Compares two files page by page. Writes the difference images to `diff` if it is not empty.
// named_by_pair means that its folder is created if it is missing, and that several pages make it a
// TIFF.
std::vector<Comparison> compare_pair(const CompareCommand& command, const std::string& a,
                                     const std::string& b, std::string diff = {},
                                     bool named_by_pair = false);
bool all_same(const std::vector<Comparison>& pages);

// What a comparison of folders found.
struct FolderResult {
  std::vector<Comparison> pages = {};                 // of the pairs
  std::vector<nlohmann::ordered_json> failures = {};  // as --json prints them
  int code = 0;                                       // exit code
};
// Compares the files with the same relative name in both folders and prints the results and errors.
FolderResult compare_folders(const CompareCommand& command, const std::stop_token& stop);

// Returns the statistics of a pair in several lines; for several pages, one line per page and a
// summary.
std::string text_of(const std::vector<Comparison>& pages);
// Returns one line for a pair, or one per page if any page differs.
std::string lines_of(const std::string& name, const std::vector<Comparison>& pages);
nlohmann::ordered_json to_json(const Comparison& c);
// Prints one object per page, for --json.
void print_pages(const MessageOptions& messages, const std::vector<Comparison>& pages);

}  // namespace selvage::cli
