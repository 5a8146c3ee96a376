// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arbitrary problems for properties, and ways to run them.

#include <rapidcheck.h>

#include <iosfwd>

#include "conformance/case.hpp"
#include "selvage/engine.hpp"
#include "support/canvas.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {

// RapidCheck prints cases with it.
void showValue(const Case& c, std::ostream& out);

// Any possible case on whole images of up to 40 x 24 pixels.
rc::Gen<Case> any_case();

// A case's image and mask, whole and interleaved.
struct Scene {
  explicit Scene(const Case& c);
  Inputs inputs() const;

  Case problem;
  Canvas image, mask;
};

// That the subject be used, whatever its bound is.
Request forced(const Subject& subject);

// What a subject makes of a scene; `frame` has the image's origin at (0, 0).
Canvas filtered(const Subject& subject, const Scene& scene, const Frame& frame,
                Layout layout = Layout::interleaved);
Canvas filtered(const Subject& subject, const Scene& scene);

// The same for inputs of the caller's choice.
Canvas filtered(const Subject& subject, const Case& c, const Inputs& inputs, const Frame& frame,
                Layout layout = Layout::interleaved);

// The bound that the subject states for the case, absolute, in samples' unit.
double bound(const Subject& subject, const Scene& scene);

// All subjects of this machine, made once.
const std::vector<Subject>& every_subject();
// The same, but a device has so little memory that it takes 400 x 200 pixels in several tiles.
const std::vector<Subject>& every_subject_in_tiles();
// Whether the subject has a candidate for the scene, at any error.
bool serves(const Subject& subject, const Scene& scene);
std::vector<Subject> subjects_for(const Scene& scene);

}  // namespace selvage::testing
