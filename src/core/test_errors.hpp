// SPDX-License-Identifier: Apache-2.0
#pragma once
// Catches what a call throws, for tests that check the message.

#include <gtest/gtest.h>

#include "selvage/error.hpp"

namespace selvage {

// Returns the Error that `call` throws. The test fails if it throws none.
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
