// SPDX-License-Identifier: Apache-2.0
#include "ladder/units.hpp"

#include <algorithm>
#include <array>

#include "backends/cuda/cuda_info.hpp"
#include "runner/cuda_calls.hpp"

namespace selvage::studies::climbing {
namespace {

constexpr std::array known_units = {
    Units{.capability = 70, .floats = 64, .logic_converts = false},
    Units{.capability = 75, .floats = 64, .logic_converts = false},
    Units{.capability = 80, .floats = 64, .logic_converts = false},
    Units{.capability = 86},
    Units{.capability = 89},
    Units{.capability = 90},
};

}  // namespace

std::optional<Units> find_units(int capability) {
  const auto* const found = std::ranges::find(known_units, capability, &Units::capability);
  if (found == known_units.end()) return {};
  return *found;
}

std::optional<Units> units_of(Session& session) {
  if (session.facts().backend != "cuda") return {};
  return find_units(cuda::capability_of(context_of(session)->device()));
}

Ceiling ceiling_of(const Work& tap, const Units& units) {
  const double with_logic = units.logic_converts ? tap.word_to_float : 0.0;
  const double with_specials = tap.word_to_float - with_logic + tap.narrow_to_float;
  const std::array ceilings = {
      Ceiling{"issue slots", units.issue / tap.all()},
      Ceiling{"float arithmetic", units.floats / tap.floats},
      Ceiling{"integer logic", units.logic / (tap.logic + with_logic)},
      Ceiling{"special functions", units.special / (tap.specials + with_specials)},
      Ceiling{"local memory", units.words / tap.words},
  };
  return std::ranges::min(ceilings, {}, &Ceiling::taps);
}

}  // namespace selvage::studies::climbing
