// SPDX-License-Identifier: Apache-2.0
// Drivers that end the process, hang or answer nonsense, played by shell scripts.
#include "engine/devices/driver_probe.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "backends/gpu/testing/test_folder.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

const DriverProbe one_gpu{.gpus = {{.device = "cuda:0",
                                    .facts = {.backend = "cuda",
                                              .threads = 1,
                                              .gpu = {.compute_units = 132,
                                                      .clock_mhz = 1980,
                                                      .largest_group = 1024,
                                                      .copy_bytes_per_second = 5e10,
                                                      .open_seconds = 0.25}}}}};

class DriverProbeTest : public ::testing::Test {
 protected:
  DriverProbe answer_of(const std::string& script, std::chrono::milliseconds limit = 20s) {
    const std::filesystem::path program = folder_.path() / "probe";
    std::ofstream(program) << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    return ask_program(program, "opencl", limit);
  }

  gpu::TestFolder folder_;
};

TEST_F(DriverProbeTest, AnAnswerIsTaken) {
  gpu::write_file(folder_.path() / "answer", gpu::bytes_of(to_text(one_gpu)));
  const DriverProbe probe = answer_of("cat " + (folder_.path() / "answer").string());
  EXPECT_EQ(probe.gpus, one_gpu.gpus);
  EXPECT_TRUE(probe.settled);
  EXPECT_EQ(probe.refused, "");
  EXPECT_EQ(answer_of("[ \"$1\" = opencl ] && exit 3").refused, "its probe ended with exit code 3");
}

TEST_F(DriverProbeTest, ADriverThatAbortsIsRefused) {
  const DriverProbe probe = answer_of("kill -ABRT $$");
  EXPECT_EQ(probe.refused, "its probe ended by signal 6 (Aborted)");
  EXPECT_TRUE(probe.gpus.empty());
}

TEST_F(DriverProbeTest, ADriverThatHangsIsRefused) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(answer_of("exec sleep 60", 200ms).refused, HasSubstr("did not end within 0.2 s"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
}

TEST_F(DriverProbeTest, NonsenseIsRefused) {
  for (const char* script : {"exit 0", "echo hello", "echo settled", "yes | head -c 3000000"}) {
    const DriverProbe probe = answer_of(script);
    EXPECT_EQ(probe.refused, "its probe gave no answer") << script;
    EXPECT_FALSE(probe.settled);
  }
}

TEST_F(DriverProbeTest, AProcessThatIgnoresItsChildrenGetsAnswers) {
  gpu::write_file(folder_.path() / "answer", gpu::bytes_of(to_text(one_gpu)));
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(answer_of("cat " + (folder_.path() / "answer").string()).gpus, one_gpu.gpus);
  EXPECT_NE(answer_of("kill -ABRT $$").refused, "");
  std::signal(SIGCHLD, before);
}

TEST_F(DriverProbeTest, AProcessWithoutStandardFilesGetsAnswers) {
  gpu::write_file(folder_.path() / "answer", gpu::bytes_of(to_text(one_gpu)));
  const int input = ::dup(STDIN_FILENO), errors = ::dup(STDERR_FILENO);
  ::close(STDIN_FILENO);
  ::close(STDERR_FILENO);
  const DriverProbe probe = answer_of("cat " + (folder_.path() / "answer").string());
  ::dup2(input, STDIN_FILENO);
  ::dup2(errors, STDERR_FILENO);
  ::close(input);
  ::close(errors);
  EXPECT_EQ(probe.gpus, one_gpu.gpus);
}

TEST_F(DriverProbeTest, WithoutTheProgramItProbesHere) {
  const DriverProbe probe = ask_program("/nowhere/selvage-probe", "cuda", 1s);
  EXPECT_EQ(probe.refused, "");
}

TEST(ProbeText, IsReadAsItWasWritten) {
  const auto read = probe_from_text(to_text(one_gpu));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->gpus, one_gpu.gpus);
  EXPECT_TRUE(read->settled);
  EXPECT_FALSE(probe_from_text(to_text(DriverProbe{.settled = false}))->settled);
  EXPECT_EQ(probe_from_text(to_text(DriverProbe{.refused = "it hangs"}))->refused, "it hangs");
  for (const char* text : {"", "\n", "settled\n", "refused\n", "refused 1 long ago\n", "other\n"})
    EXPECT_FALSE(probe_from_text(text)) << text;
}

TEST(ProbeText, ARefusalIsTriedAgain) {
  const auto refused_before = [](std::time_t seconds) {
    return "refused " + std::to_string(std::time(nullptr) - seconds) + " it hangs\n";
  };
  EXPECT_TRUE(probe_from_text(refused_before(1000)));
  EXPECT_FALSE(probe_from_text(refused_before(4000)));
  EXPECT_FALSE(probe_from_text(refused_before(-1000)));
}

}  // namespace
}  // namespace selvage
