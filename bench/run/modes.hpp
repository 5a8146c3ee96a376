// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the program does: it measures cases, or the rows of targets, and compares reports.

#include <string>
#include <vector>

#include "run/setting.hpp"

namespace selvage::bench {

struct Options {
  std::string wanted = ".*";         // regular expression of names: of cases, or of targets
  std::string set = "common";        // of cases
  std::string table = {};            // file; empty: cases.json or targets.json, as built in
  std::vector<std::string> devices;  // empty: the CPU; for targets: each row's own
  std::vector<std::string> simd = {""};
  std::vector<int> threads = {1};
  std::vector<std::string> use;     // candidates; empty: all that can serve
  std::vector<std::string> sizes;   // empty: each case's own
  std::vector<std::string> scenes;  // empty: each case's own
  std::string tuning = {};          // kernels alone; values may be several: "rows=4/8"
  std::string measure = {};         // empty: kernel on devices, host on the CPU
  bool exact = false;               //
  double max_error = 0.0;           // 0: the default
  bool no_rivals = false;           //
  std::string photos = "photos";    // folder
  std::string json = {};            // file; empty: none
  std::string old_report = {};      // file to compare with; empty: none
  int turns = 20;                   //
  double seconds = 60.0;            // of a contest, once each has had five turns
  bool processor_time = false;      //
  bool list = false;                // names alone
};

// Print a line for each result, keep the figures in Options::json and compare them with
// Options::old_report. Return whether all went well and nothing is slower than there. Throw Error,
// and std::regex_error for Options::wanted.
bool measure_cases(const Options& options);
bool check_targets(const Options& options);

// Measures the planner's rates on each device, with the cases of the set "tune". Throws Error.
void tune_devices(const Options& options);

// Prints a line for each result that both reports have. Returns whether none is slower. Throws
// Error.
bool compare_reports(const std::string& old_file, const std::string& new_file);

}  // namespace selvage::bench
