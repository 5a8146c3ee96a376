// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "random.hpp"
#include "scene.hpp"

namespace render {

// One sample of the radiance that leaves `hit` towards the viewer. Its mean over all random
// numbers is the true value.
Vec3 sample_radiance(const Scene& scene, Hit hit, Random& random);

}  // namespace render
