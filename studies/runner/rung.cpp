// SPDX-License-Identifier: Apache-2.0
#include "runner/rung.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

#include "kernels/texts.hpp"
#include "runner/driver_facts.hpp"
#include "runner/texts.hpp"

namespace selvage::studies {
namespace {

// "hardware_exp" of "03_hardware_exp.cl".
std::string function_of(std::string_view file) {
  const std::string_view stem = file.substr(0, file.rfind('.'));
  const auto* const begin = std::ranges::find_if(
      stem, [](char c) { return c != '_' && std::isdigit(static_cast<unsigned char>(c)) == 0; });
  return {begin, stem.end()};
}

std::string_view text_of(std::string_view study, std::string_view file) {
  for (const Text& t : all_texts())
    if (t.study == study && t.file == file) return t.text;
  throw std::logic_error(fmt::format("the study {} has no file {}", study, file));
}

std::vector<std::string> options_of(const RungCode& code, const DeviceFacts& facts) {
  std::map<std::string, std::string> defines{
      {"GROUP_WIDTH", std::to_string(code.group.width)},
      {"GROUP_HEIGHT", std::to_string(code.group.height)},
      {"MIN_BLOCKS", "1"},
      {"BYTE_SIMD", facts.gpu.byte_simd ? "1" : "0"},
      {"PROCESSOR", facts.gpu.is_processor ? "1" : "0"},
  };
  for (const auto& [name, value] : code.defines) defines[name] = value;
  std::vector<std::string> options;
  for (const auto& [name, value] : defines) options.push_back(fmt::format("-D{}={}", name, value));
  return options;
}

int groups(int items, int group) {
  return (items + group - 1) / group;
}

// NVIDIA's OpenCL compiler names no file in its complaints, so this does.
std::shared_ptr<gpu::Program> compiled(Session& session, const RungCode& code) {
  try {
    return session.place().programs->program(rung_source(session.study(), code),
                                             options_of(code, session.facts()));
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}: {}", code.file, error.what()), error.hint());
  }
}

}  // namespace

std::string table_text(const ConstantTable& table) {
  std::string text = fmt::format("CONSTANT float {}[{}] = {{", table.name, table.values.size());
  // The shortest decimals that are this float and no other; "1" would be an int without the point.
  for (const float value : table.values) {
    const std::string digits = fmt::format("{}", value);
    const bool whole = digits.find_first_of(".e") == std::string::npos;
    text += fmt::format("{}{}f, ", digits, whole ? ".0" : "");
  }
  return text + "};\n";
}

std::string rung_source(const Study& study, const RungCode& code) {
  std::string source(kernels::text("dialect.h"));
  source += text_of("runner", "study_dialect.h");
  for (const ConstantTable& table : code.tables) source += table_text(table);
  for (const Text& t : all_texts())
    if (t.study == study.name && t.file.ends_with(".h")) source += t.text;
  // Most compilers' complaints count from here.
  source += fmt::format("#line 1 \"{}\"\n", code.file);
  source += code.text.empty() ? rung_text(study, code.file) : code.text;
  return source;
}

Rung::Rung(Session& session, const RungCode& code)
    : session_(&session),
      group_(code.group),
      program_(compiled(session, code)),
      function_(
          &program_->function(code.function.empty() ? function_of(code.file) : code.function)) {}

void Rung::enqueue(gpu::Stream& stream, int width, int height,
                   std::span<const gpu::Buffer* const> buffers,
                   std::span<const std::byte> arguments, std::size_t local_bytes, int depth) const {
  stream.launch(*function_, {.groups_x = groups(width, group_.width),
                             .groups_y = groups(height, group_.height),
                             .groups_z = depth,
                             .group_width = group_.width,
                             .group_height = group_.height,
                             .local_bytes = local_bytes,
                             .buffers = buffers,
                             .arguments = arguments});
}

CodeFacts Rung::facts(std::size_t dynamic_local_bytes) const {
  if (session_->facts().backend == "cuda")
    return cuda_facts(*session_, *function_, group_.width * group_.height, dynamic_local_bytes);
  return opencl_facts(*function_, dynamic_local_bytes);
}

std::string_view rung_text(const Study& study, std::string_view file) {
  return text_of(study.name, file);
}

}  // namespace selvage::studies
