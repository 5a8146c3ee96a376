// SPDX-License-Identifier: Apache-2.0
// His 41 times, and his 30 to 110 times, beside ours.

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "larsson2015_case_study/document.hpp"
#include "larsson2015_case_study/experiments.hpp"

namespace selvage::studies::larsson {

void keep_headlines(Session& session, const std::vector<Headline>& headlines) {
  Table table{.name = "headline",
              .title = "Speedup over the sequential version, one thread",
              .cells = {{"what"},
                        {"his", 1},
                        {"ours, least", 1},
                        {"ours, most", 1},
                        {"most at"},
                        {"ours / his", 2}},
              .notes = {"His 41 is of table 6.6, radius 7; his 30 to 110, of section 7.2, is of "
                        "computers that he does not name."}};
  const auto add_row = [&](const char* what, double his, double Headline::* ours) {
    std::optional<Headline> most, least;
    for (const Headline& h : headlines) {
      if (h.*ours <= 0.0) continue;
      if (!most || h.*ours > (*most).*ours) most = h;
      if (!least || h.*ours < (*least).*ours) least = h;
    }
    std::vector<Cell> cells{std::string(what), his > 0.0 ? Cell{his} : Cell{}, {}, {}, {}, {}};
    if (most) {
      cells[2] = (*least).*ours;
      cells[3] = (*most).*ours;
      cells[4] = fmt::format("image {}, radius {}", most->image, most->radius);
      if (his > 0.0) cells[5] = (*most).*ours / his;
    }
    table.cells.add_row(std::move(cells));
  };
  add_row("moving to a GPU, least (version 1)", his_least_claim, &Headline::naive);
  add_row("moving to a GPU, most (version 1)", his_most_claim, &Headline::naive);
  add_row("fastest version", his_best_speedup, &Headline::best);
  add_row("product", his_best_speedup, &Headline::product);
  session.keep(std::move(table));
}

}  // namespace selvage::studies::larsson
