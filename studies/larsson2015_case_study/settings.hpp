// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run varies: his choices unless the options say otherwise.

#include <string_view>
#include <vector>

#include "larsson2015_case_study/ladder.hpp"
#include "runner/session.hpp"
#include "selvage/filters.hpp"

namespace selvage::studies::larsson {

struct TestImage {
  int number = 1;             // as he counts them
  int width = 0, height = 0;  //
  bool his_size = true;       // else his times say nothing about it
};

struct Settings {
  std::vector<int> radii = {}, blocks = {}, tilings = {};
  double sigma_space = 3.0;            // pixels
  double sigma_range = 30.0;           // of 255
  int runs = 5;                        // that an average is of
  std::vector<TestImage> images = {};  // of the tables
  TestImage trials = {};               // of the extra rungs and the future work
  int picture_side = 0;                // pixels

  Window window(int radius) const {
    return {.radius = radius, .sigma_space = sigma_space, .sigma_range = sigma_range};
  }
  // The block of the trials: his best, or the first that was asked for.
  int block() const;
  // Likewise N.
  int tiling() const;
  // Radii 1, 7 and 15, which his tables of versions have, as far as they were asked for; else all.
  std::vector<int> table_radii() const;
};

// Throws Error{invalid_argument}.
Settings settings_of(const Session& session);

// Whether a part was asked for: "image1", "image2", "image3", "device", "extras", "future",
// "pictures". Without any, all are.
bool wants_part(const Session& session, std::string_view part);

// What the product is asked for.
Bilateral product_filter(const Window& window);

}  // namespace selvage::studies::larsson
