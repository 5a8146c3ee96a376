// SPDX-License-Identifier: Apache-2.0
#include "engine/unused_ports.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "selvage/error.hpp"

namespace selvage {
namespace {

bool is_given(const ConstImageView& view) {
  return view.data != nullptr || view.width > 0;
}

void check(const Filter& filter, std::string_view port, bool output, bool given) {
  const bool known = std::ranges::any_of(
      ports(filter), [&](const Port& p) { return p.name == port && p.output == output; });
  if (given && !known)
    throw Error(Errc::invalid_argument,
                fmt::format("{} has no {} {}", name(filter), output ? "output" : "input", port));
}

}  // namespace

void check_unused(const Filter& filter, const Inputs& inputs) {
  check(filter, "image", false, is_given(inputs.image));
  check(filter, "guide", false, is_given(inputs.guide));
  check(filter, "mask", false, is_given(inputs.mask));
  check(filter, "normals", false, is_given(inputs.normals));
  check(filter, "depth", false, is_given(inputs.depth));
}

void check_unused(const Filter& filter, const Outputs& outputs) {
  check(filter, "image", true, is_given(outputs.image));
  check(filter, "flags", true, is_given(outputs.flags));
  check(filter, "counts", true, outputs.counts != nullptr);
}

void check_given(const Filter& filter, const Inputs& inputs) {
  for (const auto& [port, view] : {std::pair{"guide", &inputs.guide},
                                   {"mask", &inputs.mask},
                                   {"normals", &inputs.normals},
                                   {"depth", &inputs.depth}})
    if (is_required(filter, port, false) && !is_given(*view))
      throw Error(Errc::invalid_argument, fmt::format("{} needs the input {}", name(filter), port));
}

bool is_required(const Filter& filter, std::string_view port, bool output) {
  return std::ranges::any_of(ports(filter), [&](const Port& p) {
    return p.name == port && p.output == output && p.required;
  });
}

}  // namespace selvage
