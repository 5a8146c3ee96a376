// SPDX-License-Identifier: Apache-2.0
#include "run/compare.hpp"

#include <fmt/format.h>

#include <map>

#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

using nlohmann::json;

constexpr double equal_within = 1.03;

std::string key_of(const json& row) {
  std::string key = row.at("device").get<std::string>();
  if (row.contains("threads"))
    key += fmt::format("/{}/{}", row.at("simd").get<std::string>(), row.at("threads").get<int>());
  for (const char* part : {"measure", "case", "use", "tuning"})
    if (const auto text = row.at(part).get<std::string>(); !text.empty()) key += " " + text;
  if (const double error = row.value("max_error", 0.0); error > 0.0)
    key += fmt::format(" max_error={:.3g}", error);
  return row.at("exact").get<bool>() ? key + " exact" : key;
}

// Our rows with times, also those of targets, by key.
std::map<std::string, json> rows_of(const json& report) {
  std::map<std::string, json> rows;
  const auto add = [&](const json& list) {
    for (const json& row : list)
      if (row.at("ours").get<bool>() && row.contains("seconds"))
        rows.emplace(key_of(row), row.at("seconds"));
  };
  add(report.at("results"));
  for (const json& target : report.at("targets")) add(target.value("results", json::array()));
  return rows;
}

}  // namespace

Change change_of(double low, double high) {
  if (low > 1.0 / equal_within && high < equal_within) return Change::same;
  if (high < 1.0) return Change::faster;
  if (low > 1.0) return Change::slower;
  return Change::unclear;
}

std::vector<Difference> differences(const json& old_report, const json& new_report) try {
  const std::map<std::string, json> old_rows = rows_of(old_report);
  std::vector<Difference> all;
  for (const auto& [key, now] : rows_of(new_report)) {
    const auto found = old_rows.find(key);
    if (found == old_rows.end()) continue;
    const json& before = found->second;
    const auto ratio = [&](const char* of_now, const char* of_before) {
      return now.at(of_now).get<double>() / before.at(of_before).get<double>();
    };
    Difference d{.name = key,
                 .low = ratio("median_low", "median_high"),
                 .ratio = ratio("median", "median"),
                 .high = ratio("median_high", "median_low")};
    d.change = change_of(d.low, d.high);
    all.push_back(std::move(d));
  }
  if (all.empty())
    throw Error(Errc::invalid_argument, "the reports have no result in common",
                "measure the same cases on a device of the same name");
  return all;
} catch (const json::exception& e) {
  throw Error(Errc::invalid_argument,
              fmt::format("not a report of selvage-bench of this version: {}", e.what()));
}

std::string line(const Difference& d) {
  constexpr const char* words[] = {"SAME", "FASTER", "SLOWER", "UNCLEAR"};
  return fmt::format("{:<7} {:.3f} ({:.3f}..{:.3f}) of the time before: {}",
                     words[static_cast<int>(d.change)], d.ratio, d.low, d.high, d.name);
}

}  // namespace selvage::bench
