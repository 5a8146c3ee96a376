// SPDX-License-Identifier: Apache-2.0
#include "run/report.hpp"

#include <fmt/format.h>

#include <optional>

#include "cases/filter_fields.hpp"
#include "entrants/opencv.hpp"
#include "images/scene.hpp"
#include "selvage/device.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

constexpr int format = 1;  // changes with the layout of the JSON

std::string label(const Result& r) {
  const Setting& s = r.participant.setting;
  std::string text = s.device;
  if (s.device == "cpu") {
    if (!s.simd.empty()) text += fmt::format("/{}", s.simd);
    text += fmt::format("/{}", s.threads);
  }
  return fmt::format("{:<10} {:<16}", text, r.name);
}

// "3.12 (3.10..3.15) x opencv", for each rival that took turns with `r`.
std::string relative(const Result& r, const std::vector<Result>& all) {
  std::string text;
  for (const Result& other : all) {
    if (&other == &r || other.ours() || !other.timed()) continue;
    if (other.name == "copy") {
      text += fmt::format("  {:.1f} % of the copy", 100.0 * spread(copy_share(r, other)).median);
    } else {
      const Spread s = spread(ratios(r.seconds, other.seconds));
      text += fmt::format("  {:.2f} ({:.2f}..{:.2f}) x {}{}", s.median, s.low, s.high, other.name,
                          other.note.empty() ? "" : "'s " + other.note);
    }
  }
  return text;
}

nlohmann::json optional(const std::optional<double>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

}  // namespace

std::string milliseconds(const Spread& s) {
  return fmt::format("{:.4g} ms ({:.4g}..{:.4g})", s.median * 1e3, s.low * 1e3, s.high * 1e3);
}

std::string error_text(const Result& r) {
  std::string text = fmt::format("error {:.4g}/255", r.error.max);
  if (r.error.differ_percent > 0) text += fmt::format(", {:.3f} % differ", r.error.differ_percent);
  if (r.error.recomputed_percent)
    text += fmt::format(", {:.3g} % computed again", *r.error.recomputed_percent);
  return text;
}

std::string line(const Result& r, const std::vector<Result>& all) {
  std::string text = fmt::format("{:<48} {} ", r.what().name, label(r));
  if (!r.timed()) return text + r.failure;
  const Spread s = spread(r.seconds);
  text += fmt::format("{:<28}", milliseconds(s));
  if (r.name != "copy")
    text += fmt::format(" {:8.4g} Gtap/s  {}", taps(r.what()) / s.median * 1e-9, error_text(r));
  if (r.ours()) text += relative(r, all);
  if (r.predicted_seconds) text += fmt::format("  planner: {:.4g} ms", *r.predicted_seconds * 1e3);
  return r.note.empty() ? text : text + "  " + r.note;
}

nlohmann::json to_json(const Spread& s) {
  return {{"count", s.count},
          {"least", s.least},
          {"low", s.low},
          {"median", s.median},
          {"high", s.high},
          {"most", s.most},
          {"median_low", s.median_low},
          {"median_high", s.median_high}};
}

nlohmann::json to_json(const Result& r, const std::vector<Result>& all) {
  const Setting& s = r.participant.setting;
  const Case& c = s.what;
  nlohmann::json row{{"case", c.name},
                     {"set", c.set},
                     {"filter", filter_name(c.filter)},
                     {"image", fmt::format("{}x{}", name(c.image.type), c.image.channels)},
                     {"width", c.size.width},
                     {"height", c.size.height},
                     {"scene", name_of(c.scene)},
                     {"device", s.device},
                     {"name", r.name},
                     {"note", r.note},
                     {"ours", r.ours()},
                     {"use", s.use},
                     {"tuning", s.tuning},
                     {"exact", s.exact},
                     {"max_error", s.max_error},
                     {"measure", name_of(s.measure)}};
  std::visit(
      [&](const auto& f) {
        if constexpr (requires { f.radius; }) row["radius"] = effective_radius(f);
      },
      c.filter);
  if (s.device == "cpu") {
    row["simd"] = simd_of(s);
    row["threads"] = s.threads;
  }
  if (!r.failure.empty()) {
    row["failure"] = r.failure;
    return row;
  }
  row["seconds"] = to_json(spread(r.seconds));
  row["taps_per_second"] = taps(c) / spread(r.seconds).median;
  row["error_255"] = r.error.max;
  row["differ_percent"] = r.error.differ_percent;
  row["recomputed_percent"] = optional(r.error.recomputed_percent);
  row["allowed_255"] = optional(r.allowed_255);
  row["predicted_seconds"] = optional(r.predicted_seconds);
  if (!r.ours()) return row;
  for (const Result& other : all) {
    if (other.ours() || !other.timed()) continue;
    row["times"][other.name] = to_json(spread(ratios(r.seconds, other.seconds)));
    if (other.name == "copy") row["copy_share"] = to_json(spread(copy_share(r, other)));
  }
  return row;
}

nlohmann::json head(Session& session, const std::vector<std::string>& devices) {
  nlohmann::json found = nlohmann::json::object();
  for (const std::string& id : devices) try {
      const Device device = find_device(id);
      found[id] = {{"name", device.name},
                   {"driver", device.driver},
                   {"compute_units", device.compute_units},
                   {"simd", device.simd}};
      if (id != "cpu") found[id]["clock_mhz"] = session.place(id).device->facts().gpu.clock_mhz;
    } catch (const Error& e) {
      found[id] = {{"missing", e.what()}};
    }
  return {{"format", format},
          {"selvage", SELVAGE_VERSION},
          {"opencv", opencv_version()},
          {"devices", found},
          {"images", has_photos(session.photos()) ? "mosaics of photos" : "a drawing"},
          {"clock", session.clock() == HostClock::wall ? "wall" : "processor"},
          {"turns", session.limits().turns}};
}

}  // namespace selvage::bench
