// SPDX-License-Identifier: Apache-2.0
// What he checked of his versions, and more: every rung, block, N and compiled variant against the
// reference in double precision, the sequential version and version 1, on images whose sides are no
// multiples of anything.

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "larsson2015_case_study/experiments.hpp"
#include "larsson2015_case_study/references.hpp"
#include "larsson2015_case_study/sequential.hpp"
#include "runner/pictures.hpp"

namespace selvage::studies::larsson {
namespace {

// The worst of one rung over all its configurations.
struct Judgement {
  int configurations = 0;
  double reference_max = 0.0, reference_share = 0.0;  // largest difference; samples that differ
  double sequential_max = 0.0, first_max = 0.0;
};

// Blocks and N of a rung.
std::vector<Setup> setups_of(const Entry& e, const Settings& settings) {
  std::vector<Setup> setups;
  for (const int block : settings.blocks)
    for (const int tiling : settings.tilings)
      if (tiles(e) || tiling == settings.tilings.front())
        setups.push_back({.rung = e.number, .block = block, .tiling = tiles(e) ? tiling : 1});
  return setups;
}

class Judge {
 public:
  Judge(Rungs& rungs, const Settings& settings)
      : rungs_(rungs), settings_(settings), judgements_(ladder().size()) {}

  void look_at(int width, int height, const Window& window) {
    Session& session = rungs_.session();
    Workplace place(rungs_, scene(session, PixelType::u8, width, height, 3));
    const ConstImageView input = place.input();
    const Image mean = reference_mean(input, window);
    Image sequential = place.input().clone();
    Sequential(window).filter(input, sequential, 0, height);
    session.expect(difference(sequential, mean).max <= 1.0,
                   fmt::format("{}x{}, radius {}: the sequential version differs by at most 1 from "
                               "the reference",
                               width, height, window.radius));
    first_.reset();
    for (const Entry& e : ladder()) {
      if (!session.wants_rung(e.number)) continue;
      const bool other_filter = e.number >= 13;
      const Image own =
          other_filter ? reference_of(e.number, input, window, usual_levels) : Image();
      for (const Setup& setup : setups_of(e, settings_)) {
        if (!fits(session, setup, window.radius)) continue;
        const Image result = place.result(place.enqueue(setup, window), window);
        judge(e, setup, window, result, other_filter ? own : mean, sequential);
      }
    }
  }

  void keep_table() {
    Table table{.name = "exactness",
                .title = "Differences of 255 on small images, the worst of all configurations",
                .cells = {{"version"},
                          {"configurations", 0},
                          {"from the reference", 0},
                          {"samples that differ, %", 3},
                          {"from the sequential version", 0},
                          {"from version 1", 0}},
                .notes = {"He allows 1 from the sequential version, and nothing between versions.",
                          "13, 14 and 15 are other filters with references of their own."}};
    for (const Entry& e : ladder()) {
      const Judgement& j = judgements_[static_cast<std::size_t>(e.number - 1)];
      if (j.configurations == 0) continue;
      const bool other_filter = e.number >= 13;
      table.cells.add_row({std::string(e.name), double(j.configurations), j.reference_max,
                           100.0 * j.reference_share,
                           other_filter ? Cell{} : Cell{j.sequential_max},
                           other_filter ? Cell{} : Cell{j.first_max}});
    }
    rungs_.session().keep(std::move(table));
  }

 private:
  void judge(const Entry& e, const Setup& setup, const Window& window, const Image& result,
             const Image& reference, const Image& sequential) {
    Session& session = rungs_.session();
    Judgement& j = judgements_[static_cast<std::size_t>(e.number - 1)];
    const std::string what = fmt::format("{}x{}, radius {}, {}", result.width(), result.height(),
                                         window.radius, text(setup));
    const Difference d = difference(result, reference);
    ++j.configurations;
    j.reference_max = std::max(j.reference_max, d.max);
    j.reference_share = std::max(
        j.reference_share, static_cast<double>(d.count) / static_cast<double>(result.bytes()));
    session.expect(d.max <= 1.0,
                   fmt::format("{}: differs by at most 1 from the reference, is {}", what, d.max));
    if (e.number >= 13) return;
    const double sequential_max = difference(result, sequential).max;
    j.sequential_max = std::max(j.sequential_max, sequential_max);
    session.expect(sequential_max <= 1.0,
                   fmt::format("{}: differs by at most 1 from the sequential version", what));
    if (!first_) first_ = result.clone();
    const Difference from_first = difference(result, *first_);
    j.first_max = std::max(j.first_max, from_first.max);
    session.expect(e.same_arithmetic ? from_first.count == 0 : from_first.max <= 1.0,
                   fmt::format("{}: differs {} from the first version, in {} samples", what,
                               e.same_arithmetic ? "nowhere" : "by at most 1", from_first.count));
  }

  Rungs& rungs_;
  const Settings& settings_;
  std::vector<Judgement> judgements_;
  std::optional<Image> first_;  // of version 1, or the first that was asked for
};

}  // namespace

void check_rungs(Rungs& rungs, const Settings& settings) {
  Judge judge(rungs, settings);
  for (const int radius : settings.radii) {
    const Window window = settings.window(radius);
    judge.look_at(2 * radius + 61, 2 * radius + 39, window);
    judge.look_at(2 * radius + 3, 2 * radius + 1, window);  // three pixels are filtered
  }
  judge.keep_table();
}

}  // namespace selvage::studies::larsson
