// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "scene.hpp"

namespace render {

// The one scene of this program.
Scene make_room();

}  // namespace render
