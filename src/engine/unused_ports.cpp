// SPDX-License-Identifier: Apache-2.0
#include "engine/unused_ports.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "selvage/error.hpp"

namespace selvage {
namespace {

void check(const Filter& filter, std::string_view port, bool output, const ConstImageView& view) {
  const bool given = view.data != nullptr || view.width > 0;
  const bool known = std::ranges::any_of(
      ports(filter), [&](const Port& p) { return p.name == port && p.output == output; });
  if (given && !known)
    throw Error(Errc::invalid_argument,
                fmt::format("{} has no {} {}", name(filter), output ? "output" : "input", port));
}

}  // namespace

void check_unused(const Filter& filter, const Inputs& inputs) {
  check(filter, "image", false, inputs.image);
  check(filter, "guide", false, inputs.guide);
  check(filter, "mask", false, inputs.mask);
  check(filter, "normals", false, inputs.normals);
  check(filter, "depth", false, inputs.depth);
}

void check_unused(const Filter& filter, const Outputs& outputs) {
  check(filter, "image", true, outputs.image);
  check(filter, "flags", true, outputs.flags);
  check(filter, "counts", true, outputs.counts);
}

}  // namespace selvage
