// SPDX-License-Identifier: Apache-2.0
#pragma once
// A session on the device that SELVAGE_TEST_DEVICE names, for tests; else on OpenCL's first.

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "runner/rung.hpp"
#include "runner/session.hpp"
#include "selvage/error.hpp"

namespace selvage::studies {

inline std::string device_of_tests() {
  const char* named = std::getenv("SELVAGE_TEST_DEVICE");
  return named ? named : "opencl";
}

// The texts of testing/ are this study's.
inline constexpr Study testing_study{.name = "testing", .title = "", .takes = {}, .run = nullptr};

class DeviceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      session = std::make_unique<Session>(testing_study, Options{.device = device_of_tests()});
    } catch (const Error& e) {
      if (e.code() != Errc::device) throw;
      GTEST_SKIP() << "this machine has no device " << device_of_tests();
    }
  }

  std::unique_ptr<gpu::Buffer> upload(const std::vector<float>& values) {
    auto buffer = session->place().device->buffer(values.size() * sizeof(float));
    const auto bytes = std::as_bytes(std::span(values));
    session->place().stream->upload(*buffer, 0, bytes.data(), bytes.size());
    session->place().stream->wait();
    return buffer;
  }
  std::vector<float> download(const gpu::Buffer& buffer, std::size_t count) {
    std::vector<float> values(count);
    const auto bytes = std::as_writable_bytes(std::span(values));
    session->place().stream->download(bytes.data(), buffer, 0, bytes.size());
    session->place().stream->wait();
    return values;
  }

  std::unique_ptr<Session> session;
};

}  // namespace selvage::studies
