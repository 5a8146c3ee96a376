// SPDX-License-Identifier: Apache-2.0
#pragma once
// The report on a filtered file.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "inputs/jobs.hpp"
#include "parameters/automatic_range.hpp"
#include "parameters/depth_window.hpp"

namespace selvage::cli {

// The work that was done or, with --dry-run, that would be done.
struct FileReport {
  Job job = {};
  std::string verb = {};
  FlagsOutput flags = {};
  bool dry_run = false;
  ConstImageView shape = {};           // of the result; no data
  VideoTraits video = {};              // of the result; `shape` is then that of luma
  PixelType filtered = PixelType::u8;  // type of the computation; for several pages, that of the
                                       // page with the largest error bound
  std::string format = {};             // of the result
  std::string device = {}, candidate = {};
  double max_error = 0.0;    // requested; infinity: none
  double error_bound = 0.0;  // guaranteed; infinity: none
  double predicted_s = 0.0;
  double decode_s = 0.0, filter_s = 0.0, encode_s = 0.0;
  double total_s = 0.0;                     // all work on this file, without waiting for others
  double upload_s = 0.0, download_s = 0.0;  // parts of filter_s for transfers to and from a GPU
  double kernel_s = 0.0;                    // of the passes alone, by the device's clock
  std::size_t memory = 0;                   // peak in bytes
  int pages = 1;
  int frames = 0;       // of a stream that has several, or of a video; otherwise 0
  double wall_s = 0.0;  // from the beginning of the stream to its end
  int bands = 0;        // of all pages
  std::int64_t certified = 0, recomputed = 0;  // samples, as selvage::Report
  int terms = 0;                               // likewise
  std::optional<AutomaticRange> range = {};
  std::optional<DepthWindow> depth = {};  // if pages were filtered together
  std::string lone = {};                  // why one was not, a note; else empty
  std::vector<std::string> notes = {};
};

nlohmann::ordered_json to_json(const FileReport& report);

// Returns one line for --dry-run.
std::string plan_text(const FileReport& report);
// Prints lines for --verbose: the file, where and how it was filtered, and its notes.
void say_report(const MessageOptions& messages, const FileReport& report);

// Returns "cuda:0 (NVIDIA H200)".
std::string device_text(const std::string& id);

// Returns the error, or null if there is no bound.
nlohmann::ordered_json error_json(double error);

// Returns the error bound: "0.012 LSB", or for floats "4e-06 of the largest sample or the range"
// and "0.0018 of the largest sample, or of 1 if that is larger".
std::string error_text(const FileReport& report, double scale);

}  // namespace selvage::cli
