// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a call throws, for tests that look at the message.

#include <gtest/gtest.h>

#include "selvage/error.hpp"

namespace selvage {

// The Error that `call` throws; the test fails when it throws none.
template <class F>
Error error_of(F&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {Errc::unsupported, "nothing was thrown"};
}

}  // namespace selvage
