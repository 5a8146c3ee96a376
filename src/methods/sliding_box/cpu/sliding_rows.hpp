// SPDX-License-Identifier: Apache-2.0
#pragma once
// The column sums of a box, row by row.

#include <cstdint>
#include <functional>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "methods/convolution/cpu/border_columns.hpp"
#include "methods/convolution/cpu/line_loader.hpp"
#include "methods/sliding_box/cpu/column_sums.hpp"
#include "methods/sliding_box/sliding_shape.hpp"

namespace selvage::cpu {

// The columns to sum: those of `rect`, and `radius` more on both sides.
struct SlidingTile {
  const Source& source;
  Rect rect;  // in the whole image's coordinates
};

// The column sums of one row of results.
struct SlidingRow {
  int y = 0;                            // in the tile
  const float* sums = nullptr;          // [loaded pixels][channels]
  const int* counts = nullptr;          // [loaded pixels]: taps that count; null: all do
  const std::uint8_t* valid = nullptr;  // [loaded pixels], for the row itself; null: all are
};
// Returns false to leave the tile.
using EmitRow = std::function<void(const SlidingRow&)>;

// Sums of u8 and u16 without holes. They are exact: the next row is added and the last one
// subtracted.
template <class Sample, class Sum, class Term>
class IntegerRows {
 public:
  IntegerRows(const LinearStep& step, const Problem& problem, const SlidingShape& shape,
              const IntegerSums<Sample, Sum, Term>& sums);

  void run(const SlidingTile& tile, const EmitRow& emit);

 private:
  const Sample* samples_of(const SlidingTile& tile, int y, AlignedNumbers<Sample>& room) const;
  const Term* terms_of(const SlidingTile& tile, int y, AlignedNumbers<Sample>& room,
                       AlignedNumbers<Term>& products) const;
  const int* counts_of(const SlidingTile& tile, int y);

  Border border_;
  SlidingShape shape_;
  IntegerSums<Sample, Sum, Term> functions_;
  BorderColumns columns_;
  // The columns that are summed: those inside the image, or all if the border maps columns outside
  // to others than these.
  int first_ = 0, last_ = 0;
  AlignedNumbers<Sum> sums_;
  AlignedNumbers<float> floats_;
  AlignedNumbers<Sample> outside_;   // a row outside the image
  std::vector<float> outside_sums_;  // of a column outside the image
  AlignedNumbers<int> counts_;
  AlignedNumbers<Sample> in_, out_;                  // samples that are not contiguous
  AlignedNumbers<Term> in_products_, out_products_;  // empty if terms are samples
};

// Sums of floats, which may have holes, in blocks (see SlidingShape):
//   sums_[i]      rows from row i of the block, less the radius, to the last that all its windows
//   share sums_[block]  rows below the first window
class FloatRows {
 public:
  FloatRows(const LinearStep& step, const Pass& pass, const Problem& problem,
            const SlidingShape& shape, const ColumnLoops& sums, const RowConvert<float>& convert);

  void run(const SlidingTile& tile, const EmitRow& emit);

 private:
  // The computed rows of a block, in the whole image's coordinates.
  struct Block {
    int top, first, last;
  };
  // How rows are read.
  enum class Read {
    in_place,  // in place; valid if all results are finite
    loaded,    // loaded; valid if all pixels count
    counted,
  };
  bool run_block(const SlidingTile& tile, const Block& block, Read read, const EmitRow& emit);
  bool emit_row(const SlidingTile& tile, const Block& block, int y, Read read, const EmitRow& emit);
  bool next(const SlidingTile& tile, int y, Read read, int from, int to);
  bool load(const SlidingTile& tile, int y);
  void add(const float* row, Read read, int from, int to);
  double* sums_of(int row) {
    return sums_.data() + static_cast<std::size_t>(row) * shape_.numbers();
  }
  int* counts_of(int row) {
    return counts_.data() + static_cast<std::size_t>(row) * shape_.pixels();
  }

  LineLoader<float> loader_;
  Border border_;
  SlidingShape shape_;
  ColumnLoops functions_;
  bool (*finite_)(const float*, std::ptrdiff_t);
  bool may_read_in_place_;
  BorderColumns columns_;
  AlignedNumbers<double> sums_;  // [block + 1][numbers]
  AlignedNumbers<int> counts_;   // [block + 1][pixels]
  AlignedNumbers<float> row_, part_, clean_, totals_;
  AlignedNumbers<float> outside_;    // a row outside the image
  std::vector<float> outside_sums_;  // of a column outside the image
  AlignedNumbers<int> total_counts_;
  AlignedNumbers<std::uint8_t> valid_, centre_valid_;
  AlignedNumbers<std::byte> samples_;
  bool holes_ = false, missing_ = false;  // of the loaded row
};

}  // namespace selvage::cpu
