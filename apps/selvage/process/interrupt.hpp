// SPDX-License-Identifier: Apache-2.0
#pragma once
// Interrupts: Ctrl-C and termination signals.

#include <functional>
#include <stop_token>

namespace selvage::cli {

// Makes SIGINT, SIGTERM and SIGHUP request a stop. Code that polls the token can end with its own
// message. After a grace period temporary files are removed and the process exits with code 130,
// whatever it is doing. Writing to a closed pipe or beyond a file size limit fails instead of
// killing the process. Call it once, before any thread is started.
std::stop_token catch_interrupts();

// Runs `say` before an interrupt ends the process, during the lifetime of this object. Only one
// object may exist at a time.
class InterruptGuard {
 public:
  explicit InterruptGuard(std::function<void()> say);
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();
};

}  // namespace selvage::cli
