// SPDX-License-Identifier: Apache-2.0
#include "band_reader.hpp"

#include "cut_page.hpp"

namespace selvage::cli {

BandReader::BandReader(Source& source, const Prepared& page, const Session& session)
    : page_(page),
      session_(session),
      window_(source.reader, page.type, session.command.limits.image) {}

ReadBand BandReader::next() {
  const Rect& c = page_.frame.compute;
  ReadBand next{.band = page_.bands.band({c.y, c.y + c.height}, index_++)};
  if (page_.bands.count == 1) {
    next.rows = page_.rows;
    next.input = page_.samples ? page_.samples : window_.move_to(next.rows);
    next.plan = page_.ready.plan;
    return next;
  }
  next.rows = rows_of_band(page_, next.band);
  next.plan = std::make_shared<Plan>(plan_of_band(page_, next.band, session_));
  next.input = window_.move_to(next.rows);
  return next;
}

}  // namespace selvage::cli
