// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "runner/json.hpp"
#include "runner/results.hpp"
#include "selvage/error.hpp"

namespace selvage::studies {
namespace {

void check_same(const std::string& what, const std::string& first, const std::string& other) {
  if (first != other)
    throw Error(Errc::input,
                fmt::format("the parts have different {}: {} and {}", what, first, other),
                "merge the parts of one study, from one machine and one build");
}

void check_together(const Results& first, const Results& other) {
  check_same("studies", first.study, other.study);
  check_same("devices", first.device, other.device);
  check_same("drivers", first.driver, other.driver);
  check_same("processors", first.processor, other.processor);
  check_same("commits", first.origin.commit, other.origin.commit);
  check_same("kernels", first.origin.kernels, other.origin.kernels);
  check_same("product's kernels", first.origin.product, other.origin.product);
  check_same("sizes", first.quick ? "quick" : "full", other.quick ? "quick" : "full");
}

bool same(const Table& a, const Table& b) {
  return a.title == b.title && a.cells.rows() == b.cells.rows() && a.notes == b.notes;
}

// As JSON, which has every number of a plot.
bool same(const Plot& a, const Plot& b) {
  Results left, right;
  left.plots = {a};
  right.plots = {b};
  return to_json(left) == to_json(right);
}

bool same(const Picture& a, const Picture& b) {
  return a.image.bytes() == b.image.bytes() && a.image.width() == b.image.width() &&
         std::memcmp(a.image.view().data, b.image.view().data, a.image.bytes()) == 0;
}

template <class Named>
void append(std::vector<Named>& to, std::vector<Named>&& from) {
  for (Named& one : from) {
    const auto found = std::ranges::find(to, one.name, &Named::name);
    if (found == to.end())
      to.push_back(std::move(one));
    else if (!same(*found, one))
      throw Error(Errc::input, fmt::format("two parts have different results {}", one.name),
                  "leave one of the parts out");
  }
}

}  // namespace

Results merged(std::vector<Results> parts) {
  if (parts.empty()) throw Error(Errc::input, "there are no parts to merge");
  Results whole = std::move(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    check_together(whole, parts[i]);
    append(whole.tables, std::move(parts[i].tables));
    append(whole.plots, std::move(parts[i].plots));
    append(whole.pictures, std::move(parts[i].pictures));
  }
  return whole;
}

}  // namespace selvage::studies
