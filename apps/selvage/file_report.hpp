// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is known of a filtered file.

#include <string>
#include <vector>

#include "jobs.hpp"

namespace selvage::cli {

// What was done, or with --dry-run what would be.
struct FileReport {
  Job job = {};
  std::string verb = {};
  std::string flags = {};  // file that they are written to, or empty
  bool dry_run = false;
  ConstImageView shape = {};           // of the result; no data
  PixelType filtered = PixelType::u8;  // type in which it was computed; of several pages that of
                                       // the one with the largest bound, whose the errors are
  std::string format = {};             // of the result
  std::string device = {}, candidate = {};
  double max_error = 0.0;    // asked; infinity: none
  double error_bound = 0.0;  // kept; infinity: none
  double predicted_s = 0.0;
  double decode_s = 0.0, filter_s = 0.0, encode_s = 0.0;
  double total_s = 0.0;  // of work on this file: plans and checks too, but no waiting for others
  double upload_s = 0.0, download_s = 0.0;  // parts of filter_s, to and from a GPU
  double kernel_s = 0.0;                    // of the passes alone, by the device's clock
  std::size_t memory = 0;                   // bytes, at most at a time
  int pages = 1;
  int bands = 0;  // of rows, of all pages
  std::vector<std::string> notes = {};
};

}  // namespace selvage::cli
