// SPDX-License-Identifier: Apache-2.0
#pragma once
// Matrices of convolutions: built in by name, from text files, and rows of numbers.

#include <string>
#include <string_view>
#include <vector>

namespace selvage::cli {

struct NamedMatrix {
  std::string name;           // built in, or the file's
  std::vector<float> values;  // height x width
  int width = 0, height = 0;
  float scale = 1.0f;  // that belongs to it
};

// Of those that are built in.
std::vector<std::string> matrix_names();

// A built-in matrix by its name, else the matrix of a text file: a row a line, numbers separated by
// spaces or commas, comments after '#'. Throws Error{invalid_argument} for a name that is neither,
// Error{input} that names the line for a file that is no matrix.
NamedMatrix find_matrix(const std::string& option, const std::string& name_or_file);

// The third sharpening matrix of [convolution_sheet, 1.2.1]: -amount around 8 amount + 1.
std::vector<float> sharpen8(double amount);

// "1 2 1" or "1/4, 1/2, 1/4"; at least one number. Throws Error{invalid_argument}.
std::vector<float> parse_numbers(const std::string& option, const std::string& text);

}  // namespace selvage::cli
