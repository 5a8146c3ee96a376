// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/programs/program_cache.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "backends/gpu/testing/fake_device.hpp"
#include "backends/gpu/testing/test_folder.hpp"
#include "core/test_errors.hpp"

namespace selvage::gpu {
namespace {

using ::testing::HasSubstr;

const std::vector<std::string> options = {"-DA=1", "-DB=2"};

TEST(ProgramCache, BuildsEachProgramOnce) {
  FakeDevice device;
  ProgramCache cache(device, {});
  const auto first = cache.program("text", options);
  EXPECT_EQ(cache.program("text", options), first);
  EXPECT_EQ(device.builds, 1);
  EXPECT_NE(cache.program("texts", options), first);
  EXPECT_NE(cache.program("text", std::span(options).first(1)), first);
  const std::vector<std::string> joined = {"-DA=1-DB=2"};
  EXPECT_NE(cache.program("text", joined), first);
  EXPECT_EQ(device.builds, 4);
  EXPECT_EQ(device.loads, 0);
}

TEST(ProgramCache, TheNextProcessLoads) {
  const TestFolder folder;
  FakeDevice device;
  ProgramCache(device, folder.path()).program("text", options);
  EXPECT_EQ(folder.files(), 1u);
  ProgramCache later(device, folder.path());
  const auto program = later.program("text", options);
  EXPECT_EQ(device.builds, 1);
  EXPECT_EQ(device.loads, 1);
  EXPECT_EQ(program->binary(), bytes_of("text -DA=1 -DB=2"));
  later.program("text", options);
  EXPECT_EQ(device.loads, 1);
}

TEST(ProgramCache, NotForAnotherDevice) {
  const TestFolder folder;
  FakeDevice device, other;
  other.name = "fake 1.1";
  ProgramCache(device, folder.path()).program("text", options);
  ProgramCache(other, folder.path()).program("text", options);
  EXPECT_EQ(other.builds, 1);
  EXPECT_EQ(folder.files(), 2u);
}

TEST(ProgramCache, DamagedEntriesAreBuiltAgain) {
  const TestFolder folder;
  FakeDevice device;
  ProgramCache(device, folder.path()).program("text", options);
  const auto entry = std::filesystem::directory_iterator(folder.path())->path();
  const auto size = std::filesystem::file_size(entry);
  std::filesystem::resize_file(entry, size - 1);
  ProgramCache(device, folder.path()).program("text", options);
  EXPECT_EQ(device.builds, 2);
  EXPECT_EQ(device.loads, 0);  // no driver ever saw it
  EXPECT_EQ(std::filesystem::file_size(entry), size);
}

TEST(ProgramCache, WhatTheDeviceRefusesIsBuiltAgain) {
  const TestFolder folder;
  FakeDevice device;
  ProgramCache(device, folder.path()).program("text", options);
  device.faults.load_fails = true;
  EXPECT_NE(ProgramCache(device, folder.path()).program("text", options), nullptr);
  EXPECT_EQ(device.builds, 2);
  EXPECT_EQ(folder.files(), 1u);
  device.faults.has_binaries = false;
  ProgramCache(device, folder.path()).program("text", options);
  EXPECT_EQ(folder.files(), 0u);  // of no use to anyone
}

TEST(ProgramCache, NoBinaryIsNotStored) {
  const TestFolder folder;
  FakeDevice device;
  device.faults.has_binaries = false;
  ProgramCache cache(device, folder.path());
  EXPECT_NE(cache.program("text", options), nullptr);
  EXPECT_EQ(folder.files(), 0u);
}

TEST(ProgramCache, ADriverThatKeepsProgramsIsNotAskedForThem) {
  const TestFolder folder;
  FakeDevice device;
  device.keeps = true;
  ProgramCache(device, folder.path()).program("text", options);
  EXPECT_EQ(device.binaries, 0);
  EXPECT_EQ(folder.files(), 0u);
}

TEST(ProgramCache, ErrorsNameTheOptions) {
  FakeDevice device;
  device.faults.build_fails = true;
  ProgramCache cache(device, {});
  const Error error = error_of([&] { cache.program("text", options); });
  EXPECT_EQ(error.code(), Errc::device);
  EXPECT_THAT(error.what(), HasSubstr("line 1: what is this?"));
  EXPECT_THAT(error.what(), HasSubstr("-DA=1 -DB=2"));
  EXPECT_EQ(error.hint(), "a hint");
  device.faults.build_fails = false;
  EXPECT_NE(cache.program("text", options), nullptr);
}

TEST(ProgramCache, MayBeUsedFromSeveralThreads) {
  FakeDevice device;
  device.faults.build_time = std::chrono::milliseconds(5);
  ProgramCache cache(device, {});
  {
    std::vector<std::jthread> users;
    for (int i = 0; i < 4; ++i)
      users.emplace_back([&cache] {
        for (int k = 0; k < 50; ++k) cache.program(std::to_string(k % 5), options);
      });
  }
  EXPECT_EQ(device.builds, 5);
}

TEST(ProgramCache, MayBeUsedFromSeveralProcesses) {
  const TestFolder folder;
  std::vector<pid_t> children;
  for (int i = 0; i < 3; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      bool right = true;
      for (int k = 0; k < 50; ++k) {
        FakeDevice device;
        const std::string text = std::to_string(k % 5);
        const auto program = ProgramCache(device, folder.path()).program(text, options);
        right = right && program->binary() == bytes_of(text + " -DA=1 -DB=2");
      }
      ::_exit(right ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_EQ(folder.files(), 5u);
}

}  // namespace
}  // namespace selvage::gpu
