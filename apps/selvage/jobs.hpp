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
  bool is_second = false;       // beside the image, or in its place: flags, a drawing
};

struct JobList {
  std::vector<Job> jobs = {};
  bool several = false;  // so that a summary ends them
  PassedBy passed_by = {};
  std::vector<UnreadFolder> unread = {};
};

// Whether the last file is the output: IN OUT.
bool output_is_last(const std::vector<std::string>& files, const OutputOptions& options);

// IN OUT, IN... -o DIR/, or IN -o FILE, where IN may be a folder. Throws Error{invalid_argument}
// for anything else, and when two inputs would be written to one name, or one over the other;
// Error{input} for a folder that cannot be read or has no image.
JobList make_jobs(const std::vector<std::string>& files, const OutputOptions& options);

// Throws Error{invalid_argument} when a second result of that name does not go with the jobs;
// empty: there is none.
void check_flags(const std::vector<Job>& jobs, const std::string& flags);

// Throws Error{invalid_argument} when `file`, which the option writes, is one of the inputs.
void check_not_read(const std::string& option, const std::string& file,
                    const std::vector<std::string>& inputs);

// Whether --skip-existing leaves the job out.
bool is_left_out(const Job& job, const OutputOptions& options);

// Throws Error{output} when the output may not or cannot be written: found before an image is
// decoded, and again by save.
void check_output(const Job& job, const OutputOptions& options);
// That of a job which is named by its input, before the output is written.
void make_folder(const Job& job);

// The format to write `shape` in: the extension's (whether it can hold it is for check_save to
// say); for standard output and a name taken from the input else the source's, else one that can
// hold it. Empty for any other name without a known extension.
std::string output_format(const Job& job, const std::string& source_format,
                          const ConstImageView& shape);

// How the job's output is written in that format.
SaveOptions save_options(const Job& job, const std::string& format, const OutputOptions& options);

// Throws Error{invalid_argument} when the format of a second result, which the option names, cannot
// hold it.
void check_second(const std::string& option, const std::string& file, const ConstImageView& shape);

// The discontinuities are a second result.
Job flags_job(const Job& job, const std::string& flags);

}  // namespace selvage::cli
