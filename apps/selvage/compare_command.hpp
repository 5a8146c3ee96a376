// SPDX-License-Identifier: Apache-2.0
#pragma once
// What `selvage compare` was told, and what it finds.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "compare.hpp"
#include "options.hpp"

namespace selvage::cli {

struct CompareCommand {
  std::vector<std::string> files;
  Value tolerance{.number = 0.0};
  std::optional<std::string> diff;  // file, or folder for folders
  std::optional<Value> diff_scale;
  bool force = false;
  Limits limits;
  Talk talk;
};

// Of two images, or of the pages of one number of two files.
struct Comparison {
  std::string a, b;  // names
  int page = 1, pages = 1;
  ConstImageView shape;    // of both; the type is that of `a`; no data
  bool same_type = true;   //
  double tolerance = 0.0;  // in samples' unit
  Difference difference;   //
  std::optional<double> ssim;
  std::string diff;         // name of the difference image, or empty
  double diff_scale = 0.0;  // its brightest colour, in samples' unit
  bool same() const { return difference.differing_samples == 0; }
};

// Compares two files page by page. With a `diff` it writes the difference images; then
// named_by_pair says that its folder is made when it is missing, and that several pages make it a
// TIFF.
std::vector<Comparison> compare_pair(const CompareCommand& command, const std::string& a,
                                     const std::string& b, std::string diff = {},
                                     bool named_by_pair = false);
bool all_same(const std::vector<Comparison>& pages);

// Compares the files of both folders that have the same relative name, says what it finds and what
// went wrong, and returns the exit code.
int compare_folders(const CompareCommand& command, const std::stop_token& stop);

// The figures of a pair, several lines; of several pages a line for each, and a summary.
std::string text_of(const std::vector<Comparison>& pages);
// A line for a pair, or for each of its pages where they are not all the same.
std::string lines_of(const std::string& name, const std::vector<Comparison>& pages);
void print_pages(const Talk& talk, const std::vector<Comparison>& pages);  // objects, for --json

}  // namespace selvage::cli
