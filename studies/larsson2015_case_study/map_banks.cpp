// SPDX-License-Identifier: Apache-2.0
// Figures 3.3, 3.4 and 5.5, and the table of all conflicts.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "larsson2015_case_study/banks.hpp"
#include "larsson2015_case_study/experiments.hpp"

namespace selvage::studies::larsson {
namespace {

using Rgb = std::array<int, 3>;

constexpr int cell = 14;        // pixels of a word in the pictures
constexpr int shown_warps = 4;  //
constexpr Rgb free_word{230, 230, 230};
constexpr Rgb conflicting{0, 0, 0};  // told from the colours by every eye
constexpr std::array<Rgb, shown_warps> warp_colours{Rgb{0, 114, 178}, Rgb{230, 159, 0},
                                                    Rgb{86, 180, 233}, Rgb{213, 94, 0}};

void fill(const ImageView& picture, int column, int row, const Rgb& colour) {
  for (int y = row * cell + 1; y < (row + 1) * cell; ++y)
    for (int x = column * cell + 1; x < (column + 1) * cell; ++x)
      for (std::size_t c = 0; c < 3; ++c)
        *picture.at(x, y, static_cast<int>(c)) = static_cast<std::byte>(colour[c]);
}

// Shared memory from its start, a column for each bank; what the first warps read at their first
// tap, a colour for each; black where a warp reads several words of that bank.
Image map_of(const Access& access) {
  int words = 0;
  for (int warp = 0; warp < shown_warps; ++warp)
    words = std::max(words, std::ranges::max(words_of_warp(access, warp)) + 1);
  const int rows = (words + banks - 1) / banks;
  Image picture(PixelType::u8, banks * cell + 1, rows * cell + 1, 3);
  std::fill_n(picture.view().data, picture.bytes(), std::byte{255});
  for (int word = 0; word < rows * banks; ++word)
    fill(picture, word % banks, word / banks, free_word);
  for (int warp = 0; warp < shown_warps; ++warp) {
    const std::vector<int> read = words_of_warp(access, warp);
    const auto counts = words_of_banks(read);
    for (const int word : read) {
      const auto bank = static_cast<std::size_t>(word % banks);
      fill(picture, word % banks, word / banks,
           counts[bank] > 1 ? conflicting : warp_colours[static_cast<std::size_t>(warp)]);
    }
  }
  return picture;
}

struct Layout {
  const char* name;
  int rung, tiling, pixel_bytes;
};

// What a version's tile is like. Tilings with his best N.
std::vector<Layout> layouts(int tiling) {
  return {{"3 - SM, bytes", 3, 1, 3},
          {"words, not padded", 3, 1, 4},
          {"4 - PD, 7 - TL2+PD", 4, 1, 4},
          {"5 - TL-PD", 5, tiling, 4},
          {"6 - TL+PD, 8 - UL", 6, tiling, 4}};
}

void keep_conflicts(Session& session, const Settings& settings) {
  Table table{.name = "bank_conflicts",
              .title = "How often a warp's load from shared memory is repeated (1: no conflict)",
              .cells = {{"tile"}, {"block", 0}},
              .notes = {fmt::format("Computed: 32 banks of four bytes. Tilings with N = {}. The "
                                    "worst of all warps and taps.",
                                    settings.tiling())}};
  for (const int radius : settings.radii) table.cells.add_column({fmt::format("r {}", radius), 0});
  for (const Layout& layout : layouts(settings.tiling()))
    for (const int block : settings.blocks) {
      std::vector<Cell> row{std::string(layout.name), double(block)};
      for (const int radius : settings.radii) {
        const Entry& e = entry(layout.rung);
        const int ways = conflict({.block = block,
                                   .row = tile_row(e, block, radius, layout.tiling),
                                   .pixel_bytes = layout.pixel_bytes});
        if (e.rows == Rows::padded && (block == 4 || block == 8 || block == 16 || block == 32))
          session.expect(ways == 1, fmt::format("{}, block {}, radius {}: padding leaves no "
                                                "conflict, as he says",
                                                layout.name, block, radius));
        row.push_back(double(ways));
      }
      table.cells.add_row(std::move(row));
    }
  session.keep(std::move(table));
}

}  // namespace

void map_banks(Session& session, const Settings& settings) {
  const Access wide{.block = 32, .row = tile_row(entry(3), 32, 3, 1)};
  const Access narrow{.block = 16, .row = tile_row(entry(3), 16, 3, 1)};
  const Access padded{.block = 16, .row = tile_row(entry(4), 16, 3, 1)};
  // His examples, by their numbers in sections 3.0.6 and 5.2.2.
  session.expect(wide.row == 38 && conflict(wide) == 1,
                 "block 32, radius 3: a row of 38 words, no conflict (figure 3.3)");
  session.expect(narrow.row == 22 && conflict(narrow) == 2,
                 "block 16, radius 3: a row of 22 words, conflicts (figure 3.4)");
  session.expect(padded.row == 48 && conflict(padded) == 1,
                 "block 16, radius 3: a padded row of 48 words, no conflict (figure 5.5)");
  session.keep(Picture{"figure_3_3", map_of(wide)});
  session.keep(Picture{"figure_3_4", map_of(narrow)});
  session.keep(Picture{"figure_5_5", map_of(padded)});
  keep_conflicts(session, settings);
}

}  // namespace selvage::studies::larsson
