// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/findings.hpp"

#include <string>
#include <utility>

namespace selvage::studies::course {
namespace {

struct Claim {
  std::string text;
  std::optional<double> document;  // none: a word without a number
  std::string word;                // in its place
  std::optional<double> ours;
};

}  // namespace

void keep_claims(Session& session, const Findings& f) {
  const Claim claims[] = {
      {"1: tile over global memory, 3x3 (sec. 2: magnitudes)", 10.0, "", f.tile_gain},
      {"2: the same, a large window (figure_7_loads)", 10.0, "", f.large_tile_gain},
      {"3: aligned over unaligned halo, rows (sec. 4.1)", {}, "above 1", f.rows_aligned},
      {"4: skipping over loading unused pixels, rows (sec. 4.1: no drawback)", 1.0, "",
       f.rows_unused},
      {"5: the same, columns (figure 9: redundant transactions)", {}, "below 1", f.columns_unused},
      {"6: a global atomic, in reads, photo (sec. 6.1)", 1.0, "", f.atomics_photo},
      {"7: the same, one value", 1.0, "", f.atomics_flat},
      {"8: global over local atomics, photo (sec. 6.3: less efficient)",
       {},
       "above 1",
       f.local_photo},
      {"9: the same, one value", {}, "above 1", f.local_flat},
  };
  Table table{
      .name = "claims",
      .title = "The document's claims, as ratios of times",
      .cells = {{"claim"}, {"document", 2}, {"ours", 2}, {"ours / document", 2}},
      .notes = {"\"Orders of magnitude\" is taken as 10; the document has no measurements."}};
  for (const Claim& claim : claims) {
    if (!claim.ours) continue;
    table.cells.add_row({claim.text, claim.document ? Cell(*claim.document) : Cell(claim.word),
                         *claim.ours,
                         claim.document ? Cell(*claim.ours / *claim.document) : Cell()});
  }
  if (!table.cells.rows().empty()) session.keep(std::move(table));
}

}  // namespace selvage::studies::course
