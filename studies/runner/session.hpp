// SPDX-License-Identifier: Apache-2.0
#pragma once
// One run of one study: its device, its output, and whether everything was right.

#include <cstddef>
#include <string>
#include <vector>

#include "gpu/place.hpp"
#include "runner/results.hpp"
#include "runner/study.hpp"
#include "selvage/image.hpp"

namespace selvage::studies {

using bench::Place;

class Session {
 public:
  // Opens the device. Throws Error{device} when there is none.
  Session(const Study& study, Options options);

  const Study& study() const { return study_; }
  const Options& options() const { return options_; }
  Place& place() { return place_; }
  const DeviceFacts& facts() const { return place_.device->facts(); }

  // A line to the standard output, at once.
  void print(const std::string& line);

  // Keep a result, which is written at the end; tables are printed at once. Names become files: no
  // two tables have one, no plot or picture has another's (std::logic_error).
  void keep(Table table);
  void keep(Plot plot);
  void keep(Picture picture);
  const Results& results() const { return results_; }

  // States a fact that must hold: "rung 3 differs by at most 1 from the reference". Where it does
  // not it is printed, and the study fails.
  void expect(bool holds, const std::string& fact);
  // Whether all facts hold, and there are any.
  bool all_right() const { return stated_ > 0 && failed_ == 0; }
  std::string verdict() const;  // "all 12 checks hold"
  int failed() const { return failed_; }

  // The first word of results' file names: "h200".
  std::string slug() const;

  // `runs`, unless the options say otherwise or the run is a quick one (2).
  int runs(int document) const;
  // Whether the options ask for this rung.
  bool wants_rung(int number) const;

 private:
  const Study& study_;
  Options options_;
  Place place_;
  Results results_;
  int stated_ = 0, failed_ = 0;  // facts
};

}  // namespace selvage::studies
