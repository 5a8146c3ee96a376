// SPDX-License-Identifier: Apache-2.0
#include "pipeline/band_reader.hpp"

#include <utility>

#include "pipeline/cut_page.hpp"

namespace selvage::cli {

BandReader::BandReader(Source& source, const PageJob& page, const Session& session, bool reserves)
    : page_(page),
      window_(window_of(source.reader, page, session.command.limits.image)),
      side_(page.side, upsamples(page.filter), session.command.limits.image),
      reserves_(reserves) {}

ReadBand BandReader::next() {
  const Rect& c = page_.frame.compute;
  ReadBand next{.band = page_.bands.band({c.y, c.y + c.height}, index_++)};
  const bool whole = page_.bands.count == 1;
  const Rows rows = whole ? page_.rows : rows_of_band(page_, next.band);
  next.plan = whole ? page_.ready.plan : std::make_shared<Plan>(plan_of_band(page_, next.band));
  if (std::exchange(reserves_, false))
    next.reserving = std::async(std::launch::async, [plan = next.plan] { plan->reserve(); });
  next.input = page_.samples ? page_.samples : window_.move_to(rows);
  next.side = side_.move_to(rows);
  return next;
}

// A PNG may have metadata below a --region.
void BandReader::end_page() {
  if (page_.file.format == "png" && !page_.samples) window_.pass_rest();
}

}  // namespace selvage::cli
