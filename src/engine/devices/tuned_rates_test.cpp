// SPDX-License-Identifier: Apache-2.0
#include "engine/devices/tuned_rates.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "backends/gpu/testing/test_folder.hpp"
#include "engine/devices/device_set.hpp"
#include "engine/fake_runtime.hpp"
#include "selvage/engine.hpp"

namespace selvage {
namespace {

namespace fs = std::filesystem;

// Each test has a cache folder of its own.
class TunedRatesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const char* old = std::getenv("XDG_CACHE_HOME")) old_ = old;
    ::setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
    fs::create_directories(rates_file("cpu").parent_path());
  }
  void TearDown() override { ::setenv("XDG_CACHE_HOME", old_.c_str(), 1); }

  static DeviceFacts cpu_facts() {
    const std::vector<std::string> simd = Device::cpu().simd;
    return {.simd = simd.empty() ? "" : simd.front()};
  }
  static void store(const std::string& device, const std::string& text) {
    std::ofstream(rates_file(device)) << text;
  }
  static std::string text_for(const std::string& key) {
    return to_text(planner::Rates{.device = key,
                                  .rates = {{"simd", "bilateral", PixelType::f32, 2.0},
                                            {"plain", "bilateral", PixelType::f32, 2.0}}});
  }

  gpu::TestFolder folder_;
  std::string old_;
};

TEST_F(TunedRatesTest, AreNoneWhereNothingWasMeasured) {
  const TunedRates tuned = tuned_rates("cpu", cpu_facts());
  EXPECT_FALSE(tuned.rates);
  EXPECT_EQ(tuned.ignored, "");
}

TEST_F(TunedRatesTest, AreReadForTheDeviceThatTheyWereMeasuredOn) {
  store("cpu", text_for(rates_key("cpu", cpu_facts())));
  ASSERT_TRUE(tuned_rates("cpu", cpu_facts()).rates);
  store("cuda:0", text_for("cuda 132 units 1980 MHz"));
  DeviceFacts facts{.backend = "cuda", .gpu = {.compute_units = 132, .clock_mhz = 1980}};
  EXPECT_TRUE(tuned_rates("cuda:0", facts).rates);
  facts.gpu.compute_units = 114;
  const TunedRates other = tuned_rates("cuda:0", facts);
  EXPECT_FALSE(other.rates);
  EXPECT_THAT(other.ignored, ::testing::HasSubstr("of another device; ignored"));
}

TEST_F(TunedRatesTest, HoldForTheBestInstructionSetAlone) {
  DeviceFacts facts = cpu_facts();
  if (facts.simd.empty()) GTEST_SKIP() << "this processor has no instruction sets to choose from";
  store("cpu", text_for(rates_key("cpu", facts)));
  facts.simd = "another";
  const TunedRates tuned = tuned_rates("cpu", facts);
  EXPECT_FALSE(tuned.rates);
  EXPECT_EQ(tuned.ignored, "");
}

TEST_F(TunedRatesTest, ADamagedFileIsIgnoredWithANoteOfEveryRun) {
  store("cpu", "rubbish");
  const TunedRates tuned = tuned_rates("cpu", cpu_facts());
  EXPECT_FALSE(tuned.rates);
  EXPECT_THAT(tuned.ignored, ::testing::HasSubstr("damaged or of another version; ignored"));

  const Engine engine(Device::cpu(), {.threads = 1});
  const Image image(PixelType::u8, 9, 9);
  Image output(PixelType::u8, 9, 9);
  const Report report = engine.run(Box{}, {.image = image}, {.image = output}, Frame::whole(9, 9));
  EXPECT_THAT(report.notes, ::testing::ElementsAre(::testing::HasSubstr("cpu.rates")));
}

TEST_F(TunedRatesTest, APlanUsesThem) {
  const ConstImageView shape =
      interleaved(static_cast<const void*>(nullptr), PixelType::f32, 64, 64);
  const auto seconds = [&] {
    return Engine(Device::cpu(), {.threads = 1})
        .plan(Bilateral{}, {.image = shape}, Frame::whole(64, 64))
        .predicted_seconds();
  };
  const double untuned = seconds();
  store("cpu", text_for(rates_key("cpu", cpu_facts())));
  EXPECT_DOUBLE_EQ(seconds(), 2.0 * untuned);
}

}  // namespace
}  // namespace selvage
