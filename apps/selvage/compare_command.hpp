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

struct Comparison {
  std::string a, b;        // names
  ConstImageView shape;    // of both; the type is that of `a`; no data
  bool same_type = true;   //
  double tolerance = 0.0;  // in samples' unit
  Difference difference;   //
  std::optional<double> ssim;
  std::string diff;         // name of the difference image, or empty
  double diff_scale = 0.0;  // its brightest colour, in samples' unit
  bool same() const { return difference.differing_samples == 0; }
};

// Compares two files. With a `diff` it writes the difference image; then named_by_pair says that
// its folder is made when it is missing.
Comparison compare_pair(const CompareCommand& command, const std::string& a, const std::string& b,
                        const std::string& diff = {}, bool named_by_pair = false);

// Compares the files of both folders that have the same relative name, says what it finds and what
// went wrong, and returns the exit code.
int compare_folders(const CompareCommand& command, const std::stop_token& stop);

std::string text_of(const Comparison& comparison);                           // several lines
std::string line_of(const std::string& name, const Comparison& comparison);  // one
nlohmann::ordered_json json_of(const Comparison& comparison);

}  // namespace selvage::cli
