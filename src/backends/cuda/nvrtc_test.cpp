// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/nvrtc.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "backends/cuda/nvrtc_paths.hpp"
#include "core/test_errors.hpp"

namespace selvage::cuda {
namespace {

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int newest_driver = 13;

TEST(NvrtcTarget, IsTheDevicesOwnCodeOrTheNewestPtxThatItRuns) {
  const std::vector<int> known = {75, 80, 86, 90};
  EXPECT_EQ(choose_target(known, 86), (Target{86, true}));
  EXPECT_EQ(choose_target(known, 120), (Target{90, false}));
  EXPECT_EQ(choose_target(known, 89), (Target{86, false}));
  EXPECT_EQ(choose_target(known, 70), std::nullopt);
}

TEST(NvrtcTarget, OwnCodeOfNinePointZeroHasItsOwnInstructions) {
  EXPECT_EQ((Target{90, true}.name()), "sm_90a");
  EXPECT_EQ((Target{90, false}.name()), "compute_90");
  EXPECT_EQ((Target{80, true}.name()), "sm_80");
}

TEST(NvrtcPaths, PreferTheDriversOwnVersion) {
  EXPECT_THAT(nvrtc_names(13), ElementsAre("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"));
  EXPECT_THAT(nvrtc_names(12), ElementsAre("libnvrtc.so.12", "libnvrtc.so"));
}

TEST(NvrtcPaths, AreFoundInAVirtualEnvironment) {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(::testing::TempDir()) / "selvage_nvrtc_paths";
  const fs::path folder = root / "lib/python3.11/site-packages/nvidia/cu13/lib";
  fs::create_directories(folder);
  std::ofstream(folder / "libnvrtc.so.13") << "no library";
  const char* before = std::getenv("VIRTUAL_ENV");
  const std::string kept = before ? before : "";
  setenv("VIRTUAL_ENV", root.c_str(), 1);
  const auto files = nvrtc_files(nvrtc_names(13));
  before ? setenv("VIRTUAL_ENV", kept.c_str(), 1) : unsetenv("VIRTUAL_ENV");
  EXPECT_THAT(files, ::testing::Contains((folder / "libnvrtc.so.13").string()));
  fs::remove_all(root);
}

class NvrtcCompiler : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!nvrtc_) GTEST_SKIP() << "this machine has no NVRTC";
  }
  static std::string text(const std::vector<std::byte>& code) {
    return {reinterpret_cast<const char*>(code.data()), code.size()};
  }

  const std::optional<Nvrtc> nvrtc_ = Nvrtc::open(newest_driver, 90);
  const std::string source_ =
      "static __device__ int unused_helper() { return 1; }\n"
      "extern \"C\" __global__ void twice(float *data) { data[threadIdx.x] *= FACTOR; }\n";
  const std::vector<std::string> options_ = {"-DFACTOR=2.0f"};
};

TEST_F(NvrtcCompiler, KnowsItsVersion) {
  EXPECT_THAT(nvrtc_->version(), ContainsRegex("^1[0-9]\\.[0-9]+$"));
}

TEST_F(NvrtcCompiler, MakesCodeOfADeviceOrPtx) {
  const auto cubin = nvrtc_->compile(source_, options_, {90, true});
  EXPECT_EQ(text(cubin).substr(1, 3), "ELF");
  const auto ptx = nvrtc_->compile(source_, options_, {90, false});
  EXPECT_THAT(text(ptx), HasSubstr(".target sm_90"));
  EXPECT_EQ(ptx.back(), std::byte{0}) << "the driver reads PTX up to a zero byte";
}

TEST_F(NvrtcCompiler, SaysWhatIsWrong) {
  const Error error = error_of([&] { nvrtc_->compile(source_, {}, {90, true}); });
  EXPECT_EQ(error.code(), Errc::device);
  EXPECT_THAT(error.what(), HasSubstr("--gpu-architecture=sm_90"));
  EXPECT_THAT(error.what(), HasSubstr("\"FACTOR\" is undefined"));
  EXPECT_THAT(error.what(), ::testing::Not(HasSubstr("unused_helper")));
}

TEST_F(NvrtcCompiler, MakesTheSameCodeTwice) {
  EXPECT_EQ(nvrtc_->compile(source_, options_, {90, true}),
            nvrtc_->compile(source_, options_, {90, true}));
}

TEST(NvrtcVersions, ACompilerThatDoesNotKnowTheDeviceIsNotTaken) {
  EXPECT_FALSE(Nvrtc::open(newest_driver, 30).has_value());
}

// Its code would not run there.
TEST(NvrtcVersions, ACompilerNewerThanTheDriverIsNotTaken) {
  EXPECT_FALSE(Nvrtc::open(11, 90).has_value());
}

}  // namespace
}  // namespace selvage::cuda
