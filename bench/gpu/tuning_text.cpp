// SPDX-License-Identifier: Apache-2.0
#include "gpu/tuning_text.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <string_view>

#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

constexpr std::array<std::string_view, 3> sums_names = {"flat", "columns", "pieces"};

[[noreturn]] void refuse(std::string_view word) {
  throw Error(Errc::invalid_argument, fmt::format("tuning: {} is not understood", word),
              "for instance rows=8,height=4,width=32,wide=1,sums=flat,piece=16,launch=256");
}

Sums sums_named(std::string_view value, std::string_view word) {
  for (std::size_t i = 0; i < sums_names.size(); ++i)
    if (sums_names[i] == value) return static_cast<Sums>(i);
  refuse(word);
}

int number(std::string_view value, int least, int most, std::string_view word) {
  int n = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, n);
  if (error != std::errc{} || stop != end || n < least || n > most) refuse(word);
  return n;
}

void change(Tuning& tuning, std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) refuse(word);
  const std::string_view name = word.substr(0, equals), value = word.substr(equals + 1);
  const auto up_to = [&](int most) { return number(value, 1, most, word); };
  if (name == "width")
    tuning.group_width = up_to(1024);
  else if (name == "height")
    tuning.group_height = up_to(1024);
  else if (name == "rows")
    tuning.group_rows = up_to(128);
  else if (name == "wide")
    tuning.wide = number(value, 0, 1, word) == 1;
  else if (name == "sums")
    tuning.sums = sums_named(value, word);
  else if (name == "piece")
    tuning.piece = up_to(1024);
  else if (name == "launch")
    tuning.launch_height = up_to(1 << 20);
  else
    refuse(word);
}

}  // namespace

Tuning changed(Tuning tuning, const std::string& text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    change(tuning, rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return tuning;
}

std::string text(const Tuning& t) {
  return fmt::format("rows={},height={},width={},wide={},sums={},piece={}", t.group_rows,
                     t.group_height, t.group_width, t.wide ? 1 : 0,
                     sums_names[static_cast<std::size_t>(t.sums)], t.piece);
}

}  // namespace selvage::bench
