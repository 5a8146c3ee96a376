// SPDX-License-Identifier: Apache-2.0
// Literal videos, their planes as pages, and videos that lie; streams of PNM and PAM.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <optional>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Bytes video(const std::string& header, const std::vector<std::string>& frames) {
  std::string text = "YUV4MPEG2 " + header + "\n";
  for (const std::string& frame : frames) text += "FRAME\n" + frame;
  return bytes(text);
}

class Stream : public ::testing::Test {
 protected:
  ImageReader open(const Bytes& file) {
    write_file(folder_ / "in", file);
    ImageReader reader(folder_ / "in");
    EXPECT_TRUE(reader.as_stream());
    return reader;
  }
  // Reads all images, and writes them to another file of the same format.
  Bytes copy(const Bytes& file) {
    ImageReader reader = open(file);
    std::optional<ImageWriter> writer;
    do {
      const Image image = reader.read_page();
      if (writer)
        writer->next(image, image.file);
      else
        writer.emplace(folder_ / "out", image, SaveOptions{.format = image.file.format},
                       image.file);
      writer->write(image);
    } while (reader.next());
    writer->commit();
    return read_file(folder_ / "out");
  }
  Error refusal_of(const Bytes& file) {
    return error_of([&] { copy(file); });
  }

  const Folder folder_;
};

TEST_F(Stream, AFrameIsLumaThenChroma) {
  ImageReader reader = open(video("W3 H2 F25:1 C420jpeg", {"abcdefUuVv", "ABCDEFPpQq"}));
  EXPECT_EQ(reader.info().video.planes, 2);
  const Image luma = reader.read_page();
  EXPECT_EQ(luma.width(), 3);
  EXPECT_EQ(luma.height(), 2);
  EXPECT_THAT(samples(luma), ElementsAre('a', 'b', 'c', 'd', 'e', 'f'));
  ASSERT_TRUE(reader.next());
  const Image chroma = reader.read_page();
  EXPECT_EQ(chroma.file.video.x_step, 2);
  EXPECT_EQ(chroma.file.video.y_step, 2);
  EXPECT_EQ(chroma.channels(), 2);
  EXPECT_FALSE(chroma.alpha());
  EXPECT_THAT(samples(chroma), ElementsAre('U', 'V', 'u', 'v'));
  ASSERT_TRUE(reader.next());
  EXPECT_THAT(samples(reader.read_page()), ElementsAre('A', 'B', 'C', 'D', 'E', 'F'));
  ASSERT_TRUE(reader.next());
  EXPECT_THAT(samples(reader.read_page()), ElementsAre('P', 'Q', 'p', 'q'));
  EXPECT_FALSE(reader.next());
}

TEST_F(Stream, PlanesThatAreNotReadAreSkipped) {
  ImageReader reader = open(video("W2 H2 C444", {"abcdUUUUVVVV", "ABCDuvwxefgh"}));
  for (int page = 0; page < 3; ++page) ASSERT_TRUE(reader.next());
  EXPECT_THAT(samples(reader.read_page()), ElementsAre('u', 'e', 'v', 'f', 'w', 'g', 'x', 'h'));
  EXPECT_FALSE(reader.next());
}

// Every stored value of every depth, and every colour space with odd sides.
TEST_F(Stream, ACopyIsTheSameFile) {
  const auto frame = [](std::size_t samples, int bits, int seed) {
    std::string text;
    for (std::size_t i = 0; i < samples; ++i) {
      const auto value = (i + static_cast<std::size_t>(seed)) % (std::size_t{1} << bits);
      text.push_back(static_cast<char>(value & 255));
      if (bits > 8) text.push_back(static_cast<char>(value >> 8));
    }
    return text;
  };
  struct Space {
    const char* name;
    int x_step, y_step;
    bool deep;
  };
  for (const auto& [name, x_step, y_step, deep] : {Space{"420", 2, 2, true},
                                                   {"422", 2, 1, true},
                                                   {"444", 1, 1, true},
                                                   {"411", 4, 1, false},
                                                   {"420paldv", 2, 2, false},
                                                   {"mono", 0, 0, true}})
    for (const int bits : {8, 9, 10, 12, 14, 16}) {
      if (bits > 8 && !deep) continue;
      const int width = 257, height = 255;
      const bool mono = x_step == 0;
      const auto chroma = mono ? 0
                               : 2 * static_cast<std::size_t>((width + x_step - 1) / x_step) *
                                     static_cast<std::size_t>((height + y_step - 1) / y_step);
      const std::string space =
          fmt::format("{}{}", name, bits == 8 ? "" : fmt::format("{}{}", mono ? "" : "p", bits));
      SCOPED_TRACE(space);
      const std::size_t count = std::size_t{width} * height + chroma;
      const Bytes file =
          video(fmt::format("W{} H{} F30000:1001 Ip A1:1 C{} XA=b", width, height, space),
                {frame(count, bits, 0), frame(count, bits, 7)});
      EXPECT_EQ(copy(file), file);
    }
}

TEST_F(Stream, DeepSamplesAreMultiples) {
  ImageReader reader = open(video("W2 H1 Cmono10", {std::string("\x01\x00\xff\x03", 4)}));
  EXPECT_EQ(reader.info().max_value, 1023);
  EXPECT_EQ(reader.info().file_bits, 10);
  EXPECT_THAT(samples(reader.read_page()), ElementsAre(64, 1023 * 64));
}

TEST_F(Stream, ASampleIsRoundedToTheNearestStoredValue) {
  ImageReader reader = open(video("W4 H1 Cmono10", {std::string(8, '\0')}));
  Image image = reader.read_page();
  auto* const row = reinterpret_cast<std::uint16_t*>(image.view().data);
  row[0] = 64 + 31, row[1] = 64 + 32, row[2] = 128 + 31, row[3] = 65535;
  save(folder_ / "out", image, {.format = "y4m"});
  const Bytes file = read_file(folder_ / "out");
  EXPECT_EQ(Bytes(file.end() - 8, file.end()), bytes(std::string("\1\0\2\0\2\0\xff\3", 8)));
}

TEST_F(Stream, KindsOfVideoThatAreRefusedAreNamed) {
  const auto kind = [&](const std::string& header) {
    return std::string(refusal_of(video(header, {"abcdefghijkl"})).what());
  };
  EXPECT_THAT(kind("W2 H2 It"), HasSubstr("an interlaced Y4M video is not supported"));
  EXPECT_THAT(kind("W2 H2 Im"), HasSubstr("interlaced"));
  EXPECT_THAT(kind("W2 H2 C444alpha"), HasSubstr("colour space 444alpha is not supported"));
  EXPECT_THAT(kind("W2 H2 C420p8"), HasSubstr("colour space 420p8"));
  EXPECT_THAT(kind("W2 H2 C411p10"), HasSubstr("colour space 411p10"));
  EXPECT_THAT(kind("W2 H2 C"), HasSubstr("colour space"));
  EXPECT_THAT(kind("H2"), HasSubstr("the width or height is missing"));
  EXPECT_THAT(kind("W0 H2"), HasSubstr("'W0'"));
  EXPECT_THAT(kind("W2 H-2"), HasSubstr("'H-2'"));
  EXPECT_THAT(kind("W99999999999 H2"), HasSubstr("'W99999999999'"));
  EXPECT_THAT(refusal_of(bytes("YUV4MPEG2 W1 H1 Cmono\nFRAME It\na")).what(),
              HasSubstr("an interlaced frame"));
  EXPECT_THAT(refusal_of(bytes("YUV4MPEG2 W1 H1 Cmono\nPHRASE\na")).what(),
              HasSubstr("a frame does not begin with FRAME"));
  EXPECT_THAT(refusal_of(bytes("YUV4MPEG2 W1 H1 Cmono" + std::string(9999, ' '))).what(),
              HasSubstr("a header is too long"));
  EXPECT_THAT(refusal_of(video("W1 H1 Cmono10", {std::string("\x00\x04", 2)})).what(),
              HasSubstr("a sample is above 1023"));
}

TEST_F(Stream, AVideoThatEndsInAFrameIsCutShort) {
  const Bytes file = video("W2 H2 C420", {"abcdUV", "efghuv"});
  const std::size_t frame = 6 + 6;
  for (std::size_t size = 0; size < file.size(); ++size) {
    Bytes part(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    if (size == file.size() - frame) {
      EXPECT_EQ(copy(part), part);
    } else {
      EXPECT_EQ(refusal_of(part).code(), Errc::input) << size;
    }
  }
}

TEST_F(Stream, ALyingHeaderAllocatesNothing) {
  const Bytes file = video("W30000 H30000 C444p16", {"abcd"});
  const Error error = refused_at_once(file, {});
  EXPECT_THAT(error.what(), HasSubstr("cut short"));
}

TEST_F(Stream, LoadTakesOneGrayFrame) {
  EXPECT_THAT(samples(decode(video("W2 H1 Cmono", {"ab"}))), ElementsAre('a', 'b'));
  EXPECT_THAT(refusal(video("W2 H1 Cmono", {"ab", "cd"})), HasSubstr("several frames"));
  EXPECT_THAT(refusal(video("W1 H1 C444", {"abc"})), HasSubstr("in colour"));
}

TEST_F(Stream, AWriterRefusesPlanesOfAnotherSize) {
  ImageReader reader = open(video("W3 H2 C420", {"abcdefUuVv"}));
  const Image luma = reader.read_page();
  ImageWriter writer(folder_ / "out", luma, {.format = "y4m"}, luma.file);
  writer.write(luma);
  const Image wide = test_image(PixelType::u8, 3, 1, 2);
  EXPECT_THAT(error_of([&] { writer.next(wide, luma.file); }).what(),
              HasSubstr("U and V of this video is 2x1 u8, not 3x1 u8"));
  ImageWriter luma_alone(folder_ / "out", luma, {.format = "y4m"}, luma.file);
  luma_alone.write(luma);
  EXPECT_THAT(error_of([&] { luma_alone.commit(); }).what(), HasSubstr("the last frame has no U"));
}

TEST_F(Stream, ImagesOfPnmAndPamAreFrames) {
  const Bytes pnm = bytes("P5\n2 1\n255\nabP6\n1 1\n255\nrgbP5\n1 1\n100\n\x07");
  EXPECT_EQ(copy(pnm), pnm);
  const Bytes pam = bytes(
      "P7\nWIDTH 1\nHEIGHT 2\nDEPTH 2\nMAXVAL 255\nTUPLTYPE GRAYSCALE_ALPHA\nENDHDR\nabcd"
      "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 1023\nTUPLTYPE GRAYSCALE\nENDHDR\n\x01\x02");
  EXPECT_EQ(copy(pam), pam);
  EXPECT_EQ(copy(bytes("P5 1 1 255\na \n P5 1 1 255\nb\n")),
            bytes("P5\n1 1\n255\naP5\n1 1\n255\nb"));
  EXPECT_THAT(refusal_of(bytes("P2 1 1 255\n7\nP2 1 1 255\n8\n")).what(),
              HasSubstr("several images in text"));
  EXPECT_THAT(refusal_of(bytes("P5 1 1 255\naP2 1 1 255\n8\n")).what(),
              HasSubstr("several images in text"));
  EXPECT_EQ(refusal_of(bytes("P5 1 1 255\naP5 2 1 255\nb")).code(), Errc::input);
}

TEST_F(Stream, BytesAfterTheLastImageAreNoted) {
  ImageReader reader = open(bytes("P5 1 1 255\naP5 1 1 255\nb and more"));
  EXPECT_TRUE(reader.next());
  EXPECT_TRUE(reader.info().notes.empty());
  EXPECT_FALSE(reader.next());
  EXPECT_THAT(reader.info().notes, ElementsAre("bytes after the image are ignored"));
}

TEST_F(Stream, OtherFormatsHaveNoFrames) {
  save(folder_ / "a.png", test_image(PixelType::u8, 2, 2));
  EXPECT_FALSE(ImageReader(folder_ / "a.png").as_stream());
}

}  // namespace
}  // namespace selvage::testing
