// SPDX-License-Identifier: Apache-2.0
// The files that save writes: names, links, permissions, temporary files.

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <chrono>

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

constexpr uid_t somebody = 65534;

// Drops the privileges of root during its lifetime.
class Unprivileged {
 public:
  Unprivileged() {
    if (was_root_ && ::seteuid(somebody) != 0) throw std::runtime_error("seteuid");
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

TEST(Save, ALinkToNothingExists) {
  const Folder folder;
  fs::create_symlink("made.png", folder / "link.png");
  const Error error = error_of(
      [&] { save(folder / "link.png", test_image(PixelType::u8, 9, 9), {.overwrite = false}); });
  EXPECT_THAT(error.what(), HasSubstr("already exists"));
  EXPECT_THAT(folder.names(), ElementsAre("link.png"));
}

TEST(Save, ForeignLinksInFoldersOfAllAreNotFollowed) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make another user's link";
  const Folder folder;
  ASSERT_EQ(::chmod(folder.path().c_str(), 01777), 0);
  fs::create_symlink("made.png", folder / "link.png");
  ASSERT_EQ(::lchown((folder / "link.png").c_str(), somebody, somebody), 0);
  const Image image = test_image(PixelType::u8, 9, 9);
  const Error error = error_of([&] { save(folder / "link.png", image); });
  EXPECT_THAT(error.what(), HasSubstr("Permission denied"));
  EXPECT_THAT(folder.names(), ElementsAre("link.png"));
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  save(folder / "link.png", image);
  EXPECT_THAT(folder.names(), ElementsAre("link.png", "made.png"));
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

// An ACL that also lets one more user read (acl(5): version 2, then tag, permissions and id of each
// entry in ascending order of tags, little-endian).
Bytes acl_of_another_reader() {
  struct Entry {
    std::uint16_t tag, permissions;
    std::uint32_t id;
  };
  constexpr std::uint32_t nobody_in_particular = 0xffffffff;
  const Entry entries[] = {{0x01, 6, nobody_in_particular},
                           {0x02, 4, 12345},
                           {0x04, 0, nobody_in_particular},
                           {0x10, 4, nobody_in_particular},
                           {0x20, 0, nobody_in_particular}};
  Bytes acl{std::byte{2}, std::byte{0}, std::byte{0}, std::byte{0}};
  for (const Entry& entry : entries) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&entry);
    acl.insert(acl.end(), bytes, bytes + sizeof entry);
  }
  return acl;
}

Bytes attribute(const fs::path& file, const char* name) {
  Bytes value(1000);
  const ssize_t got = ::getxattr(file.c_str(), name, value.data(), value.size());
  value.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return value;
}

TEST(Save, ReplacedFilesKeepAttributes) {
  const Folder folder;
  const fs::path file = folder / "a.png";
  write_file(file, bytes("old"));
  const Bytes value = bytes("a comment"), acl = acl_of_another_reader();
  if (::setxattr(file.c_str(), "user.comment", value.data(), value.size(), 0) != 0 ||
      ::setxattr(file.c_str(), "system.posix_acl_access", acl.data(), acl.size(), 0) != 0)
    GTEST_SKIP() << "the file system has no extended attributes";
  save(file, test_image(PixelType::u8, 9, 9));
  EXPECT_EQ(attribute(file, "user.comment"), value);
  EXPECT_EQ(attribute(file, "system.posix_acl_access"), acl);
  EXPECT_EQ(mode_of(file), 0640u);
}

TEST(Save, ReplacedFilesInheritNoAcl) {
  const Folder folder;
  const fs::path file = folder / "a.png";
  write_file(file, bytes("old"));
  ASSERT_EQ(::chmod(file.c_str(), 0640), 0);
  const Bytes acl = acl_of_another_reader();
  if (::setxattr(folder.path().c_str(), "system.posix_acl_default", acl.data(), acl.size(), 0) != 0)
    GTEST_SKIP() << "the file system has no access control lists";
  save(file, test_image(PixelType::u8, 9, 9));
  EXPECT_EQ(::getxattr(file.c_str(), "system.posix_acl_access", nullptr, 0), -1);
  EXPECT_EQ(mode_of(file), 0640u);
}

TEST(Save, ReplacedFilesKeepOwnerAndGroup) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const Folder folder;
  const fs::path file = folder / "a.png";
  write_file(file, bytes("old"));
  ASSERT_EQ(::chown(file.c_str(), somebody, 12345), 0);
  ASSERT_EQ(::chmod(file.c_str(), 0640), 0);
  save(file, test_image(PixelType::u8, 9, 9));
  struct stat status{};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, somebody);
  EXPECT_EQ(status.st_gid, 12345u);
  EXPECT_EQ(mode_of(file), 0640u);
}

TEST(Save, WithoutItsGroupAFileIsNoMoreReadable) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const Folder folder;
  const fs::path file = folder / "a.png";
  ASSERT_EQ(::chown(folder.path().c_str(), somebody, somebody), 0);
  write_file(file, bytes("old"));
  ASSERT_EQ(::chown(file.c_str(), somebody, 12345), 0);
  ASSERT_EQ(::chmod(file.c_str(), 0664), 0);
  {
    const Unprivileged user;
    const Image image = test_image(PixelType::u8, 9, 9);
    ImageWriter writer(file, image);
    EXPECT_THAT(writer.notes(), ElementsAre("the group of the old file is not kept"));
    writer.write(image);
    writer.commit();
  }
  EXPECT_EQ(mode_of(file), 0644u);
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
  ASSERT_EQ(file.create(folder.path(), "a.png", false), 0);
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
  EXPECT_THAT(refusal("a.gif", gray), HasSubstr("'.gif'"));
  EXPECT_THAT(refusal("a.pgm", rgb), HasSubstr("gray images only"));
  EXPECT_THAT(refusal("a.ppm", gray), HasSubstr("RGB images only"));
  EXPECT_THAT(refusal("a.pbm", gray), HasSubstr("bitmaps"));
  EXPECT_THAT(refusal("a.hdr", test_image(PixelType::f32, 9, 9, 3)), HasSubstr("not written"));
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
  ASSERT_EQ(file.create(folder.path(), "a.png", false), 0);
  ASSERT_EQ(folder.names().size(), 1u);
  EXPECT_THAT(folder.names()[0], ::testing::MatchesRegex("\\.a\\.png\\.[a-z0-9]{6}\\.tmp"));
  remove_temporary_files();
  EXPECT_TRUE(folder.names().empty());
  EXPECT_EQ(file.publish(true), ENOENT);
}

TEST(Save, AbandonedTemporaryFilesAreRemoved) {
  const Folder folder;
  const auto age = [&](const std::string& name) {
    fs::last_write_time(folder / name, fs::file_time_type::clock::now() - std::chrono::minutes(1));
  };
  const Image image = test_image(PixelType::u8, 3, 3);
  if (const pid_t killed = ::fork(); killed == 0) {
    TemporaryFile first, second;
    const bool created = first.create(folder.path(), "a.png", false) == 0 &&
                         second.create(folder.path(), "a.png", false) == 0;
    ::_exit(created ? 0 : 1);
  } else {
    ASSERT_EQ(::waitpid(killed, nullptr, 0), killed);
  }
  ASSERT_EQ(folder.names().size(), 2u);
  for (const std::string& name : folder.names()) age(name);
  save(folder / "a.png", image);
  EXPECT_THAT(folder.names(), ElementsAre("a.png"));

  TemporaryFile in_use;
  ASSERT_EQ(in_use.create(folder.path(), "b.png", false), 0);
  age(folder.names()[0]);
  save(folder / "b.png", image);
  EXPECT_EQ(folder.names().size(), 3u);
  EXPECT_EQ(in_use.publish(true), 0);
}

TEST(Save, StickyFoldersAreNotMistakenForReadOnlyFiles) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const Folder folder;
  const fs::path file = folder / "a.png";
  write_file(file, bytes("old"));
  ASSERT_EQ(::chmod(file.c_str(), 0666), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 01777), 0);
  const Unprivileged user;
  const Error error = error_of([&] { save(file, test_image(PixelType::u8, 9, 9)); });
  EXPECT_THAT(error.what(), HasSubstr("the old file is unchanged"));
  EXPECT_EQ(error.hint(), "choose a folder that you can write to");
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
