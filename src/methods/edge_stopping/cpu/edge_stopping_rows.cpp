// SPDX-License-Identifier: Apache-2.0
#include "methods/edge_stopping/cpu/edge_stopping_rows.hpp"

#include <algorithm>
#include <cmath>

namespace selvage::cpu {
namespace {

// An integer normal v stands for 2 v - 1; the function returns 2 v - full scale. The factor does
// not change angles.
void spread(PixelType type, int pixels, float* plane) {
  const auto full = static_cast<float>(full_scale(type));
  for (int i = 0; i < pixels; ++i) plane[i] = 2.0f * plane[i] - full;
}

// Uses double precision, so that no rounding decides.
void compare_normals(const float* const (&p)[3], const float* const (&q)[3], int count,
                     double signed_square, std::uint8_t* edges) {
  for (int i = 0; i < count; ++i) {
    const double px = p[0][i], py = p[1][i], pz = p[2][i];
    const double qx = q[0][i], qy = q[1][i], qz = q[2][i];
    const double product = px * qx + py * qy + pz * qz;
    const double lengths = (px * px + py * py + pz * pz) * (qx * qx + qy * qy + qz * qz);
    const bool near = product * std::abs(product) >= signed_square * lengths;
    edges[i] |= static_cast<std::uint8_t>(!(near & (lengths > 0.0)));
  }
}

void compare_depths(const float* p, const float* q, int count, double threshold,
                    std::uint8_t* edges) {
  for (int i = 0; i < count; ++i) {
    const double a = p[i], b = q[i];
    edges[i] |= static_cast<std::uint8_t>(std::abs(a - b) > threshold * std::min(a, b));
  }
}

template <class Real>
void compare_samples(const Real* p, const Real* q, int count, double threshold,
                     std::uint8_t* edges) {
  for (int i = 0; i < count; ++i) {
    const double a = p[i], b = q[i];
    edges[i] |= static_cast<std::uint8_t>(std::abs(a - b) > threshold);
  }
}

// A missing port has a reader that reads nothing.
template <class Real>
SampleRows<Real> reader(const ConstImageView& port) {
  return SampleRows<Real>(port.type, port.channels, Real{0}, {});
}

}  // namespace

template <class Real>
GeometryRow<Real>::GeometryRow(const EdgeStoppingShape& shape)
    : stride(shape.stride),
      image(checked_mul(shape.averaged, stride)),
      normals(checked_mul(3, stride)),
      depth(checked_mul(1, stride)),
      valid(checked_mul(1, stride)) {}

template <class Real>
GeometryLoader<Real>::GeometryLoader(const Problem& problem)
    : averaged_(averaged_channels(problem)),
      has_normals_(problem.shapes.normals.width > 0),
      has_depth_(problem.shapes.depth.width > 0),
      image_(problem.type, problem.channels, Real{0}, {}),
      normals_(reader<float>(problem.shapes.normals)),
      depth_(reader<float>(problem.shapes.depth)) {
  const auto& filter = std::get<GeometryGuided>(problem.filter);
  signed_square_ = signed_square_of_cosine(filter);
  depth_threshold_ = filter.depth_threshold;
  edge_threshold_ = double{filter.edge_threshold.value_or(0.0f)} * full_scale(problem.type);
}

template <class Real>
void GeometryLoader<Real>::load(const Inputs& inputs, const Frame& frame, int x, int y, int pixels,
                                GeometryRow<Real>& row) const {
  const RowSpan span{
      .frame = frame, .border = Border::shrink, .x = x, .pixels = pixels, .source_row = y};
  std::uint8_t* const valid = row.valid.data() + EdgeStoppingShape::margin;
  std::fill_n(valid, pixels, std::uint8_t{1});
  const auto read = [&](const auto& reader, const ConstImageView& view, int count, auto& planes) {
    auto* const first = planes.data() + EdgeStoppingShape::margin;
    reader.load(view, span, count, 1, first, row.stride);
    if (!is_integer(reader.type()))
      reader.check_finite(view, span, count, first, row.stride, valid);
  };
  read(image_, inputs.image, averaged_, row.image);
  if (has_normals_) {
    read(normals_, inputs.normals, 3, row.normals);
    if (is_integer(normals_.type()))
      for (int c = 0; c < 3; ++c)
        spread(normals_.type(), pixels,
               row.normals.data() + c * row.stride + EdgeStoppingShape::margin);
  }
  if (has_depth_) read(depth_, inputs.depth, 1, row.depth);
  for (int i = 0; i < pixels; ++i)
    if (!valid[i])
      for (int c = 0; c < averaged_; ++c)
        row.image[static_cast<std::size_t>(c * row.stride + EdgeStoppingShape::margin + i)] = 0;
}

template <class Real>
void GeometryLoader<Real>::compare(const GeometryRow<Real>& p, int first_p,
                                   const GeometryRow<Real>& q, int first_q, int count,
                                   std::uint8_t* edges) const {
  for (int i = 0; i < count; ++i)
    edges[i] = !(p.valid_plane()[first_p + i] & q.valid_plane()[first_q + i]);
  if (has_normals_) {
    const float *a[3], *b[3];
    for (int c = 0; c < 3; ++c) {
      a[c] = p.normal_plane(c) + first_p;
      b[c] = q.normal_plane(c) + first_q;
    }
    compare_normals(a, b, count, signed_square_, edges);
  }
  if (has_depth_)
    compare_depths(p.depth_plane() + first_p, q.depth_plane() + first_q, count, depth_threshold_,
                   edges);
  if (!has_normals_ && !has_depth_)
    for (int c = 0; c < averaged_; ++c)
      compare_samples(p.image_plane(c) + first_p, q.image_plane(c) + first_q, count,
                      edge_threshold_, edges);
}

template struct GeometryRow<float>;
template struct GeometryRow<double>;
template class GeometryLoader<float>;
template class GeometryLoader<double>;

}  // namespace selvage::cpu
