// SPDX-License-Identifier: Apache-2.0
// Skips all tests of a program where SELVAGE_TEST_DEVICE names a device that this machine has not.
#include <gtest/gtest.h>

#include "selvage/error.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {
namespace {

class DeviceIsThere : public ::testing::Environment {
  void SetUp() override {
    try {
      find_device(test_device());
    } catch (const Error& e) {
      if (e.code() != Errc::device) throw;
      GTEST_SKIP() << "this machine has no device " << test_device();
    }
  }
};

const auto* const registered = ::testing::AddGlobalTestEnvironment(new DeviceIsThere);

}  // namespace
}  // namespace selvage::testing
