// SPDX-License-Identifier: Apache-2.0
#include "reference/reference.hpp"

#include <stdexcept>
#include <type_traits>
#include <variant>

namespace selvage::reference {

Result run(const Filter& filter, const Inputs& inputs) {
  return std::visit(
      [&]<class F>(const F& f) -> Result {
        if constexpr (std::is_same_v<F, Histogram>) {
          throw std::logic_error("a histogram returns counts, not an image");
        } else {
          // The overload of F itself; without one, a plain call would convert F and come back here.
          constexpr Result (*run_filter)(const F&, const Inputs&) = run;
          return run_filter(f, inputs);
        }
      },
      filter);
}

}  // namespace selvage::reference
