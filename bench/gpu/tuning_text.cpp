// SPDX-License-Identifier: Apache-2.0
#include "gpu/tuning_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <vector>

#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

constexpr std::array<std::string_view, 3> sums_names = {"flat", "columns", "blocks"};

// The words of texts and the tuning fields that they set.
struct Word {
  std::string_view word, number;
};
constexpr Word words[] = {
    {"rows", "group_rows"}, {"height", "group_height"}, {"width", "group_width"}, {"wide", "wide"},
    {"sums", "sums"},       {"block", "block"},         {"once", "once"}};

// "height=4"
struct Change {
  std::string_view name, value, text;
};

[[noreturn]] void refuse(std::string_view word) {
  throw Error(Errc::invalid_argument, fmt::format("tuning: {} is not understood", word),
              "for instance rows=8,height=4,width=32,launch=256, for tile also "
              "wide=1,sums=flat,block=16");
}

int number(const Change& c, int least, int most) {
  int n = 0;
  const char* end = c.value.data() + c.value.size();
  const auto [stop, error] = std::from_chars(c.value.data(), end, n);
  if (error != std::errc{} || stop != end || n < least || n > most) refuse(c.text);
  return n;
}

Summation summation(const Change& c) {
  for (std::size_t i = 0; i < sums_names.size(); ++i)
    if (sums_names[i] == c.value) return static_cast<Summation>(i);
  refuse(c.text);
}

// The fields that all tunings with groups share.
void change_group(WorkGroup& group, int& launch_height, const Change& c) {
  if (c.name == "width")
    group.width = number(c, 1, 1024);
  else if (c.name == "height")
    group.height = number(c, 1, 1024);
  else if (c.name == "rows")
    group.rows = number(c, 1, 128);
  else if (c.name == "launch")
    launch_height = number(c, 1, 1 << 20);
  else
    refuse(c.text);
}

void change(DirectGpuTuning& tuning, const Change& c) {
  if (c.name == "wide")
    tuning.wide = number(c, 0, 1) == 1;
  else if (c.name == "sums")
    tuning.sums = summation(c);
  else if (c.name == "block")
    tuning.block = number(c, 1, 1024);
  else
    change_group(tuning.group, tuning.launch_height, c);
}

void change(LinearGpuTuning& tuning, const Change& c) {
  if (c.name != "once") return change_group(tuning.group, tuning.launch_height, c);
  tuning.once = number(c, 0, 1) == 1;
  if (!tuning.once) tuning.streaming = {};  // reads the image once
}

template <class T>
T with_changes(T tuning, std::string_view rest) {
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view text = rest.substr(0, comma);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) refuse(text);
    change(tuning, Change{text.substr(0, equals), text.substr(equals + 1), text});
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return tuning;
}

}  // namespace

DirectGpuTuning changed(DirectGpuTuning tuning, const std::string& text) {
  return with_changes(tuning, text);
}

LinearGpuTuning changed(LinearGpuTuning tuning, const std::string& text) {
  return with_changes(tuning, text);
}

std::string text(const Tuning& tuning) {
  const std::vector<TuningParameter> numbers = tuning.numbers();
  std::string text;
  for (const Word& w : words)
    for (const TuningParameter& n : numbers) {
      if (n.name != w.number) continue;
      const auto value = static_cast<std::size_t>(n.value);
      text +=
          fmt::format("{}{}={}", text.empty() ? "" : ",", w.word,
                      w.word == "sums" ? std::string(sums_names[value]) : fmt::to_string(n.value));
    }
  return text;
}

}  // namespace selvage::bench
