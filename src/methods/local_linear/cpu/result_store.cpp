// SPDX-License-Identifier: Apache-2.0
#include "methods/local_linear/cpu/result_store.hpp"

#include <cstring>

#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"

namespace selvage::cpu {
namespace {

template <class T>
void store_from(const ResultRow& row, int first) {
  for (int c = 0; c < row.to.channels; ++c)
    for (int i = first; i < row.to.width; ++i) {
      std::byte* const to = row.to.at(i, 0, c);
      if (c < row.values && !(row.computed && row.computed[i] == 0))
        write_sample(to, round_sample<T>(row.results[c * row.stride + i]));
      else if (row.from)
        std::memcpy(to, row.from.at(i, 0, c), sizeof(T));
    }
}

}  // namespace

void store_results(const ResultRow& row, const LinearLoops& loops) {
  int done = 0;
  const LinearLoops::Store store = loops.stores[static_cast<std::size_t>(row.to.type)];
  const bool solid = rows_are_solid(row.to) && rows_are_solid(row.from);
  if (store && solid && !row.computed)
    done = store(row.from.at(0, 0), row.to.at(0, 0), row.to.width, row.to.channels, row.values,
                 row.results, row.stride);
  if (done < row.to.width)
    with_pixel_type(row.to.type, [&]<class T>() { store_from<T>(row, done); });
}

}  // namespace selvage::cpu
