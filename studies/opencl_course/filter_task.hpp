// SPDX-License-Identifier: Apache-2.0
#pragma once
// A filter of planes as a task: what it is on the CPU, on which images it is checked, how it is
// timed.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "opencl_course/check.hpp"
#include "opencl_course/ladder.hpp"
#include "opencl_course/rows.hpp"
#include "selvage/filters.hpp"

namespace selvage::studies::course {

struct Case {
  Image image;
  reference::Samples expected;
  double tolerance = 0.0;
};
// One of the product's convolutions on these images, by the reference.
std::vector<Case> cases_of(const Filter& filter, std::vector<Image> images);

// The images that everything is checked on: odd sizes, then the one that is kept: --image as it is
// (at most 1024x1024 of it), or a photo.
std::vector<Image> checked_images(Session& session, const Settings& settings, int channels);
// --image at its own size and precision, without alpha. Throws Error.
Image whole_image(const std::string& path);

struct Checked {
  double error = 0.0;
  Image result;  // of the last case
};
// Saves the last case's images under `name`.
Checked check_cases(Session& session, const std::string& name, const Filtering& filtering,
                    const std::vector<Case>& cases);
// That two rungs give the same bits.
void expect_equal(Session& session, const std::string& name, const Image& result,
                  const std::string& before, const Image& result_before);

// Planes in the device's memory that runs are timed on.
struct Arena {
  Arena(Session& session, const ConstImageView& image);
  Enqueue run(std::shared_ptr<const Filtering> filtering) const;
  double samples() const;  // of all channels

  Planes in, between, out;
};

}  // namespace selvage::studies::course
