// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is measured of the document's claims.

#include <optional>

#include "runner/session.hpp"

namespace selvage::studies::course {

// Quotients of median times; none: the rungs were not wanted.
struct Findings {
  std::optional<double> tile_gain;        // rung 1 / rung 2
  std::optional<double> large_tile_gain;  // the same with radius 16
  std::optional<double> rows_unused;      // rung 6 / rung 5 along rows: 1 = loading costs nothing
  std::optional<double> columns_unused;   // along columns
  std::optional<double> rows_aligned;     // rung 4 / rung 5 along rows: above 1 = aligning pays
  std::optional<double> atomics_photo;    // (rung 13 - rung 12) / rung 12: an atomic in reads
  std::optional<double> atomics_flat;     // the same on an image of one value
  std::optional<double> local_photo, local_flat;  // rung 13 / rung 14
};

// Each claim beside what was found.
void keep_claims(Session& session, const Findings& findings);

}  // namespace selvage::studies::course
