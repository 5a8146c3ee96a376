// SPDX-License-Identifier: Apache-2.0
#pragma once
// One run of the program: measures, prints and keeps cases.

#include <string>
#include <vector>

namespace selvage::bench {

struct Options {
  std::string device = "cuda";
  std::string wanted = ".*";            // regular expression of SizedCase::name
  std::vector<std::string> sizes = {};  // "1920x1080"; empty: each case has its own
  std::string photos = "photos";        // folder
  std::string json = {};                // file; empty: none
  std::string tuning = {};              // changes of tile's, or a linear filter's: "rows=8"
  int repeats = 20;                     // turns
  bool quick = false;                   // tiny images, few turns
  bool sweep = false;                   // only tunings of candidate tile
  bool family = false;                  // means and convolutions instead of bilaterals
};

// Prints a line for each result. Returns whether every case ran and every result was right. Throws
// Error, and std::regex_error for Options::wanted.
bool run(Options options);

}  // namespace selvage::bench
