// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where exceptions become a status and a description.

#include <memory>
#include <string>

#include "selvage/error.hpp"
#include "selvage/selvage.h"

namespace selvage::capi {

// To be called while an exception is handled. Describes it in *error, where that is wanted.
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

// What an argument points to. Throws Error{invalid_argument} about NULL.
template <class T>
T& need(T* argument, const char* name) {
  if (!argument) throw Error(Errc::invalid_argument, std::string(name) + " is NULL");
  return *argument;
}

// Fills *handle with what `make` gives, or with NULL when it throws.
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
