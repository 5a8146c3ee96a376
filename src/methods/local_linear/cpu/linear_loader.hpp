// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of the image and the guide as planes of doubles, with the validity of each pixel.

#include <cstdint>
#include <optional>

#include "backends/cpu/aligned_numbers.hpp"
#include "backends/cpu/images/sample_rows.hpp"
#include "backends/cpu/images/tile_loader.hpp"
#include "methods/local_linear/cpu/linear_loops.hpp"

namespace selvage::cpu {

// The buffers of one thread, for rows of up to `stride` numbers.
struct LinearRoom {
  explicit LinearRoom(std::ptrdiff_t numbers);

  std::ptrdiff_t stride;
  AlignedNumbers<float> image, guide;        // [4][stride], stored units
  AlignedNumbers<std::uint8_t> valid;        // [stride]
  AlignedNumbers<std::uint8_t> guide_valid;  // [stride]: the guide is finite
};

class LinearLoader {
 public:
  LinearLoader(const Problem& problem, const LinearPlanes& planes, const LinearLoops& loops);

  // Loads pixels x..x + pixels - 1 of row y of the source's whole image, which may lie outside it.
  // With `check`, `room` gets validity; returns whether all pixels are valid, as far as it knows.
  bool load(const Source& source, int x, int y, int pixels, LinearRoom& room,
            bool check = true) const;

  // Load one of the two. `room` gets its validity, of pixels inside; return whether all are valid.
  bool load_image(const Source& source, int x, int y, int pixels, LinearRoom& room) const;
  bool load_guide(const Source& source, int x, int y, int pixels, LinearRoom& room) const;

  // Give the planes of the loaded row; `valid` tells which pixels are not 0.
  void put_guide(const LinearRoom& room, int pixels, const std::uint8_t* valid, double* to,
                 std::ptrdiff_t stride) const;
  void put_values(const LinearRoom& room, int pixels, const std::uint8_t* valid, double* to,
                  std::ptrdiff_t stride) const;

 private:
  RowSpan span_of(const Source& source, int x, int y, int pixels) const;
  void check_both(const Source& source, const RowSpan& span, LinearRoom& room) const;
  void check_image(const Source& source, const RowSpan& span, LinearRoom& room) const;
  void check_guide(const Source& source, const RowSpan& span, LinearRoom& room) const;
  void put(const float* from, int pixels, double centre, const std::uint8_t* valid,
           double* to) const;

  LinearPlanes planes_;
  Border border_;
  int colours_;
  std::optional<float> invalid_;  // stored units
  bool checks_;
  double centre_;
  SampleRows<float> image_, guide_;
  void (*subtract_)(const float*, std::ptrdiff_t, double, double*);
};

}  // namespace selvage::cpu
