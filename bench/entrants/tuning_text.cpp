// SPDX-License-Identifier: Apache-2.0
#include "entrants/tuning_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include "filters/linear_step.hpp"
#include "methods/convolution/blocked_tile.hpp"
#include "methods/convolution/gpu_linear.hpp"
#include "methods/direct/gpu/direct_code.hpp"
#include "methods/direct/pixel_form.hpp"
#include "methods/fourier_range/byte_fit.hpp"
#include "methods/fourier_range/gpu_shape.hpp"
#include "methods/fourier_range/level_form.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

constexpr std::array<std::string_view, 3> sums_names = {"flat", "columns", "blocks"};

// The words of texts and the tuning fields that they set.
struct Word {
  std::string_view word, number;
};
constexpr Word words[] = {
    {"rows", "group_rows"},   {"height", "group_height"}, {"width", "group_width"},
    {"blocks", "min_blocks"}, {"wide", "wide"},           {"sums", "sums"},
    {"block", "block"},       {"once", "once"},           {"fixed", "fixed_window"}};

// The words of a Fourier range kernel are names of its fields.
struct FourierWord {
  std::string_view word;
  int FourierGpuTuning::* field;
  int least = 1, most = 64;
};
constexpr FourierWord fourier_words[] = {
    {"column_teams", &FourierGpuTuning::column_teams},
    {"tile_blocks", &FourierGpuTuning::tile_blocks},
    {"term_groups", &FourierGpuTuning::term_groups},
    {"column_min_blocks", &FourierGpuTuning::column_min_blocks},
    {"row_teams", &FourierGpuTuning::row_teams},
    {"row_stages", &FourierGpuTuning::row_stages, 1, 2},
    {"row_blocks", &FourierGpuTuning::row_blocks},
    {"row_min_blocks", &FourierGpuTuning::row_min_blocks},
    // The bound of the roundings counts on these limits (docs/filters/bounded.md).
    {"repair_height", &FourierGpuTuning::repair_height, 4, 32},
    {"repair_taps", &FourierGpuTuning::repair_taps, 1, 8},
    {"repair_groups", &FourierGpuTuning::repair_groups, 1, 1 << 12}};

// "height=4"
struct NumberChange {
  std::string_view name, value, text;
};

[[noreturn]] void refuse_word(std::string_view word) {
  throw Error(Errc::invalid_argument, fmt::format("tuning: {} is not understood", word),
              "for instance rows=8,height=4,width=32,launch=256, for tile also "
              "wide=1,sums=flat,block=16; for fourier_range column_teams=1,term_groups=2");
}

int number(const NumberChange& c, int least, int most) {
  int n = 0;
  const char* end = c.value.data() + c.value.size();
  const auto [stop, error] = std::from_chars(c.value.data(), end, n);
  if (error != std::errc{} || stop != end || n < least || n > most) refuse_word(c.text);
  return n;
}

Summation summation(const NumberChange& c) {
  for (std::size_t i = 0; i < sums_names.size(); ++i)
    if (sums_names[i] == c.value) return static_cast<Summation>(i);
  refuse_word(c.text);
}

// The fields that all tunings with groups share.
void change_group(WorkGroup& group, int& launch_height, const NumberChange& c) {
  if (c.name == "width")
    group.width = number(c, 1, 1024);
  else if (c.name == "height")
    group.height = number(c, 1, 1024);
  else if (c.name == "rows")
    group.rows = number(c, 1, 128);
  else if (c.name == "blocks")
    group.min_blocks = number(c, 1, 32);
  else if (c.name == "launch")
    launch_height = number(c, 1, 1 << 20);
  else
    refuse_word(c.text);
}

void change_one(DirectGpuTuning& tuning, const NumberChange& c) {
  if (c.name == "wide")
    tuning.wide = number(c, 0, 1) == 1;
  else if (c.name == "fixed")
    tuning.fixed_window = number(c, 0, 1) == 1;
  else if (c.name == "sums")
    tuning.sums = summation(c);
  else if (c.name == "block")
    tuning.block = number(c, 1, 1024);
  else
    change_group(tuning.group, tuning.launch_height, c);
}

void change_one(LinearGpuTuning& tuning, const NumberChange& c) {
  if (c.name != "once") return change_group(tuning.group, tuning.launch_height, c);
  tuning.once = number(c, 0, 1) == 1;
  if (!tuning.once) tuning.streaming = {};  // reads the image once
}

void change_one(FourierGpuTuning& tuning, const NumberChange& c) {
  if (c.name == "launch") {
    tuning.launch_height = number(c, 1, 1 << 20);
    return;
  }
  const auto* const word = std::ranges::find(fourier_words, c.name, &FourierWord::word);
  if (word == std::end(fourier_words)) refuse_word(c.text);
  tuning.*word->field = number(c, word->least, word->most);
  // Sums of a group are halved.
  if (!std::has_single_bit(static_cast<unsigned>(tuning.repair_height))) refuse_word(c.text);
}

template <class T>
T with_changes(T tuning, std::string_view rest) {
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view text = rest.substr(0, comma);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) refuse_word(text);
    change_one(tuning, NumberChange{text.substr(0, equals), text.substr(equals + 1), text});
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return tuning;
}

// Return why the device cannot run the pass with this tuning; empty if it can.
std::string impossible(const Pass& pass, const Problem& problem, const DirectGpuTuning& tuning,
                       const GpuFacts& gpu) {
  if (tuning.loop != DirectLoop::tile) return {};
  if (tuning.wide && !can_be_wide(gpu::form_of(pass, problem)))
    return "a pixel does not fit into four words";
  if (gpu::tile_bytes(pass, problem, tuning) > gpu.local_bytes)
    return "the tile does not fit into the device's local memory";
  if (tuning.sums == Summation::blocks && tuning.block % tuning.group.rows != 0)
    return "a summation block is not a multiple of the rows";
  return {};
}

std::string impossible(const Pass& pass, const Problem& problem, const LinearGpuTuning& tuning,
                       const GpuFacts& gpu) {
  const Problem block = planner::channel_block(problem, true);
  if (4 * tuning.group.width % block.channels != 0) return "a group's samples are no pixels";
  const BlockedTile shape(linear_step(pass.step), block);
  if (tuning.once && shape.tile_bytes(tuning.group) > gpu.local_bytes)
    return "the tile does not fit into the device's local memory";
  if (!tuning.once && linear_block % tuning.group.rows != 0)
    return fmt::format("{} is not a multiple of the rows", linear_block);
  return {};
}

std::string impossible(const ByteFit& fit, const FourierGpuTuning& tuning, const GpuFacts& gpu) {
  if (std::max({fourier::team * tuning.column_teams, fourier::team * tuning.row_teams,
                fourier::warp * tuning.repair_height}) > gpu.largest_group)
    return "the work-groups are larger than the device's";
  if (fourier_local_bytes(fit, tuning) > gpu.local_bytes)
    return "the tile does not fit into the device's local memory";
  return {};
}

void refuse_impossible(const std::string& text, const std::string& why) {
  if (!why.empty()) throw Error(Errc::unsupported, fmt::format("tuning {}: {}", text, why));
}

template <class T>
void change_as(planner::Decision& decision, const std::string& text, const GpuFacts& gpu) {
  const T tuning = changed(decision.offer.tuning.as<T>(), text);
  std::string why;
  if (tuning.group.width * tuning.group.height > gpu.largest_group)
    why = "the work-groups are larger than the device's";
  else
    why = impossible(decision.offer.passes.front(), decision.problem, tuning, gpu);
  refuse_impossible(text, why);
  decision.offer.tuning = tuning;
}

// A tile that had all blocks of taps has all of them afterwards unless the text names its size.
void change_fourier(planner::Decision& decision, const std::string& text, const GpuFacts& gpu) {
  const auto& step = std::get<WindowMean>(decision.offer.passes.front().step);
  const ByteFit fit = byte_fit(step, level_form(step, decision.problem));
  auto tuning = decision.offer.tuning.as<FourierGpuTuning>();
  constexpr int all = 1 << 20;
  if (tuning.tile_blocks >= blocks_down(fit, tuning)) tuning.tile_blocks = all;
  if (tuning.row_blocks >= blocks_across(fit, tuning)) tuning.row_blocks = all;
  tuning = changed(tuning, text);
  tuning.tile_blocks = std::min(tuning.tile_blocks, blocks_down(fit, tuning));
  tuning.row_blocks = std::min(tuning.row_blocks, blocks_across(fit, tuning));
  refuse_impossible(text, impossible(fit, tuning, gpu));
  decision.offer.tuning = tuning;
}

}  // namespace

DirectGpuTuning changed(DirectGpuTuning tuning, const std::string& text) {
  return with_changes(tuning, text);
}

LinearGpuTuning changed(LinearGpuTuning tuning, const std::string& text) {
  return with_changes(tuning, text);
}

FourierGpuTuning changed(FourierGpuTuning tuning, const std::string& text) {
  return with_changes(tuning, text);
}

void change(planner::Decision& decision, const std::string& text, const GpuFacts& gpu) {
  if (text.empty()) return;
  const std::string_view name = decision.candidate->name;
  if (name == "tile" || name == "tile_columns" || name == "plain")
    change_as<DirectGpuTuning>(decision, text, gpu);
  else if (name == "separable" || name == "stencil")
    change_as<LinearGpuTuning>(decision, text, gpu);
  else if (name == "fourier_range")
    change_fourier(decision, text, gpu);
  else
    throw Error(Errc::unsupported, fmt::format("the tuning of {} cannot be changed", name));
}

std::vector<std::string> combinations(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return {text};
  const std::size_t equals = text.rfind('=', slash);
  const std::size_t end = std::min(text.find(',', slash), text.size());
  if (equals == std::string::npos) refuse_word(text);
  std::vector<std::string> all;
  for (std::size_t at = equals + 1; at <= end;) {
    const std::size_t next = std::min(text.find('/', at), end);
    const std::string one =
        text.substr(0, equals + 1) + text.substr(at, next - at) + text.substr(end);
    for (std::string& each : combinations(one)) all.push_back(std::move(each));
    at = next + 1;
  }
  return all;
}

std::string text(const Tuning& tuning) {
  const std::vector<TuningParameter> numbers = tuning.numbers();
  std::string text;
  const auto add = [&](std::string_view word, std::string_view number) {
    for (const TuningParameter& n : numbers) {
      if (n.name != number) continue;
      const auto value = static_cast<std::size_t>(n.value);
      text +=
          fmt::format("{}{}={}", text.empty() ? "" : ",", word,
                      word == "sums" ? std::string(sums_names[value]) : fmt::to_string(n.value));
    }
  };
  for (const Word& w : words) add(w.word, w.number);
  for (const FourierWord& w : fourier_words) add(w.word, w.word);
  return text;
}

}  // namespace selvage::bench
