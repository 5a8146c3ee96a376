// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sequences whose frames, or volumes whose slices, are numbered files: frame_0001.png ...

#include <vector>

#include "command_line/options.hpp"
#include "inputs/jobs.hpp"

namespace selvage::cli {

// Marks the jobs whose inputs are filtered together and sorts them by their numbers, for --temporal
// and --volume. Files with the same name but for the last number in it are a sequence. Files that
// hold several images are sequences by themselves; they stay as they are. Reads the headers, and
// throws before anything is written: Error{input} for a number that is missing or there twice, a
// file without a number or alone; Error{invalid_argument} if shapes differ, or if options do not
// fit; Error{output} for outputs that cannot be written.
void join_frames(std::vector<Job>& jobs, const FilterCommand& command);

}  // namespace selvage::cli
