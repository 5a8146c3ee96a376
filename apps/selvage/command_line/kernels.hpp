// SPDX-License-Identifier: Apache-2.0
#pragma once
// Convolution kernels: built in by name, from text files, and as rows of numbers.

#include <string>
#include <string_view>
#include <vector>

namespace selvage::cli {

struct NamedKernel {
  std::string name;           // of the built-in kernel or of the file
  std::vector<float> values;  // height x width
  int width = 0, height = 0;
  float scale = 1.0f;  // applied unless --scale is given
};

// Returns the names of the built-in kernels.
std::vector<std::string> kernel_names();

// Returns a built-in kernel by its name or reads the kernel of a text file: one row per line,
// numbers separated by spaces or commas, comments after '#'. Throws Error{invalid_argument} if the
// name is neither, and Error{input} with the line for a file that is not a kernel.
NamedKernel find_kernel(const std::string& option, const std::string& name_or_file);

// Returns the third sharpening kernel of [convolution_sheet, 1.2.1]: 8 amount + 1 at the centre,
// -amount around it.
std::vector<float> sharpen8(double amount);

// Parses "1 2 1" or "1/4, 1/2, 1/4", at least one number. Throws Error{invalid_argument}.
std::vector<float> parse_numbers(const std::string& option, const std::string& text);

}  // namespace selvage::cli
