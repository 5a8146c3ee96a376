// SPDX-License-Identifier: Apache-2.0
#pragma once
// What `selvage histogram` found in a file, as text, as JSON and as a picture.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "selvage/engine.hpp"

namespace selvage::cli {

struct HistogramReport {
  std::string file, plot;             // names; no plot: empty
  ConstImageView shape;               // of the file; no data
  std::vector<std::string> channels;  // names of those that were counted
  Counts counts;
  std::string device, candidate;
  int bands = 1;  // of rows
  double decode_s = 0.0, filter_s = 0.0;
};

// "red" or "alpha", of a file's channel.
std::string channel_name(const ConstImageView& shape, int channel);

std::string text_of(const HistogramReport& report);  // a table, a line a channel
nlohmann::ordered_json json_of(const HistogramReport& report);

// An SVG drawing: the counts over the range, a line for each channel.
std::string svg_of(const HistogramReport& report);

}  // namespace selvage::cli
