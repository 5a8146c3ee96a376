// SPDX-License-Identifier: Apache-2.0
#include "selvage/filters.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <limits>
#include <string>

#include "core/test_errors.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

ConstImageView view(PixelType type, int channels, bool alpha = false) {
  ConstImageView v = interleaved(static_cast<const void*>(nullptr), type, 8, 8, channels);
  v.alpha = alpha;
  return v;
}

// Returns the message that validate throws.
std::string refusal(const Bilateral& filter) {
  const Error error = error_of([&] { validate(Filter(filter)); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  return error.what();
}

Error refusal(const Bilateral& filter, const ConstImageView& image) {
  const Error error = error_of([&] { validate(filter, image); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  return error;
}

TEST(Validate, TheDefaultsAreGood) {
  EXPECT_NO_THROW(validate(Filter{}));
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (int channels = 1; channels <= 4; ++channels)
      EXPECT_NO_THROW(validate(Filter{}, view(type, channels)));
}

TEST(Validate, SigmaSpace) {
  EXPECT_EQ(refusal({.sigma_space = 0}), "sigma_space 0 is outside 1e-06..1e+06");
  EXPECT_EQ(refusal({.sigma_space = -1}), "sigma_space -1 is outside 1e-06..1e+06");
  EXPECT_EQ(refusal({.sigma_space = 9e-7f}), "sigma_space 9e-07 is outside 1e-06..1e+06");
  EXPECT_EQ(refusal({.sigma_space = nan}), "sigma_space nan is outside 1e-06..1e+06");
  EXPECT_EQ(refusal({.sigma_space = infinity, .radius = 3}),
            "sigma_space inf is outside 1e-06..1e+06");
  EXPECT_NO_THROW(validate(Bilateral{.sigma_space = 1e-6f}));
  EXPECT_NO_THROW(validate(Bilateral{.sigma_space = 1e6f, .radius = 3}));
}

TEST(Validate, SigmaRange) {
  EXPECT_EQ(refusal({.sigma_range = 0}), "sigma_range 0 is outside 1e-06..1e+06");
  EXPECT_EQ(refusal({.sigma_range = -0.1f}), "sigma_range -0.1 is outside 1e-06..1e+06");
  EXPECT_EQ(refusal({.sigma_range = 2e6f}), "sigma_range 2000000 is outside 1e-06..1e+06");
  EXPECT_EQ(refusal({.sigma_range = nan}), "sigma_range nan is outside 1e-06..1e+06");
  EXPECT_NO_THROW(validate(Bilateral{.sigma_range = 1e-6f}));
  EXPECT_NO_THROW(validate(Bilateral{.sigma_range = 1e6f}));
}

TEST(Validate, Radius) {
  EXPECT_EQ(refusal({.radius = -1}), "radius -1 is outside 0..4096");
  EXPECT_EQ(refusal({.radius = 4097}), "radius 4097 is outside 0..4096");
  EXPECT_NO_THROW(validate(Bilateral{.radius = 0}));
  EXPECT_NO_THROW(validate(Bilateral{.radius = 4096}));
}

TEST(Validate, Iterations) {
  EXPECT_EQ(refusal({.iterations = 0}), "iterations 0 is outside 1..1000");
  EXPECT_EQ(refusal({.iterations = 1001}), "iterations 1001 is outside 1..1000");
  EXPECT_NO_THROW(validate(Bilateral{.iterations = 1000}));
}

TEST(Validate, ValuesMustBeFinite) {
  EXPECT_EQ(refusal({.border_value = nan}), "border_value nan is outside the finite numbers");
  EXPECT_EQ(refusal({.border_value = -infinity}),
            "border_value -inf is outside the finite numbers");
  EXPECT_EQ(refusal({.invalid = infinity}), "invalid inf is outside the finite numbers");
  EXPECT_NO_THROW(validate(Bilateral{.border_value = -5, .invalid = 1e30f}));
}

// Checks the message for an enum value one beyond the last.
template <class Enum>
void expect_end(std::string_view field, Enum Bilateral::* member) {
  const std::size_t count = names_of<Enum>.size();
  Bilateral filter;
  filter.*member = static_cast<Enum>(count);
  EXPECT_EQ(refusal(filter), fmt::format("{} {} is outside 0..{}", field, count, count - 1));
}

TEST(Validate, Enumerations) {
  expect_end("window", &Bilateral::window);
  expect_end("norm", &Bilateral::norm);
  expect_end("alpha", &Bilateral::alpha);
  EXPECT_EQ(refusal({.border = static_cast<Border>(-1)}), "border -1 is outside 0..6");
}

TEST(Validate, LabNeedsThreeColours) {
  const Bilateral lab{.norm = Norm::lab};
  EXPECT_NO_THROW(validate(lab, view(PixelType::u8, 3)));
  EXPECT_NO_THROW(validate(lab, view(PixelType::u8, 4, true)));
  EXPECT_STREQ(refusal(lab, view(PixelType::u8, 1)).what(),
               "norm lab needs three colour channels, the image has 1");
  EXPECT_THAT(refusal(lab, view(PixelType::u8, 3, true)).what(), HasSubstr("the image has 2"));
  EXPECT_THAT(refusal(lab, view(PixelType::u8, 4)).what(), HasSubstr("the image has 4"));
  EXPECT_THAT(refusal(lab, view(PixelType::u8, 1)).hint(), HasSubstr("use norm l2"));
}

TEST(Validate, LumaNeedsOneOrThreeColours) {
  const Bilateral luma{.norm = Norm::luma};
  EXPECT_NO_THROW(validate(luma, view(PixelType::u8, 1)));
  EXPECT_NO_THROW(validate(luma, view(PixelType::u8, 2, true)));
  EXPECT_NO_THROW(validate(luma, view(PixelType::u8, 3)));
  EXPECT_THAT(refusal(luma, view(PixelType::u8, 2)).what(), HasSubstr("the image has 2"));
  EXPECT_THAT(refusal(luma, view(PixelType::u8, 4)).what(), HasSubstr("one or three"));
}

Error refusal(const Filter& filter, const ConstImageView& image, const ConstImageView& guide) {
  const Error error = error_of([&] { validate(filter, image, guide); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  return error;
}

TEST(Validate, AlphaWeightNeedsOneWeightForAllColours) {
  const ConstImageView colours = view(PixelType::u8, 4, true);
  const Bilateral own{.norm = Norm::per_channel, .alpha = Alpha::weight};
  EXPECT_NO_THROW(validate(own, view(PixelType::u8, 3)));
  EXPECT_NO_THROW(validate(own, view(PixelType::u8, 2, true)));
  EXPECT_STREQ(refusal(own, colours).what(), "norm per_channel cannot be used with alpha weight");
  const JointBilateral joint{.norm = Norm::per_channel, .alpha = Alpha::weight};
  EXPECT_NO_THROW(validate(joint, colours, view(PixelType::u8, 1)));
  EXPECT_THAT(refusal(joint, colours, view(PixelType::u8, 3)).hint(), HasSubstr("use norm l2"));
  for (const Filter& f : {Filter(GeometryGuided{.edge_threshold = 0.1f, .alpha = Alpha::weight}),
                          Filter(Guided{.alpha = Alpha::weight})}) {
    const Error refused = error_of([&] { validate(f); });
    EXPECT_STREQ(refused.what(), "alpha weight cannot be used with this filter");
    EXPECT_EQ(refused.hint(), "use alpha keep or filter");
  }
}

TEST(Validate, AlphaWeightNeedsKernelsOfMeans) {
  const auto what = [](const Filter& filter) {
    return std::string(error_of([&] { validate(filter); }).what());
  };
  Convolution kernel{.kernel = {1, 0, 2}, .width = 3, .alpha = Alpha::weight};
  EXPECT_NO_THROW(validate(kernel));
  kernel.kernel[2] = -0.5f;
  EXPECT_EQ(what(kernel), "kernel[2] -0.5 is below 0, which alpha weight does not allow");
  kernel.kernel = {0, 0, 0};
  EXPECT_EQ(what(kernel), "kernel is 0 everywhere, which alpha weight does not allow");
  const SeparableConvolution row{.row = {1, -1, 1}, .alpha = Alpha::weight};
  EXPECT_EQ(what(row), "row[1] -1 is below 0, which alpha weight does not allow");
  EXPECT_EQ(what(SeparableConvolution{.column = {0}, .alpha = Alpha::weight}),
            "column is 0 everywhere, which alpha weight does not allow");
}

TEST(Validate, ValuesOfIntegerImages) {
  EXPECT_STREQ(refusal({.invalid = 2}, view(PixelType::u8, 1)).what(),
               "invalid 2 is outside 0..1 for an 8-bit image");
  EXPECT_STREQ(refusal({.invalid = -0.1f}, view(PixelType::u16, 1)).what(),
               "invalid -0.1 is outside 0..1 for a 16-bit image");
  const Error error =
      refusal({.border = Border::constant, .border_value = 128}, view(PixelType::u8, 3));
  EXPECT_STREQ(error.what(), "border_value 128 is outside 0..1 for an 8-bit image");
  EXPECT_EQ(error.hint(), "did you mean 128/255 (0.502)?");
  EXPECT_EQ(refusal({.invalid = -1}, view(PixelType::u8, 1)).hint(), "");
  for (const float good : {0.0f, -0.0f, 0.5f, 1.0f})
    EXPECT_NO_THROW(
        validate(Bilateral{.border_value = good, .invalid = good}, view(PixelType::u16, 1)));
}

TEST(Validate, ValuesOfFloatImages) {
  EXPECT_STREQ(refusal({.invalid = 65505}, view(PixelType::f16, 1)).what(),
               "invalid 65505 is outside -65504..65504 for an f16 image");
  EXPECT_THAT(refusal({.border_value = -1e6f}, view(PixelType::f16, 1)).what(),
              HasSubstr("border_value -1000000 is outside -65504..65504"));
  EXPECT_NO_THROW(
      validate(Bilateral{.border_value = -65504, .invalid = 65504}, view(PixelType::f16, 1)));
  EXPECT_NO_THROW(
      validate(Bilateral{.border_value = -1e30f, .invalid = 1e30f}, view(PixelType::f32, 1)));
}

TEST(EffectiveRadius, ThreeSigmaRoundedUp) {
  EXPECT_EQ(effective_radius({}), 9);
  EXPECT_EQ(effective_radius({.sigma_space = 0.25f}), 1);
  EXPECT_EQ(effective_radius({.sigma_space = 1.5f}), 5);
  EXPECT_EQ(effective_radius({.sigma_space = 1e-6f}), 1);
  EXPECT_EQ(effective_radius({.sigma_space = 1365}), 4095);
}

TEST(EffectiveRadius, OneThatIsGivenWins) {
  EXPECT_EQ(effective_radius({.sigma_space = 50, .radius = 0}), 0);
  EXPECT_EQ(effective_radius({.sigma_space = 1e6f, .radius = 4096}), 4096);
}

TEST(EffectiveRadius, TooLargeASigmaSaysSo) {
  const Error error = error_of([] { effective_radius({.sigma_space = 1366}); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  EXPECT_STREQ(error.what(), "sigma_space 1366 needs a radius of 4098; the largest is 4096");
  EXPECT_THAT(error.hint(), HasSubstr("radius"));
}

TEST(Halo, IterationsTimesRadius) {
  EXPECT_EQ(halo(Bilateral{}), 9);
  EXPECT_EQ(halo(Bilateral{.radius = 5, .iterations = 3}), 15);
  EXPECT_EQ(halo(Bilateral{.radius = 4096, .iterations = 1000}), 4096000);
  EXPECT_EQ(halo(Bilateral{.radius = 0, .iterations = 7}), 0);
}

TEST(Ports, OfTheBilateral) {
  const auto all = ports(Filter{});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].name, "image");
  EXPECT_TRUE(all[0].required && !all[0].output);
  EXPECT_EQ(all[1].name, "mask");
  EXPECT_TRUE(!all[1].required && !all[1].output);
  EXPECT_EQ(all[2].name, "image");
  EXPECT_TRUE(all[2].output);
}

TEST(Names, AreTheWordsOfTheCommandLine) {
  EXPECT_EQ(name(Filter{}), "bilateral");
  EXPECT_EQ(name(Window::square), "square");
  EXPECT_EQ(name(Window::disc), "disc");
  EXPECT_EQ(name(Norm::l2), "l2");
  EXPECT_EQ(name(Norm::l1), "l1");
  EXPECT_EQ(name(Norm::per_channel), "per_channel");
  EXPECT_EQ(name(Norm::luma), "luma");
  EXPECT_EQ(name(Norm::lab), "lab");
  EXPECT_EQ(name(Border::reflect101), "reflect101");
  EXPECT_EQ(name(Border::reflect), "reflect");
  EXPECT_EQ(name(Border::clamp), "clamp");
  EXPECT_EQ(name(Border::wrap), "wrap");
  EXPECT_EQ(name(Border::constant), "constant");
  EXPECT_EQ(name(Border::shrink), "shrink");
  EXPECT_EQ(name(Border::copy), "copy");
  EXPECT_EQ(name(Alpha::keep), "keep");
  EXPECT_EQ(name(Alpha::filter), "filter");
  EXPECT_EQ(name(Alpha::weight), "weight");
}

TEST(Guided, ItsWindowsReadTwiceTheRadius) {
  EXPECT_EQ(halo(Guided{.radius = 8}), 16);
  EXPECT_EQ(halo(Guided{.radius = 8, .subsample = 4}), 4 * (2 * 2 + 1));
  EXPECT_EQ(halo(Guided{.radius = 9, .subsample = 2}), 2 * (2 * 5 + 1));  // 4.5 is rounded up
  EXPECT_EQ(halo(Guided{.radius = 0, .subsample = 64}), 64);
}

TEST(Guided, ALargeRadiusNeedsASubsample) {
  const auto refused = [](const Guided& filter) {
    return std::string(error_of([&] { validate(Filter(filter)); }).what());
  };
  EXPECT_EQ(refused({.radius = 513}), "radius 513 needs a subsample of at least 2");
  EXPECT_EQ(refused({.radius = 4096, .subsample = 7}),
            "radius 4096 needs a subsample of at least 8");
  EXPECT_NO_THROW(validate(Guided{.radius = 512}));
  EXPECT_NO_THROW(validate(Guided{.radius = 4096, .subsample = 8}));
}

TEST(Guided, TheLeastEpsilonIsNamed) {
  const Error error = error_of([] { validate(Filter(Guided{.epsilon = 1e-7f})); });
  EXPECT_STREQ(error.what(), "epsilon 1e-07 is outside 1e-06..1e+12");
}

TEST(Guided, TheGuideIsOptional) {
  for (const Port& port : ports(Guided{}))
    EXPECT_EQ(port.required, port.name == "image") << port.name;
}

TEST(GuidedUpsampling, HasTheGuidesSize) {
  const ConstImageView small = interleaved(static_cast<const void*>(nullptr), PixelType::u8, 4, 3);
  const ConstImageView large = interleaved(static_cast<const void*>(nullptr), PixelType::u8, 9, 3);
  EXPECT_EQ(result_shape(GuidedUpsampling{}, small, large).width, 9);
  EXPECT_EQ(halo(GuidedUpsampling{}), 0);
  EXPECT_TRUE(upsamples(GuidedUpsampling{}));
  EXPECT_FALSE(upsamples(Guided{}));
  for (const Port& port : ports(GuidedUpsampling{}))
    EXPECT_EQ(port.required, port.name != "mask") << port.name;
}

TEST(GuidedUpsampling, RefusesWhatHasNoMeaning) {
  const auto refused = [](const GuidedUpsampling& filter) {
    return std::string(error_of([&] { validate(Filter(filter)); }).what());
  };
  EXPECT_EQ(refused({.border = Border::copy}), "border copy cannot be used in upsampling");
  EXPECT_EQ(refused({.alpha = Alpha::weight}), "alpha weight cannot be used with this filter");
  EXPECT_EQ(refused({.radius = 513}), "radius 513 is outside 0..512");
}

}  // namespace
}  // namespace selvage
