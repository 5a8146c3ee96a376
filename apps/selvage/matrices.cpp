// SPDX-License-Identifier: Apache-2.0
#include "matrices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

#include "built_in_matrices.hpp"
#include "selvage/error.hpp"
#include "suggest.hpp"
#include "values.hpp"

namespace selvage::cli {
namespace {

using std::string;

constexpr std::size_t largest_file = std::size_t{1} << 20;  // bytes

std::vector<string> words_of(string text) {
  std::replace(text.begin(), text.end(), ',', ' ');
  std::istringstream stream(text);
  std::vector<string> words;
  for (string word; stream >> word;) words.push_back(word);
  return words;
}

// A number or a fraction as a finite float.
std::optional<float> coefficient(const string& word) {
  if (word.ends_with('%')) return {};
  try {
    const double number = parse_value("", word).number;
    if (std::abs(number) <= std::numeric_limits<float>::max()) return static_cast<float>(number);
  } catch (const Error&) {
    // The caller says it better.
  }
  return {};
}

string shortened(const string& word) {
  constexpr std::size_t longest = 24;
  return word.size() > longest ? word.substr(0, longest) + "..." : word;
}

[[noreturn]] void refuse(const string& what) {
  throw Error(Errc::input, what,
              "a matrix is a row of numbers a line, separated by spaces or commas; # comments");
}

std::vector<float> parse_line(const string& place, const string& line) {
  std::vector<float> row;
  for (const string& word : words_of(line.substr(0, line.find('#')))) {
    const auto number = coefficient(word);
    if (!number) refuse(fmt::format("{}: '{}' is not a finite number", place, shortened(word)));
    row.push_back(*number);
  }
  return row;
}

string text_of(const string& file) {
  std::ifstream stream(file, std::ios::binary);
  string text(largest_file + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!stream.is_open() || stream.bad())
    throw Error(Errc::input, fmt::format("{}: {}", file, std::strerror(errno)),
                "--kernel takes the name of a text file, or of a matrix that --help lists");
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > largest_file) refuse(file + ": is larger than 1 MiB, so no matrix");
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // of editors on Windows
  return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

NamedMatrix read_matrix(const string& file) {
  NamedMatrix matrix{.name = file, .values = {}};
  std::istringstream lines(text_of(file));
  int number = 0;
  for (string line; std::getline(lines, line);) {
    const string place = fmt::format("{}:{}", file, ++number);
    const std::vector<float> row = parse_line(place, line);
    if (row.empty()) continue;
    const int width = static_cast<int>(row.size());
    if (matrix.height > 0 && width != matrix.width)
      refuse(fmt::format("{}: has {} numbers, the row above has {}", place, width, matrix.width));
    matrix.width = width;
    ++matrix.height;
    matrix.values.insert(matrix.values.end(), row.begin(), row.end());
  }
  if (matrix.height == 0) refuse(file + ": holds no numbers");
  return matrix;
}

}  // namespace

std::vector<string> matrix_names() {
  std::vector<string> names;
  for (const BuiltInMatrix& m : built_in_matrices) names.emplace_back(m.name);
  return names;
}

NamedMatrix find_matrix(const string& option, const string& name_or_file) {
  for (const BuiltInMatrix& m : built_in_matrices)
    if (m.name == name_or_file)
      return {.name = name_or_file,
              .values = {m.values.begin(), m.values.end()},
              .width = m.side,
              .height = m.side,
              .scale = m.scale};
  std::error_code ignored;
  const bool is_file = std::filesystem::exists(name_or_file, ignored) ||
                       name_or_file.find_first_of("./") != string::npos;
  if (is_file) return read_matrix(name_or_file);
  const std::vector<string> names = matrix_names();
  throw Error(
      Errc::invalid_argument,
      fmt::format("unknown {} {}{}", option, name_or_file, did_you_mean(name_or_file, names)),
      fmt::format("one of: {}, or a file", fmt::join(names, ", ")));
}

std::vector<float> sharpen8(double amount) {
  std::vector<float> values(9, static_cast<float>(-amount));
  values[4] = static_cast<float>(8.0 * amount + 1.0);
  return values;
}

std::vector<float> parse_numbers(const string& option, const string& text) {
  std::vector<float> numbers;
  const auto refuse_option = [&](const string& what) {
    throw Error(Errc::invalid_argument, fmt::format("{} {}", option, what),
                fmt::format("for instance: {} \"1 2 1\"", option));
  };
  for (const string& word : words_of(text)) {
    const auto number = coefficient(word);
    if (!number) refuse_option(fmt::format("'{}' is not a finite number", shortened(word)));
    numbers.push_back(*number);
  }
  if (numbers.empty()) refuse_option("holds no numbers");
  return numbers;
}

}  // namespace selvage::cli
