// SPDX-License-Identifier: Apache-2.0
#include <new>

#include "capi/guard.hpp"

namespace selvage::capi {
namespace {

constexpr selvage_status status_of(Errc code) {
  return static_cast<selvage_status>(code) + SELVAGE_ERROR_INVALID_ARGUMENT;
}
static_assert(status_of(Errc::invalid_argument) == SELVAGE_ERROR_INVALID_ARGUMENT);
static_assert(status_of(Errc::unsupported) == SELVAGE_ERROR_UNSUPPORTED);
static_assert(status_of(Errc::input) == SELVAGE_ERROR_INPUT);
static_assert(status_of(Errc::output) == SELVAGE_ERROR_OUTPUT);
static_assert(status_of(Errc::device) == SELVAGE_ERROR_DEVICE);
static_assert(status_of(Errc::limit) == SELVAGE_ERROR_LIMIT);
static_assert(status_of(Errc::cancelled) == SELVAGE_ERROR_CANCELLED);

selvage_status describe(selvage_error** error, selvage_status code, const char* what,
                        const char* hint = "") noexcept {
  if (error) *error = selvage_error_new(code, what, hint);
  return code;
}

}  // namespace

selvage_status describe_exception(selvage_error** error) noexcept {
  try {
    throw;
  } catch (const Error& e) {
    return describe(error, status_of(e.code()), e.what(), e.hint().c_str());
  } catch (const std::bad_alloc&) {
    return describe(error, SELVAGE_ERROR_LIMIT, "out of memory");
  } catch (const std::exception& e) {
    return describe(error, SELVAGE_ERROR_INTERNAL, e.what());
  } catch (...) {
    return describe(error, SELVAGE_ERROR_INTERNAL, "an unknown exception");
  }
}

}  // namespace selvage::capi
