// SPDX-License-Identifier: Apache-2.0
#pragma once
// A page as bands: what is read for each, and the plan that filters it.

#include <memory>

#include "session.hpp"
#include "side_reader.hpp"

namespace selvage::cli {

// A band ready to be filtered.
struct ReadBand {
  Rows band = {};  // of the result
  std::shared_ptr<const Image> input = {};
  SideRows side = {};  // beside it
  std::shared_ptr<Plan> plan = {};
};

// Used by one thread at a time.
class BandReader {
 public:
  // The source stands before the page's first row, unless page.samples holds them all.
  BandReader(Source& source, const Prepared& page, const Session& session);

  bool done() const { return index_ == page_.bands.count; }
  ReadBand next();
  // After the last band: what the page says behind its pixels is known then.
  void end_page();

 private:
  const Prepared& page_;
  RowWindow window_;
  SideReaders side_;
  int index_ = 0;
};

}  // namespace selvage::cli
