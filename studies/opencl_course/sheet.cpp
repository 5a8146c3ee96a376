// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/sheet.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <regex>
#include <utility>
#include <vector>

#include "selvage/error.hpp"

namespace selvage::studies::course {
namespace {

// The sheet's constants; its listings state them for both passes.
constexpr std::string_view constants =
    "#define TILE_X GROUP_WIDTH\n"
    "#define TILE_Y GROUP_HEIGHT\n"
    "#define H_GROUPSIZE_X GROUP_WIDTH\n"
    "#define H_GROUPSIZE_Y GROUP_HEIGHT\n"
    "#define V_GROUPSIZE_X GROUP_WIDTH\n"
    "#define V_GROUPSIZE_Y GROUP_HEIGHT\n"
    "#define H_RESULT_STEPS STEPS\n"
    "#define V_RESULT_STEPS STEPS\n"
    "#define KERNEL_RADIUS RADIUS\n";

const std::regex kernel_header(R"(\b(?:__)?kernel\s+)"
                               R"((?:__attribute__\s*\(\s*\(\s*\w+\s*\([^()]*\)\s*\)\s*\)\s*)?)"
                               R"(void\s+(\w+)\s*\(([^()]*)\)\s*\{)");
const std::regex parameter_parts(R"(^\s*(.*[\s*])(\w+)\s*$)");

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts(1);
  for (const char c : list)
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

bool has_word(const std::string& text, const char* word) {
  return std::regex_search(text, std::regex(fmt::format(R"(\b(?:__)?{}\b)", word)));
}

// The declaration that takes a parameter's place.
std::string declaration(const std::string& function, const std::string& type,
                        const std::string& name) {
  if (has_word(type, "local")) {
    const std::string element = type.substr(0, type.find('*'));
    return fmt::format("{} {}[BINS];", element, name);
  }
  if (has_word(type, "constant")) {
    const std::map<std::string, std::string> tables{{"ConvHorizontal", "ROW"},
                                                    {"ConvVertical", "COLUMN"}};
    const auto found = tables.find(function);
    return fmt::format("{}{} = {};", type, name, found == tables.end() ? "WEIGHTS" : found->second);
  }
  const std::string image = function.starts_with("compute_histogram") ? "args.image" : "image";
  const std::map<std::string, std::string> sizes{{"width", image + ".width"},
                                                 {"height", image + ".height"},
                                                 {"pitch", image + ".pitch"},
                                                 {"num_hist_bins", "BINS"}};
  std::string lower = name;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto found = sizes.find(lower);
  if (found == sizes.end())
    throw Error(Errc::input,
                fmt::format("{} has a parameter {} that the sheet's has not", function, name),
                "beside buffers it may have Width, Height, Pitch, c_Kernel and num_hist_bins");
  return fmt::format("{}{} = {};", type, name, found->second);
}

// The buffers of flags hold a byte for each pixel; a wider type would read others' flags.
void check_buffer(const std::string& function, std::size_t number, const std::string& parameter) {
  const bool flags = function.starts_with("Discontinuity")
                         ? number == 0
                         : function.starts_with("Conv") && function != "Convolution" && number == 2;
  if (flags && !has_word(parameter, "(?:uchar|char)"))
    throw Error(Errc::input,
                fmt::format("{}: the flags are bytes, and not as in:{}", function, parameter),
                "declare them as __global uchar*");
}

std::string header_in_the_dialect(const std::smatch& header) {
  const std::string function = header[1];
  std::vector<std::string> parameters, declarations;
  for (const std::string& part : split(one_line(header[2]))) {
    std::smatch parts;
    if (has_word(part, "global")) {
      check_buffer(function, parameters.size(), part);
      parameters.push_back(part);
    } else if (std::regex_match(part, parts, parameter_parts)) {
      declarations.push_back(declaration(function, parts[1], parts[2]));
    }
  }
  parameters.emplace_back(function.starts_with("compute_histogram")
                              ? "ARGUMENTS(CourseHistogram, args)"
                              : "ARGUMENTS(CourseImage, image)");
  const std::string whole = header[0];
  return fmt::format("KERNEL(GROUP_WIDTH, GROUP_HEIGHT) void {}({}) {{ {}{}", function,
                     fmt::join(parameters, ", "), fmt::join(declarations, " "),
                     std::string(std::ranges::count(whole, '\n'), '\n'));
}

// The sheet's comparisons of float4, unless the file has its own.
std::string comparisons(const std::string& code) {
  std::string result;
  for (const auto& [name, ours] : {std::pair("IsNormalDiscontinuity", "is_normal_discontinuity"),
                                   std::pair("IsDepthDiscontinuity", "is_depth_discontinuity")})
    if (!std::regex_search(code, std::regex(fmt::format(R"(\b{}\s*\([^()]*\)\s*\{{)", name))))
      result += fmt::format("#define {}(a, b) {}(a, b)\n", name, ours);
  return result;
}

}  // namespace

std::string without_comments(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view two = text.substr(i, 2);
    if (two == "//") {
      i = std::min(text.find('\n', i), text.size()) - 1;
      result += ' ';
    } else if (two == "/*") {
      const std::size_t end = std::min(text.find("*/", i + 2), text.size());
      result += ' ';
      for (; i < end; ++i)
        if (text[i] == '\n') result += '\n';
      ++i;
    } else {
      result += text[i];
    }
  }
  return result;
}

bool is_opencl_c(const std::string& text) {
  return std::regex_search(without_comments(text), kernel_header);
}

bool declares_local_memory(const std::string& text) {
  const std::string code = without_comments(text);
  return has_word(code, "local") || has_word(code, "LOCAL_ARRAY");
}

std::string name_in_sheet(const std::string& function) {
  static const std::map<std::string, std::string> names{
      {"convolution", "Convolution"},
      {"conv_horizontal", "ConvHorizontal"},
      {"conv_vertical", "ConvVertical"},
      {"bilateral_horizontal", "ConvHorizontal"},
      {"bilateral_vertical", "ConvVertical"},
      {"discontinuity_horizontal", "DiscontinuityHorizontal"},
      {"discontinuity_vertical", "DiscontinuityVertical"}};
  const auto found = names.find(function);
  return found == names.end() ? function : found->second;
}

std::string in_the_dialect(const std::string& text) {
  const std::string code = without_comments(text);
  std::string result = std::string(constants) + comparisons(code) + "#line 1\n";
  auto rest = code.cbegin();
  for (std::sregex_iterator header(code.begin(), code.end(), kernel_header), end; header != end;
       ++header) {
    result.append(rest, (*header)[0].first);
    result += header_in_the_dialect(*header);
    rest = (*header)[0].second;
  }
  return result.append(rest, code.cend());
}

}  // namespace selvage::studies::course
