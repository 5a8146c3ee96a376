// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads a page in bands, with the side rows and the plan of each.

#include <future>
#include <memory>

#include "pipeline/session.hpp"
#include "side_images/side_reader.hpp"

namespace selvage::cli {

// A band ready to be filtered.
struct ReadBand {
  Rows band = {};  // rows of the result
  std::shared_ptr<const Image> input = {};
  SideRows side = {};  // of the side images
  std::shared_ptr<Plan> plan = {};
  std::future<void> reserving = {};  // of the plan's memory and kernels, by another thread
};

// Use it from one thread at a time.
class BandReader {
 public:
  // The source must be at the first row of the page, unless page.samples holds all rows.
  // `reserves`: the first band's plan is reserved while its rows are read.
  BandReader(Source& source, const PageJob& page, const Session& session, bool reserves = false);

  bool done() const { return index_ == page_.bands.count; }
  ReadBand next();
  // Call it after the last band, so that metadata behind the pixels is read.
  void end_page();

 private:
  const PageJob& page_;
  RowWindow window_;
  SideReaders side_;
  int index_ = 0;
  bool reserves_;
};

}  // namespace selvage::cli
