// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ctrl-C.

#include <functional>
#include <stop_token>

namespace selvage::cli {

// From now on SIGINT, SIGTERM and SIGHUP request a stop; whoever looks at the token ends in its own
// words. After a grace time temporary files are removed and the process ends with code 130,
// whatever it is doing. A closed pipe and a file that may not grow become failed writes. Call it
// once, before any thread is started.
std::stop_token catch_interrupts();

// What is said before the process ends so, as long as this lives. One at a time.
class LastWords {
 public:
  explicit LastWords(std::function<void()> say);
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;
  ~LastWords();
};

}  // namespace selvage::cli
