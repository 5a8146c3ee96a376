// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arbitrary problems for properties, and ways to run them.

#include <rapidcheck.h>

#include <iosfwd>
#include <optional>

#include "conformance/cases/scene.hpp"
#include "selvage/engine.hpp"
#include "support/canvas.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {

// RapidCheck prints cases with it.
void showValue(const Case& c, std::ostream& out);

// Any possible case of the bilateral on whole images of up to 40 x 24 pixels.
rc::Gen<Case> any_case();
// The same of any filter that makes an image.
rc::Gen<Case> any_family_case();

// The whole result of a case.
Frame whole_frame(const Case& c);

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

// The first filter that the subject serves and that makes an image, as a kind of case.
std::optional<Kind> kind_of(const Subject& subject);

// All subjects of this machine, made once.
const std::vector<Subject>& every_subject();
// The same, but a device has so little memory that it takes 400 x 200 pixels in several tiles.
const std::vector<Subject>& every_subject_in_tiles();
// Whether the subject can serve the scene, at any error.
bool serves(const Subject& subject, const Scene& scene);
std::vector<Subject> subjects_for(const Scene& scene);

}  // namespace selvage::testing
