// SPDX-License-Identifier: Apache-2.0
#include <new>

#include "capi/handles.hpp"

namespace {

// The description to return when there is no memory for one. Never freed.
selvage_error& out_of_memory() {
  static selvage_error error{.code = SELVAGE_ERROR_LIMIT, .message = "out of memory", .hint = {}};
  return error;
}

}  // namespace

selvage_error* selvage_error_new(selvage_status code, const char* message, const char* hint) {
  try {
    return new selvage_error{
        .code = code, .message = message ? message : "", .hint = hint ? hint : ""};
  } catch (const std::bad_alloc&) {
    return &out_of_memory();
  }
}
selvage_status selvage_error_code(const selvage_error* error) {
  return error ? error->code : SELVAGE_OK;
}
const char* selvage_error_message(const selvage_error* error) {
  return error ? error->message.c_str() : "";
}
const char* selvage_error_hint(const selvage_error* error) {
  return error ? error->hint.c_str() : "";
}
void selvage_error_free(selvage_error* error) {
  if (error != &out_of_memory()) delete error;
}
