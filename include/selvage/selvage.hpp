// SPDX-License-Identifier: Apache-2.0
#pragma once
// Includes the whole interface except files (selvage/io.hpp).

#include "selvage/language.hpp"
// The rest comes after what says that C++20 is missing.
#include "selvage/device.hpp"    // IWYU pragma: export
#include "selvage/engine.hpp"    // IWYU pragma: export
#include "selvage/error.hpp"     // IWYU pragma: export
#include "selvage/filters.hpp"   // IWYU pragma: export
#include "selvage/frame.hpp"     // IWYU pragma: export
#include "selvage/gradient.hpp"  // IWYU pragma: export
#include "selvage/image.hpp"     // IWYU pragma: export
#include "selvage/noise.hpp"     // IWYU pragma: export
