// SPDX-License-Identifier: Apache-2.0
// Disks that fill up, at any byte of any format: the old file stays, and no other file is left.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <algorithm>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Limits the size of files during its lifetime. Writing beyond it raises SIGXFSZ, which would kill
// this program.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limited{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limited);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

struct Case {
  std::string_view name;
  PixelType type;
};
constexpr Case cases[] = {
    {"a.png", PixelType::u8},  {"a.png", PixelType::u16},    {"a.jpg", PixelType::u8},
    {"a.ppm", PixelType::u8},  {"a.pam", PixelType::u16},    {"a.pfm", PixelType::f32},
    {"a.tif", PixelType::u16}, {"a.tif", PixelType::f32},    {"a.bmp", PixelType::u8},
    {"a.exr", PixelType::f16}, {"a.webp", PixelType::u8},    {"a.y4m", PixelType::u16},
    {"a.nii", PixelType::f32}, {"a.nii.gz", PixelType::u16}, {"a.raw", PixelType::f32}};

// Y4M and NIfTI hold one channel.
int channels_of(std::string_view name) {
  return name.ends_with("y4m") || name.find("nii") != std::string_view::npos ? 1 : 3;
}

TEST(WriteFailure, EveryFormatHasACase) {
  for (const FormatName& format : formats()) {
    const bool has_case = std::ranges::any_of(cases, [&](const Case& test) {
      const std::string_view extension = test.name.substr(test.name.find('.'));
      return std::ranges::count(format.extensions, extension) > 0;
    });
    EXPECT_EQ(has_case, format.can_save) << format.format;
  }
}

TEST(WriteFailure, AtEvery4Kibibytes) {
  for (const Case& test : cases) {
    if (test.name == "a.exr" && !has_format("exr")) continue;
    if (test.name == "a.webp" && !has_format("webp")) continue;
    SCOPED_TRACE(test.name);
    const Folder folder;
    const Image image = test_image(test.type, 150, 120, channels_of(test.name));
    save(folder / test.name, image, {.quality = 100});
    const rlim_t size = read_file(folder / test.name).size();
    write_file(folder / test.name, bytes("old"));
    for (rlim_t limit = 0; limit < size; limit += 4096) {
      const FileSizeLimit limited(limit);
      const Error error = error_of([&] { save(folder / test.name, image, {.quality = 100}); });
      EXPECT_EQ(error.code(), Errc::output);
      EXPECT_THAT(error.what(), HasSubstr("File too large; the old file is unchanged"));
    }
    EXPECT_EQ(read_file(folder / test.name), bytes("old"));
    EXPECT_THAT(folder.names(), ElementsAre(test.name));
    const FileSizeLimit enough(size);
    EXPECT_NO_THROW(save(folder / test.name, image, {.quality = 100}));
  }
}

TEST(WriteFailure, WhileThreadsCompress) {
  const Folder folder;
  const Image image = test_image(PixelType::u8, 800, 600, 3);  // about a dozen pieces
  for (const int threads : {1, 2, 8}) {
    save(folder / "a.png", image, {.threads = threads});
    const rlim_t size = read_file(folder / "a.png").size();
    ASSERT_GT(size, 5 * 65536u);
    write_file(folder / "a.png", bytes("old"));
    for (rlim_t limit = 0; limit < size; limit += 65536) {
      const FileSizeLimit limited(limit);
      const Error error = error_of([&] { save(folder / "a.png", image, {.threads = threads}); });
      EXPECT_EQ(error.code(), Errc::output);
    }
    EXPECT_EQ(read_file(folder / "a.png"), bytes("old"));
    EXPECT_THAT(folder.names(), ElementsAre("a.png"));
  }
}

TEST(WriteFailure, ANewFileDoesNotAppear) {
  const Folder folder;
  const FileSizeLimit limited(1000);
  const Error error =
      error_of([&] { save(folder / "a.ppm", test_image(PixelType::u8, 100, 100, 3)); });
  EXPECT_EQ(error.what(), (folder / "a.ppm").string() + ": cannot be written: File too large");
  EXPECT_TRUE(folder.names().empty());
}

TEST(WriteFailure, AFullDevice) {
  for (const FormatName& format : formats()) {
    if (!format.can_save) continue;
    const Image image = test_image(format.types.front(), 40, 40, channels_of(format.format));
    const Error error = error_of([&] { save("/dev/full", image, {.format = format.format}); });
    EXPECT_EQ(error.code(), Errc::output);
    EXPECT_STREQ(error.what(), "/dev/full: cannot be written: No space left on device");
  }
}

TEST(WriteFailure, ADeviceIsWrittenAsItIs) {
  EXPECT_NO_THROW(save("/dev/null", test_image(PixelType::u8, 40, 40, 3),
                       {.format = "png", .overwrite = false}));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace selvage::testing
