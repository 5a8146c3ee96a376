// SPDX-License-Identifier: Apache-2.0
#pragma once
// The page of --report: one HTML file with the images, numbers and command of a run.

#include <array>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "html_report/preview.hpp"

namespace selvage::cli {

// Two images of a run.
struct ReportedPair {
  ShownFile before = {}, after = {};
  nlohmann::ordered_json report = {};  // the object that --json prints
  std::string device = {};             // for people; empty: none
  std::string error_bound = {};
  std::string sigma_range = {};
  std::vector<std::string> notes = {};
};

// What a run did. The images are read when the page is written.
struct RunReport {
  std::vector<std::string> words = {};           // the command line, without the program
  std::array<std::string, 2> labels = {};        // of the images of a pair
  std::vector<ReportedPair> pairs = {};          //
  std::vector<nlohmann::ordered_json> failures;  // objects that --json prints
};

// The most pairs that a page may have.
constexpr std::size_t most_pairs = 512;

// Returns how many pixels the pictures of a page may have in all, and how many those of one of
// `pairs` pairs may have. `memory` is in bytes; 0: no limit.
std::int64_t pixels_of_page(std::size_t memory);
std::int64_t pixels_of_pair(std::int64_t of_page, std::size_t pairs);

// Returns the words as a command that a shell reads.
std::string shell_command(const std::vector<std::string>& words);

// Throws Error{invalid_argument} unless `file` can be the page: a name that ends in .html, and of
// none of `others`.
void check_report_name(const std::string& file, const std::vector<std::string>& others);

// Writes the page, completely or not at all. Throws as ImageReader and save_bytes do, and
// Error{cancelled} after a stop request.
void write_report(const std::string& file, const RunReport& run, bool overwrite,
                  const Limits& limits, std::size_t memory, const std::stop_token& stop);

}  // namespace selvage::cli
