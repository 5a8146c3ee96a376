// SPDX-License-Identifier: Apache-2.0
#pragma once
// Exit codes of the project's programs.

#include "selvage/error.hpp"

namespace selvage {

enum ExitCode : int {
  exit_done = 0,
  exit_differs = 1,  // one of several things failed or differs, or an internal error
  exit_usage = 2,
  exit_input = 3,
  exit_output = 4,
  exit_device = 5,
  exit_limit = 6,
  exit_interrupted = 130,
};

constexpr ExitCode exit_code(Errc code) {
  switch (code) {
    case Errc::invalid_argument:
    case Errc::unsupported: return exit_usage;
    case Errc::input: return exit_input;
    case Errc::output: return exit_output;
    case Errc::device: return exit_device;
    case Errc::limit: return exit_limit;
    case Errc::cancelled: return exit_interrupted;
  }
  return exit_differs;
}

}  // namespace selvage
