// SPDX-License-Identifier: Apache-2.0
#pragma once
// The buffers of one thread of a line kernel. LineShape counts them.

#include <cstdint>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "methods/convolution/cpu/line_loader.hpp"
#include "methods/convolution/line_shape.hpp"

namespace selvage::cpu {

// The state of one row of the ring.
struct RingRow {
  bool inside = true;  // a row of the image, or one that the border maps to it
  bool holes = false;  // it has invalid pixels
};

template <class Number>
struct alignas(64) LineWorker {
  AlignedNumbers<Number> ring;   // [rows][kept numbers]
  AlignedNumbers<Number> parts;  // [rows][kept pixels]: pixels that count, for rows with holes
  AlignedNumbers<std::uint8_t> valid;  // [rows][result pixels], for rows with holes
  std::vector<RingRow> states;         // [rows]
  std::vector<const Number*> rows;     // the rows of the window, the top one first
  std::vector<const Number*> part_rows;
  AlignedNumbers<Number> loaded, loaded_part;  // used if the ring keeps sums of rows
  AlignedNumbers<Number> outside;              // loaded numbers of a row outside the image
  AlignedNumbers<Number> clean_part,
      none_part;  // kept pixels of rows without holes, and of rows outside
  AlignedNumbers<double> weights, clean_weights;
  AlignedNumbers<Number> results;
  AlignedNumbers<Number> colours;     // of a loaded row, to compute luminance
  AlignedNumbers<std::byte> samples;  // of a loaded row, any type
  AlignedNumbers<std::uint8_t> row_valid, computed;
  BorderColumns columns;     // of the loaded rows
  bool clean_ready = false;  // clean_weights hold those of this tile

  explicit LineWorker(const LineShape& s, bool rows_first, bool gray)
      : ring(s.ring_rows() * s.kept_numbers(), Untouched{}),
        parts(s.means ? s.ring_rows() * s.kept_pixels() : 0),
        valid(s.ring_rows() * s.result_pixels()),
        states(s.ring_rows()),
        rows(s.ring_rows()),
        part_rows(s.ring_rows()),
        loaded(rows_first ? s.loaded_numbers() : 0, Untouched{}),
        loaded_part(s.means ? s.loaded_pixels() : 0),
        outside(s.loaded_numbers()),
        clean_part(s.means ? s.kept_pixels() : 0),
        none_part(s.means ? s.kept_pixels() : 0),
        weights(s.means ? s.result_pixels() : 0),
        clean_weights(s.means ? s.result_pixels() : 0),
        results(s.result_numbers(), Untouched{}),
        colours(gray ? 4 * s.loaded_pixels() : 0),
        samples(s.loaded_pixels() * s.pixel_bytes, Untouched{}),
        row_valid(s.loaded_pixels()),
        computed(s.result_pixels()),
        columns(s.loaded) {}

  // Before a tile. The first call clears the large buffers, on the thread that uses them.
  void start() {
    if (started_) return;
    ring.clear();
    loaded.clear();
    results.clear();
    samples.clear();
    started_ = true;
  }

 private:
  bool started_ = false;
};

}  // namespace selvage::cpu
