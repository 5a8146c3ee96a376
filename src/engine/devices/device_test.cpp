// SPDX-License-Identifier: Apache-2.0
// Devices and their names, those of this machine and made-up ones.
#include "selvage/device.hpp"

#include <gmock/gmock.h>

#include "core/test_errors.hpp"
#include "engine/devices/pick_device.hpp"
#include "engine/devices/runtimes.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::vector<Device> some{{.id = "cpu", .is_processor = true},
                               {.id = "cuda:0", .missing = "libnvrtc is missing"},
                               {.id = "cuda:1"},
                               {.id = "opencl:1"},
                               {.id = "opencl:0", .is_processor = true}};

std::string picked(const std::string& id) {
  const Device* device = pick_device(some, id);
  return device ? device->id : "none";
}

TEST(PickDevice, ByNumber) {
  for (const std::string id : {"cpu", "cuda:1", "opencl:0", "opencl:1"}) EXPECT_EQ(picked(id), id);
  for (const std::string id : {"cuda:0", "cuda:2", "cuda:", "opencl:10", "cpu:0", "cud", ""})
    EXPECT_EQ(picked(id), "none") << id;
}

TEST(PickDevice, ByDriver) {
  EXPECT_EQ(picked("cuda"), "cuda:1");
  EXPECT_EQ(picked("opencl"), "opencl:1");
}

TEST(NoSuchDevice, SaysWhatThereIs) {
  const Error error = no_such_device(some, "cuda:2");
  EXPECT_EQ(error.code(), Errc::device);
  EXPECT_STREQ(error.what(),
               "cuda:2 was requested, but this machine has only cpu, cuda:1, opencl:1, opencl:0");
  EXPECT_EQ(error.hint(), "selvage::devices() lists them");
}

TEST(NoSuchDevice, SaysWhatIsMissing) {
  EXPECT_STREQ(no_such_device(some, "cuda:0").what(),
               "cuda:0 was requested, but cuda:0 cannot be used: libnvrtc is missing");
}

TEST(Device, TheCpuIsAlwaysThere) {
  const std::vector<Device> all = devices();
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all.front().id, "cpu");
  EXPECT_TRUE(all.front().is_processor);
  EXPECT_FALSE(all.front().name.empty());
  EXPECT_GE(all.front().compute_units, 1);
  EXPECT_GT(all.front().memory_bytes, 0);
  EXPECT_EQ(find_device("cpu").id, "cpu");
}

TEST(Device, CanBeLeftToThePlans) {
  EXPECT_EQ(find_device("auto").id, "auto");
  EXPECT_EQ(Device::best().id, "auto");
  EXPECT_EQ(Engine().device().id, "auto");
}

TEST(Device, GraphicsCardsComeBeforeProcessors) {
  const std::vector<Device> opencl = list_devices_of("opencl");
  EXPECT_TRUE(std::ranges::is_sorted(opencl, {}, &Device::is_processor));
  for (const Device& device : opencl) EXPECT_THAT(device.id, StartsWith("opencl:"));
}

TEST(Device, OneThatIsMissingIsNamed) {
  for (const std::string id : {"cuda:999", "opencl:999", "metal"}) {
    const Error error = error_of([&] { find_device(id); });
    EXPECT_EQ(error.code(), Errc::device);
    EXPECT_THAT(error.what(), StartsWith(id + " was requested, but this machine has only cpu"));
    EXPECT_THAT(error.hint(), HasSubstr("selvage::devices()"));
    EXPECT_EQ(error_of([&] { Engine{Device{.id = id}}; }).code(), Errc::device);
  }
}

}  // namespace
}  // namespace selvage
