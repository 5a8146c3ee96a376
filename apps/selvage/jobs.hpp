// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which file is filtered into which.

#include <string>
#include <vector>

#include "inputs.hpp"
#include "options.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {

struct Job {
  std::string input, output;    // paths, or "-"
  bool named_by_input = false;  // the output lies in a folder under the input's name and, where
                                // inputs lie in several folders, under theirs
  std::string name = {};        // of the input, below the folder that all inputs share
};

struct JobList {
  std::vector<Job> jobs = {};
  bool several = false;  // so that a summary ends them
  PassedBy passed_by = {};
};

// IN OUT, IN... -o DIR/, or IN -o FILE, where IN may be a folder. Throws Error{invalid_argument}
// for anything else, and when two inputs would be written to one name, or one over the other;
// Error{input} for a folder that cannot be read or has no image.
JobList make_jobs(const std::vector<std::string>& files, const OutputOptions& options);

// Throws Error{invalid_argument} when a second result of that name does not go with the jobs;
// empty: there is none.
void check_flags(const std::vector<Job>& jobs, const std::string& flags);

// Throws Error{output} when the output may not or cannot be written: found before an image is
// decoded, and again by save. Makes the folder of a batch.
void check_output(const Job& job, const OutputOptions& options);

// The format to write `shape` in: the extension's (whether it can hold it is for check_save to
// say); for standard output and a name taken from the input else the source's, else one that can
// hold it. Empty for any other name without a known extension.
std::string output_format(const Job& job, const std::string& source_format,
                          const ConstImageView& shape);

// How the job's output is written in that format.
SaveOptions save_options(const Job& job, const std::string& format, const OutputOptions& options);

// The discontinuities are a second result.
Job flags_job(const Job& job, const std::string& flags);

}  // namespace selvage::cli
