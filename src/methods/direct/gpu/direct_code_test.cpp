// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/gpu/direct_code.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace selvage::gpu {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

Problem problem(const Bilateral& filter, PixelType type = PixelType::u8, int channels = 3,
                bool alpha = false) {
  return {.filter = filter,
          .type = type,
          .width = 64,
          .height = 48,
          .channels = channels,
          .alpha = alpha};
}

Pass pass_of(const Problem& p) {
  return {.name = "bilateral",
          .step = std::get<Bilateral>(p.filter),
          .reads = p.type,
          .writes = p.type};
}

std::vector<std::string> options(const Problem& p, const char* function = "bilateral_tile",
                                 const DirectGpuTuning& tuning = {}) {
  return direct_code(function, pass_of(p), p, tuning, {}, true).options;
}

TEST(DirectCode, NormsAndWhatTheyAreOver) {
  EXPECT_THAT(options(problem({.norm = Norm::l2})), Contains("-DNORM=0"));
  EXPECT_THAT(options(problem({.norm = Norm::l1})), Contains("-DNORM=1"));
  EXPECT_THAT(options(problem({.norm = Norm::per_channel})), Contains("-DNORM=2"));
  const auto lab = options(problem({.norm = Norm::lab}, PixelType::u16));
  EXPECT_THAT(lab, Contains("-DNORM=0"));
  EXPECT_THAT(lab, Contains("-DGUIDED=1"));
  EXPECT_THAT(lab, Contains("-DGUIDES=3"));
  EXPECT_THAT(lab, Contains("-DSPLIT=1"));
  EXPECT_THAT(options(problem({.norm = Norm::luma})), Contains("-DSPLIT=0"));
  // With one channel the norms are the same.
  EXPECT_EQ(options(problem({.norm = Norm::l1}, PixelType::u8, 1)),
            options(problem({.norm = Norm::luma}, PixelType::u8, 1)));
}

TEST(DirectCode, AFixedWindowIsInTheProgram) {
  const Problem p = problem({.radius = 5, .window = Window::disc});
  EXPECT_THAT(options(p), Contains("-DFIXED_WINDOW=0"));
  EXPECT_EQ(options(p), options(problem({.radius = 6})));
  const auto fixed = options(p, "bilateral_tile", {.fixed_window = true});
  for (const char* option :
       {"-DFIXED_WINDOW=1", "-DWINDOW_DISC=1", "-DWINDOW_RADIUS_X=5", "-DWINDOW_RADIUS_Y=5"})
    EXPECT_THAT(fixed, Contains(option));
  EXPECT_THAT(options(p, "bilateral_plain", {.fixed_window = true}), Contains("-DFIXED_WINDOW=0"));
}

TEST(DirectCode, LumaOfGrayWithAlphaIsTheGray) {
  const auto o =
      options(problem({.norm = Norm::luma, .alpha = Alpha::filter}, PixelType::u8, 2, true));
  EXPECT_THAT(o, Contains("-DNORM=0"));
  EXPECT_THAT(o, Contains("-DAVERAGED=2"));
  EXPECT_THAT(o, Contains("-DDISTANCES=1"));
}

TEST(DirectCode, KeptAlphaIsNotAveraged) {
  const auto o = options(problem({}, PixelType::u8, 4, true));
  EXPECT_THAT(o, Contains("-DCHANNELS=4"));
  EXPECT_THAT(o, Contains("-DAVERAGED=3"));
}

TEST(DirectCode, HolesWhereThereMayBeAny) {
  EXPECT_THAT(options(problem({})), Contains("-DHOLES=0"));
  EXPECT_THAT(options(problem({.invalid = 0.0f})), Contains("-DHOLES=1"));
  EXPECT_THAT(options(problem({.border = Border::shrink})), Contains("-DHOLES=1"));
  EXPECT_THAT(options(problem({}, PixelType::f16)), Contains("-DHOLES=1"));
  Problem masked = problem({});
  masked.mask = true;
  EXPECT_THAT(options(masked), Contains("-DHOLES=1"));
}

Problem joint(const JointBilateral& filter, PixelType type, PixelType guide, int channels = 3) {
  Problem p{.filter = filter, .type = type, .width = 64, .height = 48, .channels = 3};
  p.shapes.guide = {.type = guide, .width = 64, .height = 48, .channels = channels};
  return p;
}

std::vector<std::string> joint_options(const Problem& p, const char* function = "bilateral_tile") {
  const Pass pass{.name = "joint",
                  .step = WindowMean(std::get<JointBilateral>(p.filter)),
                  .reads = p.type,
                  .writes = p.type};
  return direct_code(function, pass, p, {}, {}, true).options;
}

TEST(DirectCode, GuidesAreReadAsTheyAre) {
  const auto o = joint_options(joint({.norm = Norm::l1}, PixelType::u8, PixelType::u16, 4));
  EXPECT_THAT(o, Contains("-DNORM=1"));
  EXPECT_THAT(o, Contains("-DGUIDED=1"));
  EXPECT_THAT(o, Contains("-DGUIDES=4"));
  EXPECT_THAT(o, Contains("-DGUIDE_READS=1"));
  EXPECT_THAT(o, Contains("-DGUIDE_CHANNELS=4"));
  EXPECT_THAT(o, Contains("-DGUIDE_HOLES=0"));
  EXPECT_THAT(o, Contains("-DHOLES=0"));
  EXPECT_THAT(o, Contains("-DSPLIT=0"));
}

TEST(DirectCode, GuidesOfFloatsMayBeInvalid) {
  const auto o = joint_options(joint({}, PixelType::u8, PixelType::f16, 1));
  EXPECT_THAT(o, Contains("-DGUIDE_HOLES=1"));
  EXPECT_THAT(o, Contains("-DHOLES=1"));
}

TEST(DirectCode, LabOfAGuideIsReadFromScratch) {
  const Problem p = joint({.norm = Norm::lab}, PixelType::u8, PixelType::f32);
  const auto o = joint_options(p);
  EXPECT_THAT(o, Contains("-DGUIDE_READS=3"));
  EXPECT_THAT(o, Contains("-DGUIDE_CHANNELS=6"));
  EXPECT_THAT(o, Contains("-DSPLIT=1"));
  const auto guide = joint_options(p, "guide");
  EXPECT_THAT(guide, Contains("-DREADS=3"));
  EXPECT_THAT(guide, Contains("-DHOLES=1"));
  EXPECT_THAT(guide, Contains("-DGUIDES=3"));
}

TEST(DirectCode, GaussiansHaveNoDistances) {
  const Problem p{.filter = Gaussian{}, .width = 64, .height = 48, .channels = 3};
  const Pass pass{.name = "gaussian", .step = WindowMean(Gaussian{})};
  const auto o = direct_code("bilateral_tile", pass, p, {}, {}, true).options;
  EXPECT_THAT(o, Contains("-DNORM=3"));
  EXPECT_THAT(o, Contains("-DGUIDED=0"));
}

// Among filters that fill, only those with a guide use its distances.
TEST(DirectCode, FillingIsGuidedByOtherImagesAlone) {
  const auto own = options(problem({.norm = Norm::lab, .invalid = 0.0f, .fill = true}), "fill");
  EXPECT_THAT(own, Contains("-DGUIDED=0"));
  EXPECT_THAT(joint_options(joint({.fill = true}, PixelType::u8, PixelType::f32), "fill"),
              Contains("-DGUIDED=1"));
}

// Parameters that change no instruction of the inner loop are arguments, so one program serves all
// their values.
TEST(DirectCode, ManyFiltersShareAProgram) {
  const auto one = options(problem({.sigma_space = 2, .radius = 3}));
  EXPECT_EQ(one, options(problem({.sigma_space = 5,
                                  .sigma_range = 0.3f,
                                  .radius = 12,
                                  .window = Window::disc,
                                  .border = Border::wrap})));
}

TEST(DirectCode, TheTextHoldsEverything) {
  const Problem p = problem({});
  for (const char* const function : {"bilateral_tile", "bilateral_plain", "guide", "fill"}) {
    const Code code = direct_code(function, pass_of(p), p, {}, {}, true);
    EXPECT_THAT(code.source, HasSubstr(std::string("void ") + function + "("));
    EXPECT_THAT(code.source, Not(HasSubstr("#include")));
  }
}

TEST(DirectArguments, ValuesAreInStoredUnits) {
  const Problem p = problem({.sigma_space = 2.0f,
                             .sigma_range = 0.1f,
                             .border = Border::constant,
                             .border_value = 0.5f,
                             .invalid = 1.0f});
  const SelvageBilateral a = direct_arguments(pass_of(p), p, {});
  EXPECT_EQ(a.outside_value, 128.0f);
  EXPECT_EQ(a.invalid, 255.0f);
  EXPECT_EQ(a.has_invalid, 1);
  EXPECT_EQ(a.radius_x, 6);
  EXPECT_EQ(a.radius_y, 6);
  // A distance of one sigma has the weight e^-1/2.
  EXPECT_NEAR(std::exp2(-a.range_scale * 25.5 * 25.5), std::exp(-0.5), 1e-6);
  EXPECT_NEAR(std::exp2(-a.space_scale * 4.0), std::exp(-0.5), 1e-6);
  EXPECT_NEAR(a.range_root * a.range_root, a.range_scale, 1e-9);
}

TEST(DirectArguments, TheGuideOutsideTheImage) {
  const Problem p = problem({.norm = Norm::lab, .border = Border::constant, .border_value = 1.0f});
  EXPECT_NEAR(direct_arguments(pass_of(p), p, {}).guide_constant[0], 1.0f, 1e-6);  // L* of white
}

TEST(DirectArguments, GuidesHaveUnitsOfTheirOwn) {
  const Problem p = joint({.sigma_range = 0.1f, .border = Border::constant, .border_value = 0.5f},
                          PixelType::u8, PixelType::u16);
  const Pass pass{.name = "joint", .step = WindowMean(std::get<JointBilateral>(p.filter))};
  const SelvageBilateral a = direct_arguments(pass, p, {});
  EXPECT_EQ(a.outside_value, 128.0f);
  EXPECT_EQ(a.guide_constant[0], 32768.0f);
  EXPECT_EQ(a.guide_constant[2], 32768.0f);
  EXPECT_NEAR(std::exp2(-a.range_scale * 6553.5 * 6553.5), std::exp(-0.5), 1e-6);
}

TEST(DirectArguments, BoxesHaveNoSpace) {
  const Problem p{.filter = Box{.radius = 2}, .width = 64, .height = 48};
  const SelvageBilateral a =
      direct_arguments({.name = "box", .step = WindowMean(Box{.radius = 2})}, p, {});
  EXPECT_EQ(a.space_scale, 0.0f);
}

TEST(DirectArguments, RowsHaveNoHeight) {
  const Problem p = problem({.radius = 5});
  const Pass row{.name = "bilateral", .step = row_of(std::get<Bilateral>(p.filter))};
  EXPECT_EQ(direct_arguments(row, p, {}).radius_x, 5);
  EXPECT_EQ(direct_arguments(row, p, {}).radius_y, 0);
  const DirectGpuTuning tuning{.group = {.width = 32, .height = 8, .rows = 4}};
  EXPECT_EQ(tile_bytes(row, p, tuning), 4u * (42 * 32 + 6));
}

TEST(TileBytes, GuidesTakeWords) {
  const auto bytes = [](PixelType type, PixelType guide, int channels) {
    const Problem p = joint({.radius = 2}, type, guide, channels);
    const Pass pass{.name = "joint",
                    .step = WindowMean(std::get<JointBilateral>(p.filter)),
                    .reads = type,
                    .writes = type};
    return (tile_bytes(pass, p, {.group = {.width = 32, .height = 8, .rows = 4}}) - 12) / (36 * 36);
  };
  EXPECT_EQ(bytes(PixelType::u8, PixelType::u8, 1), 4u);
  EXPECT_EQ(bytes(PixelType::u8, PixelType::u8, 3), 8u);
  EXPECT_EQ(bytes(PixelType::u16, PixelType::u8, 3), 16u);
  EXPECT_EQ(bytes(PixelType::u8, PixelType::u16, 2), 20u);
  EXPECT_EQ(bytes(PixelType::f32, PixelType::f32, 3), 24u);
}

TEST(TileBytes, CountPixelsAndExtents) {
  const Problem p = problem({.radius = 2});
  const DirectGpuTuning tuning{.group = {.width = 32, .height = 8, .rows = 4}};
  EXPECT_EQ(tile_bytes(pass_of(p), p, tuning), 4u * (36 * 36 + 3));
  const DirectGpuTuning wide{.group = {.width = 32, .height = 8, .rows = 4}, .wide = true};
  EXPECT_EQ(tile_bytes(pass_of(p), p, wide), 16u * 36 * 36 + 4 * 3);
}

}  // namespace
}  // namespace selvage::gpu
