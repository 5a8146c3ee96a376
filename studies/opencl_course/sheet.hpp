// SPDX-License-Identifier: Apache-2.0
#pragma once
// Kernels as the sheet has them: OpenCL C with its names, its headers and its constants.

#include <string>
#include <string_view>

namespace selvage::studies::course {

// The same lines with a space for each comment.
std::string without_comments(std::string_view text);

bool is_opencl_c(const std::string& text);
bool declares_local_memory(const std::string& text);

// The sheet's name of a task's kernel: "ConvHorizontal" of "conv_horizontal".
std::string name_in_sheet(const std::string& function);

// The text with headers in the study's dialect. Buffers stay parameters, in their order. Everything
// else that the sheet passes is declared at the top of the body under the parameter's name: sizes,
// weights in constant memory, a histogram in local memory. Lines keep their numbers. Throws
// Error{input} for a parameter that is none of these.
std::string in_the_dialect(const std::string& text);

}  // namespace selvage::studies::course
