// SPDX-License-Identifier: Apache-2.0
// selvage-probe DRIVER: the library starts it to find out whether a driver of GPUs ("cuda",
// "opencl") can be started without harm (src/engine/devices/driver_probe.hpp).

#include <sys/resource.h>

#include <cstdio>

#include "engine/devices/probe_program.hpp"

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: selvage-probe DRIVER (libselvage starts it)\n", stderr);
    return 2;
  }
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);  // a driver may abort
  return selvage::run_probe(arguments[1]);
}
