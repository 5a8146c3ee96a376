// SPDX-License-Identifier: Apache-2.0
#include "command_line/kernels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>

#include "command_line/suggest.hpp"
#include "command_line/values.hpp"
#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

// The kernels that `convolve --kernel` knows by name, as printed in [convolution_sheet].
struct BuiltInKernel {
  std::string_view name;
  std::span<const float> values;  // side x side
  int side = 3;
  float scale = 1.0f;
};

namespace kernels {

constexpr std::array sharpen{0.0f,  -1.0f, 0.0f,   // 1.2.1, the first
                             -1.0f, 5.0f,  -1.0f,  //
                             0.0f,  -1.0f, 0.0f};
constexpr std::array sharpen8{-1.0f, -1.0f, -1.0f,  // 1.2.1, the second; the third with k = 1
                              -1.0f, 9.0f,  -1.0f,  //
                              -1.0f, -1.0f, -1.0f};
constexpr std::array edge{-0.125f, -0.125f, -0.125f,  // 1.2.2, the first: -1/8 around 1; with 8
                          -0.125f, 1.0f,    -0.125f,  // as its scale, since it is dark without
                          -0.125f, -0.125f, -0.125f};
constexpr std::array edge_y{-1.0f, -1.0f, -1.0f,  // 1.2.2, the second
                            0.0f,  0.0f,  0.0f,   //
                            1.0f,  1.0f,  1.0f};
constexpr std::array emboss{2.0f, 0.0f,  0.0f,  // 1.2.3
                            0.0f, -1.0f, 0.0f,  //
                            0.0f, 0.0f,  -1.0f};
constexpr std::array sobel_x{-1.0f, 0.0f, 1.0f,  // of Sobel and Feldman
                             -2.0f, 0.0f, 2.0f,  //
                             -1.0f, 0.0f, 1.0f};
constexpr std::array sobel_y{-1.0f, -2.0f, -1.0f,  //
                             0.0f,  0.0f,  0.0f,   //
                             1.0f,  2.0f,  1.0f};
constexpr std::array laplacian{0.0f, 1.0f,  0.0f,  // the sum of the second differences
                               1.0f, -4.0f, 1.0f,  //
                               0.0f, 1.0f,  0.0f};
// Twice the image less its binomial mean, (1 4 6 4 1) squared with 1/256: with 1/256 as its scale.
constexpr std::array unsharp{-1.0f, -4.0f,  -6.0f,  -4.0f,  -1.0f,  //
                             -4.0f, -16.0f, -24.0f, -16.0f, -4.0f,  //
                             -6.0f, -24.0f, 476.0f, -24.0f, -6.0f,  //
                             -4.0f, -16.0f, -24.0f, -16.0f, -4.0f,  //
                             -1.0f, -4.0f,  -6.0f,  -4.0f,  -1.0f};
constexpr std::array box{1.0f, 1.0f, 1.0f,  // 1.3.1, with 1/9 as its scale
                         1.0f, 1.0f, 1.0f,  //
                         1.0f, 1.0f, 1.0f};
constexpr std::array gauss5{1.0f, 4.0f,  7.0f,  4.0f,  1.0f,  // 1.3.2, with 1/273 as its scale
                            4.0f, 16.0f, 26.0f, 16.0f, 4.0f,  //
                            7.0f, 26.0f, 41.0f, 26.0f, 7.0f,  //
                            4.0f, 16.0f, 26.0f, 16.0f, 4.0f,  //
                            1.0f, 4.0f,  7.0f,  4.0f,  1.0f};

}  // namespace kernels

constexpr std::array built_in_kernels{
    BuiltInKernel{"sharpen", kernels::sharpen},
    BuiltInKernel{"sharpen8", kernels::sharpen8},
    BuiltInKernel{"unsharp", kernels::unsharp, 5, 1.0f / 256.0f},
    BuiltInKernel{"edge", kernels::edge, 3, 8.0f},
    BuiltInKernel{"edge-y", kernels::edge_y},
    BuiltInKernel{"sobel-x", kernels::sobel_x},
    BuiltInKernel{"sobel-y", kernels::sobel_y},
    BuiltInKernel{"laplacian", kernels::laplacian},
    BuiltInKernel{"emboss", kernels::emboss},
    BuiltInKernel{"box", kernels::box, 3, 1.0f / 9.0f},
    BuiltInKernel{"gauss5", kernels::gauss5, 5, 1.0f / 273.0f},
};

using std::string;

constexpr std::size_t largest_file = std::size_t{1} << 20;  // bytes

std::vector<string> words_of(string text) {
  std::replace(text.begin(), text.end(), ',', ' ');
  std::istringstream stream(text);
  std::vector<string> words;
  for (string word; stream >> word;) words.push_back(word);
  return words;
}

// Parses a number or a fraction as a finite float.
std::optional<float> coefficient(const string& word) {
  if (word.ends_with('%')) return {};
  try {
    const double number = parse_value("", word).number;
    if (std::abs(number) <= std::numeric_limits<float>::max()) return static_cast<float>(number);
  } catch (const Error&) {
    // The caller has a better message.
  }
  return {};
}

string shortened(const string& word) {
  constexpr std::size_t longest = 24;
  return word.size() > longest ? word.substr(0, longest) + "..." : word;
}

[[noreturn]] void refuse(const string& what) {
  throw Error(
      Errc::input, what,
      "give one row of numbers per line, separated by spaces or commas; # begins a comment");
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

// Returns the text with lines that end as on Unix, from Windows ("\r\n") and old Macs ("\r").
string with_unix_lines(std::string_view text) {
  string result;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r')
      result += text[i];
    else if (i + 1 == text.size() || text[i + 1] != '\n')
      result += '\n';
  return result;
}

string text_of(const string& file) {
  std::ifstream stream(file, std::ios::binary);
  string text(largest_file + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!stream.is_open() || stream.bad())
    throw Error(Errc::input, fmt::format("{}: {}", file, std::strerror(errno)),
                "--kernel takes a text file or a name that --help lists");
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > largest_file) refuse(file + ": is larger than 1 MiB, too large for a kernel");
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // editors on Windows write it
  return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

NamedKernel read_kernel(const string& file) {
  NamedKernel kernel{.name = file, .values = {}};
  std::istringstream lines(with_unix_lines(text_of(file)));
  int number = 0;
  for (string line; std::getline(lines, line);) {
    const string place = fmt::format("{}:{}", file, ++number);
    const std::vector<float> row = parse_line(place, line);
    if (row.empty()) continue;
    const int width = static_cast<int>(row.size());
    if (kernel.height > 0 && width != kernel.width)
      refuse(fmt::format("{}: has {} numbers, the row above has {}", place, width, kernel.width));
    kernel.width = width;
    ++kernel.height;
    kernel.values.insert(kernel.values.end(), row.begin(), row.end());
  }
  if (kernel.height == 0) refuse(file + ": contains no numbers");
  return kernel;
}

}  // namespace

std::vector<string> kernel_names() {
  std::vector<string> names;
  for (const BuiltInKernel& m : built_in_kernels) names.emplace_back(m.name);
  return names;
}

NamedKernel find_kernel(const string& option, const string& name_or_file) {
  for (const BuiltInKernel& m : built_in_kernels)
    if (m.name == name_or_file)
      return {.name = name_or_file,
              .values = {m.values.begin(), m.values.end()},
              .width = m.side,
              .height = m.side,
              .scale = m.scale};
  std::error_code ignored;
  const bool is_file = std::filesystem::exists(name_or_file, ignored) ||
                       name_or_file.find_first_of("./") != string::npos;
  if (is_file) return read_kernel(name_or_file);
  const std::vector<string> names = kernel_names();
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
  if (numbers.empty()) refuse_option("contains no numbers");
  return numbers;
}

}  // namespace selvage::cli
