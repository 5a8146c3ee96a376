// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/exercise_tasks.hpp"

#include <fmt/format.h>

#include "runner/pictures.hpp"
#include "selvage/error.hpp"

namespace selvage::studies::course {
namespace {

constexpr Exercise all[] = {
    {"convolution",
     "  KERNEL(GROUP_WIDTH, GROUP_HEIGHT) void convolution(GLOBAL float* to,\n"
     "      const GLOBAL float* from, ARGUMENTS(CourseImage, image))",
     exercise_convolution},
    {"separable",
     "  KERNEL(GROUP_WIDTH, GROUP_HEIGHT) void conv_horizontal(GLOBAL float* to,\n"
     "      const GLOBAL float* from, ARGUMENTS(CourseImage, image))\n"
     "  and conv_vertical, likewise",
     exercise_separable, true, true},
    {"discontinuity",
     "  KERNEL(GROUP_WIDTH, GROUP_HEIGHT) void discontinuity_horizontal(GLOBAL uchar* flags,\n"
     "      const GLOBAL float4* geometry, ARGUMENTS(CourseImage, image))\n"
     "  and discontinuity_vertical, likewise",
     exercise_discontinuity},
    {"discontinuity_one",
     "  KERNEL(GROUP_WIDTH, GROUP_HEIGHT) void discontinuity(GLOBAL uchar* flags,\n"
     "      const GLOBAL float4* geometry, ARGUMENTS(CourseImage, image))",
     exercise_discontinuity_one},
    {"bilateral",
     "  KERNEL(GROUP_WIDTH, GROUP_HEIGHT) void bilateral_horizontal(GLOBAL float* to,\n"
     "      const GLOBAL float* from, const GLOBAL uchar* flags, ARGUMENTS(CourseImage, image))\n"
     "  and bilateral_vertical, likewise",
     exercise_bilateral, true, true},
    {"histogram",
     "  KERNEL(GROUP_WIDTH, GROUP_HEIGHT) void compute_histogram(GLOBAL uint* counts,\n"
     "      const GLOBAL float* from, ARGUMENTS(CourseHistogram, args))",
     exercise_histogram, false},
    {"histogram_local",
     "  KERNEL(GROUP_WIDTH, GROUP_HEIGHT) void compute_histogram_local_memory(GLOBAL uint* "
     "counts,\n"
     "      const GLOBAL float* from, ARGUMENTS(CourseHistogram, args))",
     exercise_histogram_local, false},
};

}  // namespace

std::span<const Exercise> exercises() {
  return all;
}

// `functions` in the reader's text, laid out as those of the rung.
std::vector<Pass> passes_of(Session& session, const Settings& settings, const Source& source,
                            const RungEntry& like, std::initializer_list<const char*> functions,
                            const Constants& constants) {
  std::vector<Pass> passes;
  const RungPass* layout = like.passes.data();
  for (const char* function : functions) {
    const int steps = layout->stepped ? constants.steps : 1;
    try {
      passes.emplace_back(session, source, function, group_of(settings, layout->along), constants,
                          layout->along == Along::rows ? steps : 1,
                          layout->along == Along::columns ? steps : 1);
    } catch (const Error& e) {
      throw Error(Errc::input, fmt::format("{}: {}", source.file, e.what()),
                  "the file must compile and hold the kernels that are named above");
    }
    ++layout;
  }
  return passes;
}

Image timed_image(Session& session, const Settings& settings, int channels) {
  return scene(session, PixelType::f32, settings.timed.width, settings.timed.height, channels);
}

}  // namespace selvage::studies::course
