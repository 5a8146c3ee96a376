// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/programs/cache_folder.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

#include "backends/gpu/programs/cache_entry.hpp"
#include "backends/gpu/testing/test_folder.hpp"

namespace selvage::gpu {
namespace {

namespace fs = std::filesystem;

TEST(CacheFolder, GivesBackWhatWasWritten) {
  const TestFolder folder;
  const CacheFolder cache(folder.path() / "new" / "selvage");
  EXPECT_TRUE(cache.read("key").empty());
  cache.write("key", bytes_of("value"));
  cache.write("other", bytes_of("another"));
  EXPECT_EQ(cache.read("key"), bytes_of("value"));
  EXPECT_EQ(cache.read("other"), bytes_of("another"));
  cache.write("key", bytes_of("newer"));
  EXPECT_EQ(cache.read("key"), bytes_of("newer"));
  cache.discard("key");
  EXPECT_TRUE(cache.read("key").empty());
  cache.write("nothing", {});
  EXPECT_FALSE(fs::exists(cache.file("nothing")));
  EXPECT_EQ(fs::status(cache.file("other").parent_path()).permissions(), fs::perms::owner_all);
}

TEST(CacheFolder, DeletesDamagedAndForeignEntries) {
  const TestFolder folder;
  const CacheFolder cache(folder.path());
  const auto whole = pack_entry("key", bytes_of("value"));
  for (const auto& content : {std::vector(whole.begin(), whole.end() - 1), bytes_of("rubbish"),
                              pack_entry("other", bytes_of("value"))}) {
    write_file(cache.file("key"), content);
    EXPECT_TRUE(cache.read("key").empty());
    EXPECT_FALSE(fs::exists(cache.file("key")));
  }
}

TEST(CacheFolder, ReadsNothingThatOthersCanWrite) {
  const TestFolder folder;
  const CacheFolder cache(folder.path() / "selvage");
  cache.write("key", bytes_of("value"));
  const fs::path file = cache.file("key"), inside = file.parent_path();
  for (const fs::path& path : {file, inside})
    for (const fs::perms others : {fs::perms::group_write, fs::perms::others_write}) {
      fs::permissions(path, others, fs::perm_options::add);
      EXPECT_TRUE(cache.read("key").empty()) << path;
      fs::permissions(path, others, fs::perm_options::remove);
      EXPECT_EQ(cache.read("key"), bytes_of("value")) << path;
    }
  fs::permissions(inside, fs::perms::group_write, fs::perm_options::add);
  cache.write("other", bytes_of("value"));
  EXPECT_FALSE(fs::exists(cache.file("other")));
  fs::permissions(inside, fs::perms::group_write, fs::perm_options::remove);

  fs::rename(file, folder.path() / "elsewhere");
  fs::create_symlink(folder.path() / "elsewhere", file);
  EXPECT_TRUE(cache.read("key").empty());
}

TEST(CacheFolder, ReadsNothingOfAnotherUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  constexpr uid_t somebody = 65534;
  const TestFolder folder;
  const CacheFolder cache(folder.path() / "selvage");
  cache.write("key", bytes_of("value"));
  const fs::path file = cache.file("key");
  for (const fs::path& path : {file, file.parent_path()}) {
    ASSERT_EQ(::chown(path.c_str(), somebody, somebody), 0);
    EXPECT_TRUE(cache.read("key").empty()) << path;
    ASSERT_EQ(::chown(path.c_str(), 0, 0), 0);
    EXPECT_EQ(cache.read("key"), bytes_of("value")) << path;
  }
}

TEST(CacheFolder, DoesNotWaitForAPipe) {
  const TestFolder folder;
  const CacheFolder cache(folder.path());
  ASSERT_EQ(::mkfifo(cache.file("key").c_str(), 0600), 0);
  EXPECT_TRUE(cache.read("key").empty());
  cache.write("key", bytes_of("value"));
  EXPECT_EQ(cache.read("key"), bytes_of("value"));
}

TEST(CacheFolder, NoFolderIsNoCache) {
  const TestFolder folder;
  write_file(folder.path() / "file", bytes_of("x"));
  for (const fs::path& path : {fs::path(), folder.path() / "file", folder.path() / "file" / "below",
                               fs::path("/proc/selvage")}) {
    const CacheFolder cache(path);
    cache.write("key", bytes_of("value"));
    EXPECT_TRUE(cache.read("key").empty());
    cache.discard("key");
  }
  EXPECT_EQ(folder.files(), 1u);
}

// Runs as a user without special permissions.
TEST(CacheFolder, ReadOnlyFolderIsReadAlone) {
  const TestFolder folder;
  const CacheFolder cache(folder.path());
  cache.write("key", bytes_of("value"));
  fs::permissions(folder.path(), fs::perms(0555));
  const uid_t before = ::geteuid();
  constexpr uid_t nobody = 65534;
  if (before == 0) {
    for (const fs::path& path : {folder.path(), cache.file("key")})
      ASSERT_EQ(::chown(path.c_str(), nobody, nobody), 0);
  }
  if (before == 0 && ::seteuid(nobody) != 0) GTEST_SKIP() << "cannot become somebody else";
  cache.write("other", bytes_of("value"));
  EXPECT_EQ(cache.read("key"), bytes_of("value"));
  EXPECT_TRUE(cache.read("other").empty());
  ASSERT_EQ(::seteuid(before), 0);
  EXPECT_EQ(folder.files(), 1u);
  fs::permissions(folder.path(), fs::perms(0755));
}

TEST(CacheFolder, AFullDiskLeavesNothing) {
  const TestFolder folder;
  const CacheFolder cache(folder.path());
  const std::vector<std::byte> value(20000, std::byte{1});
  const auto size = static_cast<rlim_t>(pack_entry("key", value).size());
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto on_signal = std::signal(SIGXFSZ, SIG_IGN);  // else it would end this program
  for (const rlim_t room : {rlim_t{0}, rlim_t{1}, rlim_t{4096}, size - 1, size}) {
    const rlimit limited{.rlim_cur = room, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limited);
    cache.write("key", value);
    EXPECT_EQ(folder.files(), room == size ? 1u : 0u) << room;
  }
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, on_signal);
  EXPECT_EQ(cache.read("key"), value);
}

TEST(CacheFolder, KeepsTheEntriesThatWereUsedLast) {
  const TestFolder folder;
  const CacheFolder cache(folder.path());
  const auto now = fs::file_time_type::clock::now();
  constexpr int count = static_cast<int>(CacheFolder::most_entries);
  const auto key = [](int i) { return "key " + std::to_string(i); };
  for (int i = 0; i < count; ++i) {
    cache.write(key(i), bytes_of("value"));
    fs::last_write_time(cache.file(key(i)), now - std::chrono::hours(count - i));
  }
  EXPECT_EQ(folder.files(), CacheFolder::most_entries);
  EXPECT_FALSE(cache.read(key(0)).empty());  // the oldest, but used now
  cache.write("one", bytes_of("value"));
  cache.write("two", bytes_of("value"));
  EXPECT_EQ(folder.files(), CacheFolder::most_entries);
  EXPECT_FALSE(cache.read(key(0)).empty());
  EXPECT_TRUE(cache.read(key(1)).empty());
  EXPECT_TRUE(cache.read(key(2)).empty());
  EXPECT_FALSE(cache.read(key(3)).empty());
}

TEST(CacheFolder, RemovesWhatAKilledProcessLeft) {
  const TestFolder folder;
  const CacheFolder cache(folder.path());
  const fs::path old = folder.path() / ".unfinished-abcdef";
  const fs::path fresh = folder.path() / ".unfinished-ghijkl";
  const fs::path foreign = folder.path() / "notes.txt";
  for (const fs::path& path : {old, fresh, foreign}) write_file(path, bytes_of("x"));
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(2);
  fs::last_write_time(old, long_ago);
  fs::last_write_time(foreign, long_ago);
  cache.write("key", bytes_of("value"));
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(fresh));
  EXPECT_TRUE(fs::exists(foreign));
}

// Processes that keep writing and reading the same entries never see a partial one.
TEST(CacheFolder, SeveralProcessesAtATime) {
  const TestFolder folder;
  constexpr int processes = 4, rounds = 200;
  const auto work = [&](int process) {
    const CacheFolder cache(folder.path());
    for (int i = 0; i < rounds; ++i) {
      const std::string key = "key " + std::to_string(i % 3);
      const std::vector<std::byte> value(static_cast<std::size_t>(1000 + 7000 * (i % 3)),
                                         static_cast<std::byte>(i % 3));
      if ((i + process) % 4 == 0) cache.write(key, value);
      const auto read = cache.read(key);
      if (!read.empty() && read != value) return 1;
    }
    return 0;
  };
  std::vector<pid_t> children;
  for (int process = 0; process < processes; ++process) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(work(process));
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_EQ(folder.files(), 3u);
}

TEST(CacheFolder, DefaultFollowsTheEnvironment) {
  const char* const old_cache = std::getenv("XDG_CACHE_HOME");
  const char* const old_home = std::getenv("HOME");
  const std::string cache = old_cache ? old_cache : "", home = old_home ? old_home : "";
  const auto set = [](const char* name, const char* value) {
    value ? ::setenv(name, value, 1) : ::unsetenv(name);
  };
  const auto folder = [&](const char* cache_home, const char* home_folder) {
    set("XDG_CACHE_HOME", cache_home);
    set("HOME", home_folder);
    return default_cache_folder();
  };
  EXPECT_EQ(folder("/a", "/b"), "/a/selvage");
  EXPECT_EQ(folder(nullptr, "/b"), "/b/.cache/selvage");
  EXPECT_EQ(folder("", "/b"), "/b/.cache/selvage");
  EXPECT_EQ(folder("relative", "/b"), "/b/.cache/selvage");
  EXPECT_EQ(folder(nullptr, nullptr), "");
  set("XDG_CACHE_HOME", old_cache ? cache.c_str() : nullptr);
  set("HOME", old_home ? home.c_str() : nullptr);
}

}  // namespace
}  // namespace selvage::gpu
