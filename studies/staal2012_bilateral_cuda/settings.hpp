// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is filtered and with which of the ladder's rungs, from the options.

#include <vector>

#include "runner/session.hpp"
#include "selvage/filters.hpp"
#include "selvage/image.hpp"
#include "staal2012_bilateral_cuda/ladder.hpp"

namespace selvage::studies::staal {

struct Settings {
  int radius = 4;            // pixels
  float sigma_space = 2.0f;  // pixels
  float sigma_range = 0.1f;  // samples' unit
};

// The same as the product's filter: each channel by its own differences, ..dcb|abcd|cba..
Bilateral filter_of(const Settings& settings);

// What the rungs' kernels are given.
StaalArguments arguments_of(const Settings& settings, int width, int height);
// The spatial Gaussian of the window's rows from top to bottom.
std::vector<float> spatial_map(const Settings& settings);

// Of the options: sigmas, and each radius that was asked for, else `document`.
std::vector<Settings> settings_of(const Options& options, const std::vector<int>& document);

// The rungs that the options ask for, each with its own block (rung 6 also with the other) or with
// those of the options; rungs that this device cannot run with this radius are left out, which is
// told.
std::vector<Variant> variants(Session& session, const Settings& settings);

// Throws Error{invalid_argument} where an option makes no sense for this study.
void check_options(const Session& session);
// Likewise where the window is larger than the image: one reflection has to reach it.
void check_size(const Settings& settings, int width, int height);

}  // namespace selvage::studies::staal
