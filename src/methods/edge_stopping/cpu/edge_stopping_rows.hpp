// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of the inputs of a geometry-guided filter, and the discontinuities between their pixels.

#include <cstdint>
#include <vector>

#include "backends/cpu/images/sample_rows.hpp"
#include "filters/problem.hpp"
#include "methods/edge_stopping/edge_stopping_shape.hpp"

namespace selvage::cpu {

// The pixels of one row. A plane begins EdgeStoppingShape::margin numbers into its stride, so that
// vectors may be read beyond both ends.
template <class Real>
struct GeometryRow {
  explicit GeometryRow(const EdgeStoppingShape& shape);

  std::ptrdiff_t stride;
  std::vector<Real> image;          // [averaged][stride], stored units; 0 in invalid pixels
  std::vector<float> normals;       // [3][stride], of any length
  std::vector<float> depth;         // [stride], stored units
  std::vector<std::uint8_t> valid;  // [stride]: 0 if a sample is not finite

  const Real* image_plane(int c) const {
    return image.data() + c * stride + EdgeStoppingShape::margin;
  }
  const float* normal_plane(int c) const {
    return normals.data() + c * stride + EdgeStoppingShape::margin;
  }
  const float* depth_plane() const { return depth.data() + EdgeStoppingShape::margin; }
  const std::uint8_t* valid_plane() const { return valid.data() + EdgeStoppingShape::margin; }
};

template <class Real>
class GeometryLoader {
 public:
  explicit GeometryLoader(const Problem& problem);

  // Loads pixels x..x + pixels - 1 of row y of the whole image from the inputs of one image.
  void load(const Inputs& inputs, const Frame& frame, int x, int y, int pixels,
            GeometryRow<Real>& row) const;

  // edges[i]: 1 where there is a discontinuity between the neighbours p[first_p + i] and
  // q[first_q + i], else 0.
  void compare(const GeometryRow<Real>& p, int first_p, const GeometryRow<Real>& q, int first_q,
               int count, std::uint8_t* edges) const;

 private:
  int averaged_;
  bool has_normals_, has_depth_;
  SampleRows<Real> image_;
  SampleRows<float> normals_, depth_;
  double signed_square_;    // see signed_square_of_cosine
  double depth_threshold_;  //
  double edge_threshold_;   // stored units
};

}  // namespace selvage::cpu
