// SPDX-License-Identifier: Apache-2.0
#include "larsson2015_case_study/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "larsson2015_case_study/sequential.hpp"
#include "runner/pictures.hpp"
#include "runner/product.hpp"

namespace selvage::studies::larsson {
namespace {

constexpr double longest_timing = 4.0;  // seconds, of all configurations at one radius

// The sequential version's image, and which of its rows were computed.
struct Baseline {
  BaselineTime time = {};
  Image image;
  std::vector<bool> rows = {};
};

Baseline run_sequential(const Image& input, const Window& window) {
  Baseline baseline{.image = input.clone(),
                    .rows = std::vector<bool>(static_cast<std::size_t>(input.height()))};
  const Sequential sequential(window);
  baseline.time = baseline_time(input.height(), [&](int first, int last) {
    sequential.filter(input, baseline.image.view(), first, last);
    std::fill(baseline.rows.begin() + first, baseline.rows.begin() + last, true);
  });
  return baseline;
}

// The largest difference in the rows that both have.
int worst_difference(const Image& result, const Baseline& baseline) {
  const auto* const a = reinterpret_cast<const std::uint8_t*>(result.view().data);
  const auto* const b = reinterpret_cast<const std::uint8_t*>(baseline.image.view().data);
  const std::size_t row = 3 * static_cast<std::size_t>(result.width());
  int worst = 0;
  for (std::size_t y = 0; y < baseline.rows.size(); ++y)
    for (std::size_t i = y * row; baseline.rows[y] && i < (y + 1) * row; ++i)
      worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

std::vector<Setup> setups_of(const Session& session, const Settings& settings, int radius) {
  std::vector<Setup> setups;
  for (const Entry& e : ladder().first(his_versions))
    for (const int block : settings.blocks)
      for (const int tiling : settings.tilings) {
        const Setup setup{.rung = e.number, .block = block, .tiling = tiles(e) ? tiling : 1};
        const bool wanted = tiles(e) || tiling == settings.tilings.front();
        if (wanted && session.wants_rung(e.number) && fits(session, setup, radius))
          setups.push_back(setup);
      }
  return setups;
}

// Runs each once and compares. Leaves the time of that run in `once`.
std::vector<Enqueue> check_all(Workplace& place, Session& session, const std::vector<Setup>& setups,
                               const Window& window, const Baseline& baseline,
                               std::vector<Timed>& once) {
  std::vector<Enqueue> things;
  Image first;
  for (const Setup& setup : setups) {
    things.push_back(place.enqueue(setup, window));
    const Image result = place.result(things.back(), window);
    once.push_back({.setup = setup, .times = times_of({place.seconds()})});
    const std::string what = fmt::format("{}x{}, radius {}, {}", result.width(), result.height(),
                                         window.radius, text(setup));
    const bool equal =
        first && std::memcmp(result.view().data, first.view().data, result.bytes()) == 0;
    if (first)
      session.expect(equal, fmt::format("{}: differs nowhere from the first version, is {}", what,
                                        equal ? 0.0 : difference(result, first).max));
    if (!equal)
      session.expect(worst_difference(result, baseline) <= 1,
                     what + ": differs by at most 1 from the sequential version");
    if (!first) first = result.clone();
  }
  return things;
}

// Leaves the fastest of each version where all would take too long.
void choose(std::vector<Timed>& versions, int runs) {
  double all = 0.0;
  for (const Timed& v : versions) all += v.times.average;
  if (all * (runs + 2) <= longest_timing) return;  // two runs more to warm up
  for (Timed& v : versions)
    v.chosen = std::ranges::none_of(versions, [&](const Timed& other) {
      return other.setup.rung == v.setup.rung && other.times.average < v.times.average;
    });
}

}  // namespace

std::optional<Timed> Measured::best(int version) const {
  std::optional<Timed> best;
  for (const Timed& timed : versions)
    if (timed.chosen && (version == 0 || timed.setup.rung == version) &&
        (!best || timed.times.average < best->times.average))
      best = timed;
  return best;
}

Measured measure(Workplace& place, Rungs& rungs, const Settings& settings, int radius) {
  Session& session = rungs.session();
  const Window window = settings.window(radius);
  session.print(
      fmt::format("{}x{}, radius {}", place.input().width(), place.input().height(), radius));
  const Baseline baseline = run_sequential(place.input(), window);
  Measured measured{.radius = radius, .sequential = baseline.time};
  std::vector<Enqueue> things = check_all(place, session, setups_of(session, settings, radius),
                                          window, baseline, measured.versions);

  const ProductKernel product =
      product_kernel(session, product_filter(window), place.input(), place.from(), place.to());
  session.expect(worst_difference(place.result(product.enqueue, window), baseline) <= 1,
                 fmt::format("radius {}: the product differs by at most 1 from the sequential "
                             "version",
                             radius));
  choose(measured.versions, settings.runs);
  std::vector<Enqueue> timed{product.enqueue};
  for (std::size_t i = 0; i < things.size(); ++i)
    if (measured.versions[i].chosen) timed.push_back(things[i]);
  const std::vector<Times> times = device_times(session, timed, settings.runs);
  measured.candidate = product.candidate;
  measured.product = times.front();
  std::size_t next = 1;
  for (Timed& version : measured.versions)
    if (version.chosen) version.times = times[next++];
  return measured;
}

std::string spread_ms(const Times& times) {
  return fmt::format("{:.4g}..{:.4g}", 1e3 * times.low, 1e3 * times.high);
}

}  // namespace selvage::studies::larsson
