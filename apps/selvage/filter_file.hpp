// SPDX-License-Identifier: Apache-2.0
#pragma once
// One file in three stages: decode, filter, encode.

#include <string>
#include <vector>

#include "jobs.hpp"
#include "progress.hpp"
#include "session.hpp"

namespace selvage::cli {

// What was done, or with --dry-run what would be.
struct FileReport {
  Job job;
  std::string verb;
  std::string flags;  // file that they are written to, or empty
  bool dry_run = false;
  ConstImageView shape;                // of the result; no data
  PixelType filtered = PixelType::u8;  // type in which it was computed
  std::string format;                  // of the result
  std::string device, candidate;
  double max_error = 0.0;    // asked; infinity: none
  double error_bound = 0.0;  // kept; infinity: none
  double predicted_s = 0.0;
  double decode_s = 0.0, filter_s = 0.0, encode_s = 0.0;
  double total_s = 0.0;  // of work on this file: plans and checks too, but no waiting for others
  double upload_s = 0.0, download_s = 0.0;  // parts of filter_s, to and from a GPU
  double kernel_s = 0.0;                    // of the passes alone, by the device's clock
  std::size_t memory = 0;
  std::vector<std::string> notes;
};

// A file on its way.
struct FileWork {
  Prepared prepared;
  FileReport report;
  Image result;  // once filtered
  Image flags;   // likewise, where they were asked for
};

// Checks everything and reads the pixels (with --dry-run the header alone). Called by one thread at
// a time.
FileWork decode_file(const Job& job, Session& session);
// Each is called for one file at a time; with --dry-run they do nothing.
void filter_file(FileWork& work, const Session& session, Progress& progress);
void encode_file(FileWork& work, const Session& session);

}  // namespace selvage::cli
