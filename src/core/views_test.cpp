// SPDX-License-Identifier: Apache-2.0
#include "core/views.hpp"

#include <gmock/gmock.h>

#include <array>
#include <limits>
#include <string>

#include "core/test_errors.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;

std::array<std::byte, 4096> memory;

ImageView view(int width, int height, int channels = 1, PixelType type = PixelType::u8,
               std::size_t offset = 0) {
  return interleaved(memory.data() + offset, type, width, height, channels);
}

ImageView with_strides(ImageView v, const Strides& stride) {
  v.stride = stride;
  return v;
}

std::string view_refusal(const ConstImageView& v) {
  const Error error = error_of([&] { check_view("guide", v); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  EXPECT_THAT(error.what(), ::testing::StartsWith("guide: "));
  return error.what();
}

TEST(CheckView, GoodOnes) {
  EXPECT_NO_THROW(check_view("image", view(1, 1)));
  EXPECT_NO_THROW(check_view("image", view(5, 4, 4, PixelType::f32)));
  ImageView flipped = view(5, 4);
  flipped.data = flipped.at(4, 3);
  flipped.stride.pixel = -1;
  flipped.stride.row = -5;
  EXPECT_NO_THROW(check_view("image", flipped));
}

TEST(CheckView, SidesChannelsBatchAndDepth) {
  EXPECT_THAT(view_refusal(view(0, 4)), HasSubstr("0x4 pixels"));
  EXPECT_THAT(view_refusal(view(4, -4)), HasSubstr("4x-4 pixels"));
  EXPECT_THAT(view_refusal(view(4, 4, 0)), HasSubstr("0 channels"));
  EXPECT_THAT(view_refusal(view(4, 4, 1025)), HasSubstr("1025 channels"));
  ImageView v = view(4, 4);
  v.batch = 0;
  EXPECT_THAT(view_refusal(v), HasSubstr("batch 0"));
  v = view(4, 4);
  v.depth = 0;
  EXPECT_THAT(view_refusal(v), HasSubstr("depth 0"));
}

TEST(CheckView, AlphaNeedsColour) {
  ImageView v = view(4, 4, 1);
  v.alpha = true;
  EXPECT_THAT(view_refusal(v), HasSubstr("alpha"));
  v.channels = 2;
  EXPECT_NO_THROW(check_view("image", v));
}

TEST(CheckView, UnknownType) {
  ImageView v = view(4, 4);
  v.type = static_cast<PixelType>(4);
  EXPECT_THAT(view_refusal(v), HasSubstr("unknown sample type"));
}

TEST(CheckView, StridesThatLeaveTheAddressSpace) {
  constexpr auto most = std::numeric_limits<std::ptrdiff_t>::max();
  constexpr auto least = std::numeric_limits<std::ptrdiff_t>::min();
  const auto refused = [](Strides stride) {
    return view_refusal(with_strides(view(3, 3), stride));
  };
  EXPECT_THAT(refused({.pixel = 1, .row = most}), HasSubstr("address space"));
  EXPECT_THAT(refused({.pixel = least, .row = 3}), HasSubstr("address space"));
  EXPECT_THAT(refused({.pixel = most / 2, .row = most / 2}), HasSubstr("address space"));
  EXPECT_THAT(refused({.pixel = -most / 3, .row = most / 3}), HasSubstr("address space"));
  // A single stride as long as the address space.
  EXPECT_THAT(view_refusal(with_strides(view(1, 2), {.row = least})), HasSubstr("address space"));
  EXPECT_THAT(view_refusal(with_strides(view(1, 2), {.row = most})), HasSubstr("address space"));
}

TEST(CheckView, StridesOfSingleStepsDoNotCount) {
  constexpr auto least = std::numeric_limits<std::ptrdiff_t>::min();
  const ImageView v =
      with_strides(view(1, 1), {.pixel = least, .row = least, .channel = least, .batch = least});
  EXPECT_NO_THROW(check_view("image", v));
  EXPECT_NO_THROW(check_distinct_samples("image", v));
}

std::string sharing(const ConstImageView& v) {
  const Error error = error_of([&] { check_distinct_samples("output image", v); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  EXPECT_THAT(error.what(), ::testing::StartsWith("output image: "));
  return error.what();
}

TEST(DistinctSamples, EveryUsualLayout) {
  const ImageView packed = view(5, 4, 3, PixelType::u16);
  EXPECT_NO_THROW(check_distinct_samples("image", packed));
  EXPECT_NO_THROW(check_distinct_samples("image", packed.region({1, 1, 2, 2})));
  EXPECT_NO_THROW(check_distinct_samples(
      "image", with_strides(packed, planar_strides(PixelType::u16, 5, 4, 3))));
  // Rows of planes: RRRRR GGGGG BBBBB, row by row; and a transposed image.
  EXPECT_NO_THROW(check_distinct_samples(
      "image", with_strides(packed, {.pixel = 2, .row = 30, .channel = 10})));
  EXPECT_NO_THROW(
      check_distinct_samples("image", with_strides(packed, {.pixel = 24, .row = 6, .channel = 2})));
  // Flipped, and a batch whose images lie side by side, row by row.
  EXPECT_NO_THROW(check_distinct_samples(
      "image", with_strides(packed, {.pixel = -6, .row = -30, .channel = 2})));
  ImageView batch = with_strides(packed, {.pixel = 6, .row = 60, .channel = 2, .batch = 30});
  batch.batch = 2;
  EXPECT_NO_THROW(check_distinct_samples("image", batch));
}

TEST(DistinctSamples, SharedBytes) {
  const ImageView packed = view(5, 4, 3, PixelType::u16);
  const auto shared = [&](const Strides& stride) { return sharing(with_strides(packed, stride)); };
  EXPECT_THAT(shared({.pixel = 6, .row = 30, .channel = 1}), HasSubstr("stride of 1 bytes"));
  EXPECT_THAT(shared({.pixel = 4, .row = 30, .channel = 2}), HasSubstr("stride of 4 bytes"));
  EXPECT_THAT(shared({.pixel = 6, .row = 28, .channel = 2}), HasSubstr("stride of 28 bytes"));
  EXPECT_THAT(shared({.pixel = 6, .row = -28, .channel = 2}), HasSubstr("stride of -28 bytes"));
  EXPECT_THAT(shared({.pixel = 6, .row = 0, .channel = 2}), HasSubstr("stride of 0 bytes"));
  ImageView batch = packed;
  batch.batch = 2;
  batch.stride.batch = 90;
  EXPECT_THAT(sharing(batch), HasSubstr("stride of 90 bytes"));
}

std::string overlap(const ConstImageView& in, const ConstImageView& out) {
  const Error error = error_of([&] { check_overlap("image", in, "output image", out); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  return error.what();
}

TEST(Overlap, TheSameViewAndViewsApart) {
  const ImageView a = view(8, 4);
  EXPECT_NO_THROW(check_overlap("image", a, "output image", a));
  EXPECT_NO_THROW(check_overlap("image", a, "output image", view(8, 4, 1, PixelType::u8, 32)));
  EXPECT_NO_THROW(check_overlap("image", view(8, 4, 1, PixelType::u8, 32), "output image", a));
}

TEST(Overlap, ByOneByte) {
  EXPECT_EQ(overlap(view(8, 4), view(8, 4, 1, PixelType::u8, 31)),
            "output image: overlaps the input image without being the same view");
  EXPECT_THAT(overlap(view(8, 4, 1, PixelType::u8, 31), view(8, 4)), HasSubstr("overlaps"));
  EXPECT_THAT(overlap(view(1, 1, 1, PixelType::f32), view(1, 1, 1, PixelType::u8, 3)),
              HasSubstr("overlaps"));
}

TEST(Overlap, OtherViewsOfTheSameSamples) {
  const ImageView a = view(8, 4);
  ImageView flipped = a;
  flipped.data = a.at(0, 3);
  flipped.stride.row = -8;
  EXPECT_THAT(overlap(a, flipped), HasSubstr("overlaps"));
  EXPECT_THAT(overlap(flipped, a), HasSubstr("overlaps"));
  EXPECT_THAT(overlap(a, a.region({1, 1, 2, 2})), HasSubstr("overlaps"));
  EXPECT_THAT(overlap(a, with_strides(a, {.pixel = 1, .row = 9, .channel = 1})),
              HasSubstr("overlaps"));
  EXPECT_THAT(overlap(view(4, 4, 1, PixelType::u16), view(4, 4, 1, PixelType::f16)),
              HasSubstr("overlaps"));
}

TEST(Overlap, FlippedViewsReachBackwards) {
  ImageView flipped = view(8, 4, 1, PixelType::u8, 31);  // the bytes 0..31
  flipped.stride.pixel = -1;
  flipped.stride.row = -8;
  EXPECT_THAT(overlap(view(8, 4), flipped), HasSubstr("overlaps"));
  EXPECT_NO_THROW(
      check_overlap("image", view(8, 4, 1, PixelType::u8, 32), "output image", flipped));
}

// Interlaced halves of one buffer share no byte, but the check does not try to tell them from an
// overlap.
TEST(Overlap, InterlacedViewsCountAsOverlapping) {
  const ImageView a = view(8, 4);
  EXPECT_THAT(overlap(a.region({0, 0, 4, 4}), a.region({4, 0, 4, 4})), HasSubstr("overlaps"));
  EXPECT_NO_THROW(
      check_overlap("image", a.region({0, 0, 8, 2}), "output image", a.region({0, 2, 8, 2})));
}

TEST(SameSamples, LooksAtShapeTypeAndStrides) {
  const ImageView a = view(8, 4, 2);
  EXPECT_TRUE(same_samples(a, a));
  EXPECT_FALSE(same_samples(a, view(8, 4, 2, PixelType::u8, 1)));
  EXPECT_FALSE(same_samples(a, view(8, 3, 2)));
  EXPECT_FALSE(same_samples(view(8, 4, 1, PixelType::u16), view(8, 4, 1, PixelType::f16)));
  ImageView b = a;
  b.stride.batch = 7;  // of the only image
  EXPECT_TRUE(same_samples(a, b));
  b.stride.channel = -1;
  EXPECT_FALSE(same_samples(a, b));
}

}  // namespace
}  // namespace selvage
