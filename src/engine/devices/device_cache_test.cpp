// SPDX-License-Identifier: Apache-2.0
// Tests what the cache keeps of a probe, and for how long.
#include "engine/devices/device_cache.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "engine/devices/fingerprint.hpp"

namespace selvage {
namespace {

const CachedGpus two{{.device = "cuda:0",
                      .facts = {.backend = "cuda",
                                .gpu = {.compute_units = 132,
                                        .clock_mhz = 1980,
                                        .lanes = 128,
                                        .real64 = true,
                                        .byte_simd = true,
                                        .byte_products = true,
                                        .group_products = true,
                                        .largest_group = 1024,
                                        .local_bytes = 232448,
                                        .memory_bytes = 150000000000,
                                        .largest_buffer_bytes = 150000000000,
                                        .copy_bytes_per_second = 5.5123456789e10,
                                        .open_seconds = 1.0 / 3.0}}},
                     {.device = "opencl:2", .facts = {.backend = "opencl"}}};

TEST(CachedGpus, AreReadAsTheyWereWritten) {
  EXPECT_EQ(from_text(to_text(two)), two);
  EXPECT_EQ(from_text(to_text({})), CachedGpus{});  // a machine without a GPU
}

TEST(CachedGpus, OfAnotherLayoutAreNotRead) {
  std::string text = to_text(two);
  text.replace(text.find("-4"), 2, "-0");
  EXPECT_FALSE(from_text(text));
}

TEST(CachedGpus, ATextCutShortIsNotRead) {
  const std::string text = to_text(two);
  for (std::size_t length = 0; length + 1 < text.size(); ++length)  // the last byte is a new line
    EXPECT_FALSE(from_text(text.substr(0, length))) << length;
}

TEST(CachedGpus, WrongFactsAreNotRead) {
  const auto reads = [](const std::string& line) {
    return from_text("selvage-devices-4\n" + line + "\nend\n").has_value();
  };
  EXPECT_TRUE(reads("cuda:0 132 1980 128 0 1 1 1 1 1024 232448 1000 1000 5e10 0.3"));
  EXPECT_FALSE(reads("cuda:0 0 1980 128 0 1 1 1 1 1024 232448 1000 1000 5e10 0.3"));
  EXPECT_FALSE(reads("cuda:0 132 1980 0 0 1 1 1 1 1024 232448 1000 1000 5e10 0.3"));
  EXPECT_FALSE(reads("cuda:0 132 1980 128 0 1 1 1 1 1024 232448 1000 1000 0 0.3"));
  EXPECT_FALSE(reads("cuda:0 132 1980 128 0 1 1 1 1 1024 232448 1000 1000 5e10 -1"));
  EXPECT_FALSE(reads("cuda:0 132 1980 128 0 1 1 1 1 1024 232448 1000 1000 5e10 nan"));
  EXPECT_FALSE(
      reads("cuda:0 132 1980 128 1 1 1 1 1 1024 232448 1000 1000 5e10 0.3"));  // a processor
  EXPECT_FALSE(reads("cuda:0 132 1980 128 7 1 1 1 1 1024 232448 1000 1000 5e10 0.3"));
  EXPECT_FALSE(reads("metal:0 132 1980 128 0 1 1 1 1 1024 232448 1000 1000 5e10 0.3"));
  EXPECT_FALSE(reads("cuda:0 132 1980 128 0 1 1 1 1 1024 232448 1000 1000 5e10"));
  EXPECT_FALSE(reads("\x01\xff"));
}

TEST(Fingerprint, ChangesWithWhatHidesDevices) {
  unsetenv("CUDA_VISIBLE_DEVICES");
  const std::string before = gpu_fingerprint();
  EXPECT_EQ(gpu_fingerprint(), before);
  setenv("CUDA_VISIBLE_DEVICES", "1", 1);
  EXPECT_NE(gpu_fingerprint(), before);
  unsetenv("CUDA_VISIBLE_DEVICES");
}

}  // namespace
}  // namespace selvage
