// SPDX-License-Identifier: Apache-2.0
#pragma once
// The document's experiments, one function each.

#include <vector>

#include "larsson2015_case_study/settings.hpp"
#include "larsson2015_case_study/workplace.hpp"

namespace selvage::studies::larsson {

// His 5x5 Gaussian with sigma 1, by its printed values (section 2.2), and the weights' symmetry.
void check_weights(Session& session);

// Every rung on small awkward images: against the reference, the sequential version, and version 1.
void check_rungs(Rungs& rungs, const Settings& settings);

// What a headline is made of.
struct Headline {
  int radius = 0;
  double naive = 0.0, best = 0.0, product = 0.0;  // speedups over the sequential version; 0: none
};

// Tables 6.4 to 6.9 and the headlines, for image 1 also figures 6.1 and 6.2.
void compare_versions(Rungs& rungs, const Settings& settings, const TestImage& image);
// One table for each image, so that parts of a run have tables of their own.
void keep_headlines(Session& session, const TestImage& image,
                    const std::vector<Headline>& headlines);

// Tables 6.1 and 6.2 for the device at hand.
void describe_device(Session& session);
// Blocks resident on a multiprocessor, for each configuration.
void count_residents(Rungs& rungs, const Settings& settings);
// Figures 3.3, 3.4 and 5.5, and the conflicts of every configuration: computed.
void map_banks(Session& session, const Settings& settings);
// Figure 2.3.
void plot_gaussian(Session& session);

// Table of weights of range, textures, unrolling, radius as a constant.
void try_extras(Rungs& rungs, const Settings& settings);
// His future work.
void try_future(Rungs& rungs, const Settings& settings);
// What his section 4.1 names and is no kernel here, on one CPU thread.
void try_cpu_methods(Rungs& rungs, const Settings& settings);

// Figures 2.1, 2.2, 2.4, 2.5, 2.6 and 5.4.
void make_pictures(Rungs& rungs, const Settings& settings);

}  // namespace selvage::studies::larsson
