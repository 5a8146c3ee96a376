// SPDX-License-Identifier: Apache-2.0
#include "engine/unused_ports.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/ports.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

void check(const Filter& filter, std::string_view port, bool output, bool given) {
  const bool known = std::ranges::any_of(
      ports(filter), [&](const Port& p) { return p.name == port && p.output == output; });
  if (given && !known)
    throw Error(Errc::invalid_argument,
                fmt::format("{} has no {} {}", name(filter), output ? "output" : "input", port));
}

}  // namespace

void check_unused(const Filter& filter, const Inputs& inputs) {
  for (const InputPort& port : image_inputs)
    check(filter, port.name, false, is_given(inputs.*port.view));
}

void check_unused(const Filter& filter, const Outputs& outputs) {
  for (const OutputPort& port : image_outputs)
    check(filter, port.name, true, is_given(outputs.*port.view));
  check(filter, counts_port, true, outputs.counts != nullptr);
}

void check_given(const Filter& filter, const Inputs& inputs) {
  for (const InputPort& port : image_inputs)
    if (is_required(filter, port.name, false) && !is_given(inputs.*port.view))
      throw Error(Errc::invalid_argument,
                  fmt::format("{} needs the input {}", name(filter), port.name));
}

bool is_required(const Filter& filter, std::string_view port, bool output) {
  return std::ranges::any_of(ports(filter), [&](const Port& p) {
    return p.name == port && p.output == output && p.required;
  });
}

}  // namespace selvage
