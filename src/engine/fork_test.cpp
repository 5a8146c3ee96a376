// SPDX-License-Identifier: Apache-2.0
// What engine.hpp promises to a child process.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stop_token>
#include <thread>

#include "engine/test_images.hpp"
#include "selvage/engine.hpp"

namespace selvage {
namespace {

const Bilateral filter{.sigma_space = 2, .radius = 3};
const Image image = noise(PixelType::u8, 200, 150, 3);

// Whether a child in which `body` returns true ends within half a minute.
template <class Body>
bool child_succeeds(Body body) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(30);
    ::_exit(body() ? 0 : 1);
  }
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Fork, AChildUsesTheEngineOfAnIdleParent) {
  const Engine engine(Device::cpu(), {.threads = 2});
  const Image expected = engine.run(filter, image);
  for (int i = 0; i < 5; ++i)
    EXPECT_TRUE(child_succeeds([&] { return same_pixels(engine.run(filter, image), expected); }));
}

TEST(Fork, AChildOfABusyParentMakesItsOwnEngine) {
  const Engine engine(Device::cpu(), {.threads = 2});
  const Image expected = engine.run(filter, image);
  const std::jthread busy([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) engine.run(filter, image);
  });
  for (const Executor executor : {Executor::serial, Executor::threads})
    for (int i = 0; i < 10; ++i)
      EXPECT_TRUE(child_succeeds([&] {
        const Engine own(Device::cpu(), {.threads = 2, .executor = executor});
        return same_pixels(own.run(filter, image), expected);
      }));
}

}  // namespace
}  // namespace selvage
