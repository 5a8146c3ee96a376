// SPDX-License-Identifier: Apache-2.0
// His 41 times, and his 30 to 110 times, beside ours.

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "larsson2015_case_study/document.hpp"
#include "larsson2015_case_study/experiments.hpp"

namespace selvage::studies::larsson {

void keep_headlines(Session& session, const std::vector<Headline>& headlines) {
  const auto row = [&](const char* what, double his, double Headline::* ours) {
    std::optional<Headline> most, least;
    for (const Headline& h : headlines) {
      if (h.*ours <= 0.0) continue;
      if (!most || h.*ours > (*most).*ours) most = h;
      if (!least || h.*ours < (*least).*ours) least = h;
    }
    std::vector<Cell> cells{std::string(what), his > 0.0 ? Cell{his} : Cell{}};
    if (!most) return cells;
    cells.insert(cells.end(), {(*least).*ours, (*most).*ours,
                               fmt::format("image {}, radius {}", most->image, most->radius),
                               his > 0.0 ? Cell{(*most).*ours / his} : Cell{}});
    return cells;
  };
  Table table{.name = "headline",
              .title = "Speedup over the sequential version, one thread",
              .columns = {{"what"},
                          {"his", 1},
                          {"ours, least", 1},
                          {"ours, most", 1},
                          {"most at"},
                          {"ours / his", 2}},
              .notes = {"His 41 is of table 6.6, radius 7; his 30 to 110, of section 7.2, is of "
                        "computers that he does not name."}};
  table.rows = {row("moving to a GPU, least (version 1)", his_least_claim, &Headline::naive),
                row("moving to a GPU, most (version 1)", his_most_claim, &Headline::naive),
                row("fastest version", his_best_speedup, &Headline::best),
                row("product", his_best_speedup, &Headline::product)};
  session.keep(std::move(table));
}

}  // namespace selvage::studies::larsson
