// SPDX-License-Identifier: Apache-2.0
#pragma once
// Results beside the CPU's: differences, NaN, and the images that show them.

#include <filesystem>
#include <string>

#include "opencl_course/passes.hpp"
#include "reference/samples.hpp"
#include "runner/session.hpp"
#include "selvage/image.hpp"

namespace selvage::studies::course {

// Where the result images and the difference images of this run lie; empty: they are not kept.
std::filesystem::path image_folder(const Session& session);

// Saves NAME.pfm and NAME_difference.png (1/1000 of full scale shows as full scale), where
// image_folder() is. Images of three or of one float channel.
void save_images(Session& session, const std::string& name, const ConstImageView& result,
                 const ConstImageView& expected);

// Expects that the result is within `tolerance` of the CPU's, holds no NaN, and that nothing was
// written beside it. Returns the largest difference.
double check(Session& session, const std::string& name, const Filtered& result,
             const reference::Samples& expected, double tolerance);

// As f32.
Image rounded(const reference::Samples& samples);

// What `taps` products and sums of floats may differ by from the true value, `weight` being the sum
// of the weights' magnitudes and samples lying in -largest .. largest.
double rounding(int taps, double weight, double largest, double offset = 0.0);
// The largest |sample|. Throws Error{input} for a NaN or an infinity, which the study could not
// tell from a fault.
double largest_sample(const ConstImageView& image);

}  // namespace selvage::studies::course
