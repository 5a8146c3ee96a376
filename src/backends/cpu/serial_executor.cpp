// SPDX-License-Identifier: Apache-2.0
// For platforms without threads (WebAssembly), in place of executor.cpp.
#include "backends/cpu/executor.hpp"
#include "selvage/error.hpp"

namespace selvage::cpu {

std::unique_ptr<TaskRunner> make_runner(Executor executor, int threads) {
  const bool possible = executor == Executor::automatic || executor == Executor::serial;
  if (!possible || threads > 1)
    throw Error(Errc::unsupported, "this build has no threads",
                "use the executor `serial`, and one engine in each worker");
  return std::make_unique<SerialRunner>();
}

}  // namespace selvage::cpu
