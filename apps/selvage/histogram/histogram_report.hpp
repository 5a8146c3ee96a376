// SPDX-License-Identifier: Apache-2.0
#pragma once
// The histogram of a file as text, JSON and an SVG plot.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "selvage/engine.hpp"

namespace selvage::cli {

struct HistogramReport {
  std::string file, plot;             // names; `plot` may be empty
  ConstImageView shape;               // of the file; no data
  std::vector<std::string> channels;  // names of the counted channels
  Counts counts;
  std::string device, candidate;
  int bands = 1;  // bands of rows
  double decode_s = 0.0, filter_s = 0.0;
};

std::string text_of(const HistogramReport& report);  // a table with one line per channel
nlohmann::ordered_json json_of(const HistogramReport& report);

// Returns an SVG plot of the counts over the range, with one line per channel.
std::string svg_of(const HistogramReport& report);

}  // namespace selvage::cli
