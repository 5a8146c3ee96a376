// SPDX-License-Identifier: Apache-2.0
#pragma once
// Jobs: which input is filtered into which output.

#include <string>
#include <vector>

#include "command_line/options.hpp"
#include "inputs/inputs.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {

struct Job {
  std::string input, output;    // paths or "-"
  bool named_by_input = false;  // mirrors the input's name and subfolder
  std::string name = {};        // of the input, relative to the common folder
  std::string folder = {};      // of the results, if the job is named by its input
  std::string format = {};      // extension of the wanted format, ".png"; empty: by the names
  bool is_second = false;       // a second output besides the image or instead of it: flags, a plot
  int frame = -1;               // of a sequence of files that are filtered together; -1: none
  int frames = 0;               // of the sequence

  bool is_frame() const { return frame >= 0; }
  bool begins_sequence() const { return frame == 0; }
  bool ends_sequence() const { return frame + 1 == frames; }
};

struct JobList {
  std::vector<Job> jobs = {};
  bool several = false;  // a summary is printed at the end
  PassedBy passed_by = {};
  std::vector<UnreadFolder> unread = {};
};

// Returns whether the last file is the output: IN OUT.
bool output_is_last(const std::vector<std::string>& files, const OutputOptions& options);

// Makes the jobs of IN OUT, IN... -o DIR/ or IN -o FILE, where IN may be a folder. Throws
// Error{invalid_argument} for anything else, and if two inputs would be written to the same name or
// one over the other; Error{input} for a folder that cannot be read or has no image.
JobList make_jobs(const std::vector<std::string>& files, const OutputOptions& options);

// Throws Error{invalid_argument} if `flags` cannot be a second output of the jobs. Does nothing if
// it is empty.
void check_flags(const std::vector<Job>& jobs, const FlagsOutput& flags);

// Throw Error{invalid_argument} if --quality is given, but no result can be a JPEG file. The format
// of standard output is known only after its input was opened.
void check_quality(const std::vector<Job>& jobs, const OutputOptions& options);
void check_quality(const Job& job, const std::string& format, const OutputOptions& options);

// Throws Error{invalid_argument} if `file`, which the option writes, is one of the inputs.
void check_not_read(const std::string& option, const std::string& file,
                    const std::vector<std::string>& inputs);

// Returns whether --skip-existing skips the job.
bool is_left_out(const Job& job, const OutputOptions& options);

// Throws Error{output} if the output may not or cannot be written. It runs before an image is
// decoded; save checks again.
void check_output(const Job& job, const OutputOptions& options);
// Creates the folder of an output that is named by its input.
void make_folder(const Job& job);

// Returns the format to write `shape` in. It is that of the extension (check_save tells whether it
// fits). For standard output and names taken from the input it is otherwise the format of the
// source, or one that can hold the shape. Empty for other names without a known extension.
std::string output_format(const Job& job, const std::string& source_format,
                          const ConstImageView& shape);

// Returns the options for saving the output in that format.
SaveOptions save_options(const Job& job, const std::string& format, const OutputOptions& options);

// Throws Error{invalid_argument} if the format of a second output, which the option names, cannot
// hold it.
void check_second(const std::string& option, const std::string& file, const ConstImageView& shape);

// Returns the job of the discontinuities, which are a second output.
Job flags_job(const Job& job, const FlagsOutput& flags);

}  // namespace selvage::cli
