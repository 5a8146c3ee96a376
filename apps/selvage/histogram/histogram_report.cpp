// SPDX-License-Identifier: Apache-2.0
#include "histogram/histogram_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "console/messages.hpp"
#include "inputs/formats.hpp"

namespace selvage::cli {
namespace {

using Bins = std::vector<std::uint64_t>;

std::uint64_t sum_of(const Bins& bins) {
  return std::accumulate(bins.begin(), bins.end(), std::uint64_t{0});
}

// Returns the bin of the median sample.
std::size_t median_bin(const Bins& bins) {
  const std::uint64_t half = (sum_of(bins) + 1) / 2;
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < bins.size(); ++i)
    if (below += bins[i]; below >= half) return i;
  return 0;
}

// Returns a bin and its lower end: "17 (from 0.0664)".
std::string bin_text(const Counts& counts, std::size_t bin, std::size_t bins) {
  const double start = counts.low + (counts.high - counts.low) * static_cast<double>(bin) /
                                        static_cast<double>(bins);
  return fmt::format("{} (from {:.4g})", bin, start);
}

std::string line_of(const HistogramReport& r, std::size_t channel) {
  const Bins& bins = r.counts.bins[channel];
  const auto fullest =
      static_cast<std::size_t>(std::max_element(bins.begin(), bins.end()) - bins.begin());
  const auto used = std::count_if(bins.begin(), bins.end(), [](std::uint64_t n) { return n > 0; });
  const bool empty = used == 0;
  return fmt::format(
      "{:<8} {:>11} {:>7} {:>9}  {:<20}  {}\n", r.channels[channel], sum_of(bins),
      r.counts.not_numbers[channel], used,
      empty ? "-" : bin_text(r.counts, median_bin(bins), bins.size()),
      empty ? "-" : fmt::format("{}: {}", bin_text(r.counts, fullest, bins.size()), bins[fullest]));
}

}  // namespace

std::string text_of(const HistogramReport& r) {
  std::string text =
      fmt::format("{}: {}, {} bins from {:.6g} to {:.6g}\n", printable(r.file), shape_text(r.shape),
                  r.counts.bins.front().size(), r.counts.low, r.counts.high);
  text += fmt::format("{:<8} {:>11} {:>7} {:>9}  {:<20}  {}\n", "channel", "samples", "NaN",
                      "bins used", "median in bin", "fullest bin");
  for (std::size_t c = 0; c < r.channels.size(); ++c) text += line_of(r, c);
  return text;
}

nlohmann::ordered_json json_of(const HistogramReport& r) {
  nlohmann::ordered_json object{{"input", r.file},        {"verb", "histogram"},
                                {"device", r.device},     {"candidate", r.candidate},
                                {"width", r.shape.width}, {"height", r.shape.height},
                                {"channels", r.channels}, {"type", name(r.shape.type)},
                                {"bins", r.counts.bins},  {"low", r.counts.low},
                                {"high", r.counts.high},  {"not_numbers", r.counts.not_numbers},
                                {"bands", r.bands},       {"decode_s", r.decode_s},
                                {"filter_s", r.filter_s}};
  if (!r.plot.empty()) object["plot"] = r.plot;
  return object;
}

}  // namespace selvage::cli
