// SPDX-License-Identifier: Apache-2.0
// The files that save writes: names, links, permissions, temporary files.

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/bytes/temporary_file.hpp"
#include "io/support.hpp"

namespace selvage::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

mode_t mode_of(const fs::path& path) {
  struct stat status{};
  ::stat(path.c_str(), &status);
  return status.st_mode & 07777;
}

// Sets the umask during its lifetime.
class Umask {
 public:
  explicit Umask(mode_t mask) : before_(::umask(mask)) {}
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;
  ~Umask() { ::umask(before_); }

 private:
  mode_t before_;
};

// Drops the privileges of root during its lifetime.
class Unprivileged {
 public:
  Unprivileged() {
    if (was_root_ && ::seteuid(65534) != 0) throw std::runtime_error("seteuid");
  }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;
  ~Unprivileged() {
    if (was_root_ && ::seteuid(0) != 0) std::abort();
  }

 private:
  bool was_root_ = ::geteuid() == 0;
};

TEST(Save, NothingButTheFileIsLeft) {
  const Folder folder;
  save(folder / "a.png", test_image(PixelType::u8, 20, 20));
  EXPECT_THAT(folder.names(), ElementsAre("a.png"));
}

TEST(Save, OutputMayBeTheInput) {
  const Folder folder;
  const Image image = test_image(PixelType::u8, 200, 100, 3);
  for (const char* name : {"a.png", "a.ppm", "a.pam"}) {
    save(folder / name, image);
    save(folder / name, load(folder / name));
    expect_same(load(folder / name), image);
  }
}

TEST(Save, ALinksTargetIsReplacedNotTheLink) {
  const Folder folder;
  fs::create_directory(folder / "real");
  write_file(folder / "real/a.png", bytes("old"));
  fs::create_symlink("real/a.png", folder / "link.png");
  fs::create_symlink("link.png", folder / "link2.png");
  const Image image = test_image(PixelType::u8, 9, 9);
  save(folder / "link2.png", image);
  EXPECT_TRUE(fs::is_symlink(folder / "link2.png"));
  EXPECT_TRUE(fs::is_symlink(folder / "link.png"));
  expect_same(load(folder / "real/a.png"), image);
  EXPECT_THAT(folder.names(), ElementsAre("link.png", "link2.png", "real"));
}

TEST(Save, ALinkToNothingMakesItsTarget) {
  const Folder folder;
  fs::create_symlink("made.png", folder / "link.png");
  save(folder / "link.png", test_image(PixelType::u8, 9, 9));
  EXPECT_THAT(folder.names(), ElementsAre("link.png", "made.png"));
  EXPECT_FALSE(fs::is_symlink(folder / "made.png"));
}

TEST(Save, ACircleOfLinksIsAnError) {
  const Folder folder;
  fs::create_symlink("b.png", folder / "a.png");
  fs::create_symlink("a.png", folder / "b.png");
  const Error error = error_of([&] { save(folder / "a.png", test_image(PixelType::u8, 9, 9)); });
  EXPECT_EQ(error.code(), Errc::output);
}

TEST(Save, PermissionsAreTheUmasksOrThoseOfTheOldFile) {
  const Folder folder;
  const Image image = test_image(PixelType::u8, 9, 9);
  const Umask mask(027);
  save(folder / "new.png", image);
  EXPECT_EQ(mode_of(folder / "new.png"), 0640u);
  ::chmod((folder / "new.png").c_str(), 0606);
  save(folder / "new.png", image);
  EXPECT_EQ(mode_of(folder / "new.png"), 0606u);
}

TEST(Save, ExistingFilesAreKeptOnDemand) {
  const Folder folder;
  write_file(folder / "a.png", bytes("old"));
  const Image image = test_image(PixelType::u8, 9, 9);
  const Error error = error_of([&] { save(folder / "a.png", image, {.overwrite = false}); });
  EXPECT_EQ(error.code(), Errc::output);
  EXPECT_THAT(error.what(), HasSubstr("a.png: already exists"));
  EXPECT_EQ(read_file(folder / "a.png"), bytes("old"));
  save(folder / "b.png", image, {.overwrite = false});
  EXPECT_THAT(folder.names(), ElementsAre("a.png", "b.png"));
}

TEST(Save, AFileThatAppearsMeanwhileIsKept) {
  const Folder folder;
  TemporaryFile file;
  ASSERT_EQ(file.create(folder.path(), "a.png", std::nullopt), 0);
  write_file(folder / "a.png", bytes("somebody else's"));
  EXPECT_EQ(file.publish(false), EEXIST);
  EXPECT_EQ(read_file(folder / "a.png"), bytes("somebody else's"));
}

TEST(Save, ReadOnlyFilesAndFoldersAreErrors) {
  const Folder folder;
  fs::permissions(folder.path(), fs::perms::all);
  write_file(folder / "a.png", bytes("old"));
  ::chmod((folder / "a.png").c_str(), 0444);
  fs::create_directory(folder / "closed");
  ::chmod((folder / "closed").c_str(), 0555);
  const Image image = test_image(PixelType::u8, 9, 9);
  const Unprivileged user;
  const Error file = error_of([&] { save(folder / "a.png", image); });
  EXPECT_EQ(file.code(), Errc::output);
  EXPECT_THAT(file.what(), HasSubstr("Permission denied; the old file is unchanged"));
  const Error closed = error_of([&] { save(folder / "closed/a.png", image); });
  EXPECT_EQ(closed.code(), Errc::output);
  EXPECT_THAT(closed.what(), HasSubstr("Permission denied"));
  EXPECT_EQ(read_file(folder / "a.png"), bytes("old"));
}

TEST(Save, NamesThatCannotBeWritten) {
  const Folder folder;
  const Image image = test_image(PixelType::u8, 9, 9);
  const auto message = [&](const fs::path& path) -> std::string {
    const Error error = error_of([&] { save(path, image, {.format = "png"}); });
    EXPECT_EQ(error.code(), Errc::output);
    return error.what();
  };
  EXPECT_THAT(message(folder / "none/a.png"), HasSubstr("No such file or directory"));
  EXPECT_THAT(message(folder.path()), HasSubstr("Is a directory"));
  EXPECT_THAT(message(folder / ""), HasSubstr("Is a directory"));
  EXPECT_THAT(message(folder / std::string(300, 'a')), HasSubstr("File name too long"));
  EXPECT_TRUE(folder.names().empty());
}

TEST(Save, LongNamesLeaveRoomForTheTemporaryOne) {
  const Folder folder;
  const std::string name = std::string(251, 'a') + ".png";
  save(folder / name, test_image(PixelType::u8, 9, 9));
  EXPECT_THAT(folder.names(), ElementsAre(name));
}

TEST(Save, TheFormatIsTheNamesOrTheCallers) {
  const Folder folder;
  const Image gray = test_image(PixelType::u8, 9, 9), rgb = test_image(PixelType::u8, 9, 9, 3);
  save(folder / "A.PNG", gray);
  EXPECT_EQ(load(folder / "A.PNG").file.format, "png");
  save(folder / "b.png", gray, {.format = "pgm"});
  EXPECT_EQ(load(folder / "b.png").file.format, "pnm");
  const auto refusal = [&](const char* name, const Image& image) -> std::string {
    const Error error = error_of([&] { save(folder / name, image); });
    EXPECT_EQ(error.code(), Errc::invalid_argument);
    return error.what();
  };
  EXPECT_THAT(refusal("name", gray), HasSubstr("no extension"));
  EXPECT_THAT(refusal("a.webp", gray), HasSubstr("'.webp'"));
  EXPECT_THAT(refusal("a.pgm", rgb), HasSubstr("gray images only"));
  EXPECT_THAT(refusal("a.ppm", gray), HasSubstr("RGB images only"));
  EXPECT_THAT(refusal("a.pbm", gray), HasSubstr("bitmaps"));
  EXPECT_THAT(refusal("a.bmp", gray), HasSubstr("not written"));
  EXPECT_EQ(error_of([&] { save(folder / "a.jpg", gray, {.quality = 0}); }).code(),
            Errc::invalid_argument);
  EXPECT_EQ(error_of([&] { save(folder / "a.png", ConstImageView{}); }).code(),
            Errc::invalid_argument);
  EXPECT_EQ(
      error_of([&] { save(folder / "a.png", Image(PixelType::u8, 2, 2, 1, false, 3)); }).code(),
      Errc::invalid_argument);
}

TEST(Save, TemporaryFilesOfUnfinishedSavesCanBeRemoved) {
  const Folder folder;
  TemporaryFile file;
  ASSERT_EQ(file.create(folder.path(), "a.png", std::nullopt), 0);
  ASSERT_EQ(folder.names().size(), 1u);
  EXPECT_THAT(folder.names()[0], ::testing::MatchesRegex("\\.a\\.png\\.[a-z0-9]{6}\\.tmp"));
  remove_temporary_files();
  EXPECT_TRUE(folder.names().empty());
  EXPECT_EQ(file.publish(true), ENOENT);
}

TEST(Save, FinishedSavesAreNotRemoved) {
  const Folder folder;
  for (int i = 0; i < 200; ++i) save(folder / "a.png", test_image(PixelType::u8, 3, 3));
  remove_temporary_files();
  EXPECT_THAT(folder.names(), ElementsAre("a.png"));
}

TEST(CheckSave, RefusesWhatSaveWouldRefuseAndTouchesNothing) {
  const Folder folder;
  ConstImageView rgb = test_image(PixelType::u8, 20, 20, 3).view();
  rgb.data = nullptr;  // only the shape is known
  EXPECT_NO_THROW(check_save(folder / "a.ppm", rgb));
  EXPECT_THROW(check_save(folder / "a.pgm", rgb), Error);
  EXPECT_THROW(check_save(folder / "a.pfm", rgb), Error);
  EXPECT_THROW(check_save(folder / "a.jpg", rgb, {.quality = 0}), Error);
  EXPECT_THAT(folder.names(), ElementsAre());
}

}  // namespace
}  // namespace selvage::testing
