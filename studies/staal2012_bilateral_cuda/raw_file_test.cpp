// SPDX-License-Identifier: Apache-2.0
#include "staal2012_bilateral_cuda/raw_file.hpp"

#include <gmock/gmock.h>

#include <cstddef>
#include <string>
#include <vector>

#include "selvage/error.hpp"

namespace selvage::studies::staal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<float> samples(const Image& image) {
  const auto* first = reinterpret_cast<const float*>(image.view().data);
  return {first, first + image.bytes() / sizeof(float)};
}

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> all;
  for (const int v : values) all.push_back(static_cast<std::byte>(v));
  return all;
}

RawArguments arguments(const std::vector<std::string>& size) {
  return parse_raw_arguments({"a.raw", size[0], size[1], size[2], "0", "2.0", "0.1", "1"});
}

template <class Call>
std::string failure(Call call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "nothing was thrown";
}

TEST(StaalRaw, EightArguments) {
  const RawArguments a =
      parse_raw_arguments({"a.raw", "640", "480", "3", "4", "2.5", "0.125", "10"});
  EXPECT_EQ(a.file, "a.raw");
  EXPECT_EQ(a.width, 640);
  EXPECT_EQ(a.height, 480);
  EXPECT_EQ(a.channels, 3);
  EXPECT_EQ(a.settings.radius, 4);
  EXPECT_EQ(a.settings.sigma_space, 2.5f);
  EXPECT_EQ(a.settings.sigma_range, 0.125f);
  EXPECT_EQ(a.iterations, 10);
}

TEST(StaalRaw, NamesTheArgumentThatIsWrong) {
  const std::vector<std::string> good = {"a.raw", "64", "48", "3", "4", "2.0", "0.1", "10"};
  const char* names[] = {"",       "width",         "height",      "channels",
                         "radius", "spatial sigma", "range sigma", "iterations"};
  for (std::size_t i = 1; i < good.size(); ++i)
    for (const char* bad : {"", "x", "-1", "0x10", "1e9"}) {
      std::vector<std::string> words = good;
      words[i] = bad;
      EXPECT_THAT(failure([&] { parse_raw_arguments(words); }), HasSubstr(names[i])) << bad;
    }
  EXPECT_THAT(failure([&] { parse_raw_arguments({"a.raw", "64"}); }), HasSubstr("2 arguments"));
}

TEST(StaalRaw, RefusesTwoChannelsLargeImagesAndLargeWindows) {
  EXPECT_THAT(failure([] { arguments({"4", "4", "2"}); }), HasSubstr("2 channels"));
  EXPECT_THAT(failure([] { arguments({"30000", "30000", "3"}); }), HasSubstr("too large"));
  EXPECT_THAT(
      failure([] { parse_raw_arguments({"a.raw", "64", "4", "3", "4", "2.0", "0.1", "10"}); }),
      HasSubstr("radius 4 is too large"));
}

TEST(StaalRaw, BytesAreFractionsOf255) {
  const Image image = decode_raw(bytes({0, 51, 255, 102, 1, 2}), arguments({"2", "1", "3"}));
  EXPECT_THAT(samples(image), ElementsAre(0.0f, 0.2f, 1.0f, 0.4f, 1 / 255.0f, 2 / 255.0f));
}

TEST(StaalRaw, FourBytesForEachSampleAreFloats) {
  const Image image =
      decode_raw(bytes({0, 0, 0x80, 0x3e, 0, 0, 0xc0, 0x3f}), arguments({"1", "2", "1"}));
  EXPECT_THAT(samples(image), ElementsAre(0.25f, 0.25f, 0.25f, 1.5f, 1.5f, 1.5f));
}

TEST(StaalRaw, AFourthChannelIsLeftOut) {
  const Image image = decode_raw(bytes({0, 51, 255, 9, 255, 0, 51, 9}), arguments({"1", "2", "4"}));
  EXPECT_THAT(samples(image), ElementsAre(0.0f, 0.2f, 1.0f, 1.0f, 0.0f, 0.2f));
}

TEST(StaalRaw, RefusesOtherSizesAndFloatsThatAreNoNumbers) {
  const RawArguments one = arguments({"1", "1", "1"});
  EXPECT_THAT(failure([&] { decode_raw(bytes({1, 2}), one); }), HasSubstr("a.raw: 2 bytes"));
  EXPECT_THAT(failure([&] { decode_raw(bytes({0, 0, 0xc0, 0x7f}), one); }),
              HasSubstr("is no number"));
}

TEST(StaalRaw, AMissingFileIsNamed) {
  RawArguments a = arguments({"1", "1", "1"});
  a.file = "no/such.raw";
  EXPECT_THAT(failure([&] { read_raw(a); }), HasSubstr("no/such.raw"));
}

}  // namespace
}  // namespace selvage::studies::staal
