// SPDX-License-Identifier: Apache-2.0
// His 41 times, and his 30 to 110 times, beside ours.

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "larsson2015_case_study/document.hpp"
#include "larsson2015_case_study/experiments.hpp"

namespace selvage::studies::larsson {

void keep_headlines(Session& session, const TestImage& image,
                    const std::vector<Headline>& headlines) {
  Table table{
      .name = fmt::format("headline_image{}", image.number),
      .title =
          fmt::format("Speedup over the sequential version, one thread, image {}", image.number),
      .cells = {{"speedup of"},
                {"his", 1},
                {"ours, least", 1},
                {"ours, most", 1},
                {"most at radius", 0},
                {"ours / his", 2}},
      .notes = {"His 41 is from table 6.6, radius 7. His 30 to 110, in section 7.2, refers to "
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
      cells[4] = double(most->radius);
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
