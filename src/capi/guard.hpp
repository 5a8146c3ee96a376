// SPDX-License-Identifier: Apache-2.0
#pragma once
// Turns exceptions into a status and a description.

#include <memory>
#include <string>

#include "selvage/error.hpp"
#include "selvage/selvage.h"

namespace selvage::capi {

// Call it while an exception is being handled. Describes it in *error unless `error` is NULL.
selvage_status describe_exception(selvage_error** error) noexcept;

template <class Work>
selvage_status guarded(selvage_error** error, const Work& work) noexcept {
  if (error) *error = nullptr;
  try {
    work();
    return SELVAGE_OK;
  } catch (...) {
    return describe_exception(error);
  }
}

// Returns what an argument points to. Throws Error{invalid_argument} for NULL.
template <class T>
T& need(T* argument, const char* name) {
  if (!argument) throw Error(Errc::invalid_argument, std::string(name) + " is NULL");
  return *argument;
}

// Sets *handle to what `make` returns, or to NULL if it throws.
template <class T, class Make>
selvage_status make_handle(T** handle, const char* name, selvage_error** error,
                           const Make& make) noexcept {
  if (handle) *handle = nullptr;
  return guarded(error, [&] {
    T*& place = need(handle, name);
    place = std::make_unique<T>(make()).release();
  });
}

}  // namespace selvage::capi
