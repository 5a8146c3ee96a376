// SPDX-License-Identifier: Apache-2.0
#include "gpu/lines.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace selvage::bench {
namespace {

std::string milliseconds(const Spread& s) {
  return fmt::format("{:9.4f} ms ({:.4f}..{:.4f})", s.median * 1e3, s.low * 1e3, s.high * 1e3);
}

template <class Judged>
std::string error_text(const Judged& j) {
  std::string text = fmt::format("error {:.4g}/255", j.error.max);
  if (j.error.differ_percent > 0) text += fmt::format(", {:.3f} % differ", j.error.differ_percent);
  if (!j.right()) text += fmt::format(" WRONG, above {:.4g}", j.allowed_255);
  return text;
}

nlohmann::json to_json(const Spread& s) {
  return {{"low", s.low}, {"median", s.median}, {"high", s.high}};
}

// The part that all rows share.
template <class Sized, class Judged>
nlohmann::json row_of(const Sized& c, const Judged& j) {
  return {{"case", c.what.name},
          {"width", c.size.width},
          {"height", c.size.height},
          {"seconds", to_json(j.seconds)},
          {"error_255", j.error.max},
          {"allowed_255", j.allowed_255},
          {"differ_percent", j.error.differ_percent}};
}

}  // namespace

std::string line(const SizedCase& c, const Result& r) {
  std::string text =
      fmt::format("{:<26} {:>9} {:<6} {} {:8.4g} Ttap/s  {}", c.what.name, bench::text(c.size),
                  r.name, milliseconds(r.seconds), r.taps_per_second * 1e-12, error_text(r));
  if (r.times_rival)
    text += fmt::format("  {:.2f} ({:.2f}..{:.2f}) x rival", r.times_rival->median,
                        r.times_rival->low, r.times_rival->high);
  if (r.predicted_seconds)
    text += fmt::format("  planner, copies included: {:.4f} ms", *r.predicted_seconds * 1e3);
  return text;
}

std::string line(const SizedCase& c, const WholeRun& w) {
  const double pixels = static_cast<double>(c.size.width) * c.size.height;
  return fmt::format(
      "{:<26} {:>9} {:<6} {} {:7.1f} Mpixel/s  {}  kernels {:.4f} ms  planner {:.4f} ms  "
      "ready in {:.0f} ms",
      c.what.name, bench::text(c.size), w.candidate, milliseconds(w.seconds),
      pixels / w.seconds.median * 1e-6, error_text(w), w.kernel_seconds.median * 1e3,
      w.predicted_seconds * 1e3, w.ready_seconds * 1e3);
}

std::string line(const SizedFamilyCase& c, const FamilyResult& r) {
  const std::string text = fmt::format(
      "{:<22} {:>9} {:<16} {} {:7.1f} GB/s {:6.1f} % of the copy", c.what.name, bench::text(c.size),
      r.name, milliseconds(r.seconds), r.bytes_per_second * 1e-9, 100.0 * r.copy_share);
  if (r.tuning.empty()) return text;
  return fmt::format("{}  {}  {}  planner, copies included: {:.4f} ms", text, error_text(r),
                     r.tuning, r.predicted_seconds.value_or(0.0) * 1e3);
}

nlohmann::json to_json(const SizedCase& c, const Result& r) {
  nlohmann::json row = row_of(c, r);
  row["what"] = r.name;
  row["taps_per_second"] = r.taps_per_second;
  if (!r.tuning.empty()) row["tuning"] = r.tuning;
  if (r.times_rival) row["times_rival"] = to_json(*r.times_rival);
  if (r.predicted_seconds) row["predicted_seconds"] = *r.predicted_seconds;
  return row;
}

nlohmann::json to_json(const SizedCase& c, const WholeRun& w) {
  nlohmann::json row = row_of(c, w);
  row["what"] = "whole run, " + w.candidate;
  row["kernel_seconds"] = to_json(w.kernel_seconds);
  row["ready_seconds"] = w.ready_seconds;
  row["predicted_seconds"] = w.predicted_seconds;
  return row;
}

nlohmann::json to_json(const SizedFamilyCase& c, const FamilyResult& r) {
  nlohmann::json row = row_of(c, r);
  row["what"] = r.name;
  row["tuning"] = r.tuning;
  row["bytes_per_second"] = r.bytes_per_second;
  row["copy_share"] = r.copy_share;
  if (r.predicted_seconds) row["predicted_seconds"] = *r.predicted_seconds;
  return row;
}

std::string sweep_table(const std::vector<Result>& results, const std::string& planned) {
  double best = 0.0;
  for (const Result& r : results) best = std::max(best, r.taps_per_second);
  std::string table;
  for (const Result& r : results)
    table += fmt::format("  {:<52} {} {:8.4g} Ttap/s  {:5.1f} %  {}{}\n", r.tuning,
                         milliseconds(r.seconds), r.taps_per_second * 1e-12,
                         100.0 * r.taps_per_second / best, error_text(r),
                         r.tuning == planned ? "  <- planner" : "");
  return table;
}

}  // namespace selvage::bench
