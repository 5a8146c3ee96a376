// SPDX-License-Identifier: Apache-2.0
#pragma once
// One run of the program: cases are measured, printed and kept.

#include <string>
#include <vector>

namespace selvage::bench {

struct Options {
  std::string device = "cuda";
  std::string wanted = ".*";            // regular expression of SizedCase::name
  std::vector<std::string> sizes = {};  // "1920x1080"; empty: each case has its own
  std::string photos = "photos";        // folder
  std::string json = {};                // file; empty: none
  std::string tuning = {};              // changes of candidate tile's: "rows=8,wide=1"
  int repeats = 20;                     // turns
  bool quick = false;                   // tiny images, few turns
  bool sweep = false;                   // tunings of candidate tile alone
  bool family = false;                  // means and convolutions instead of bilaterals
};

// Prints a line for each result. Returns whether every case ran and every result was right. Throws
// Error, and std::regex_error for Options::wanted.
bool run(Options options);

}  // namespace selvage::bench
