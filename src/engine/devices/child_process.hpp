// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs a program and collects what it prints.

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace selvage {

struct ChildResult {
  std::string output = {};  // standard output, of at most 1 MiB
  bool ended_well = false;  // exit code 0
  std::string fault = {};   // otherwise: "ended by signal 6 (Aborted)"
};

// Blocks until the program ends, for at most `limit`; then it is killed. Its standard input and
// standard error are /dev/null. Starts it with posix_spawn: a fork would copy the locks that other
// threads of this process hold. Returns nothing if it cannot be started.
std::optional<ChildResult> run_program(const std::string& path,
                                       const std::vector<std::string>& arguments,
                                       std::chrono::milliseconds limit);

}  // namespace selvage
