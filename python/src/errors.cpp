// SPDX-License-Identifier: Apache-2.0
#include "errors.hpp"

#include <nanobind/stl/string.h>

#include <array>
#include <cstddef>
#include <exception>

namespace selvage::python {
namespace {

// The classes of pyselvage.errors, in the order of Errc.
constexpr std::array classes{"InvalidArgument", "Unsupported", "InputError", "OutputError",
                             "DeviceError",     "LimitError",  "Cancelled"};
static_assert(classes.size() == static_cast<std::size_t>(Errc::cancelled) + 1);

void raise(const char* name, const char* what, const std::string& hint) {
  try {
    const nb::object errors = nb::module_::import_("pyselvage.errors");
    const nb::object error = errors.attr("_of_library")(name, what, hint);
    PyErr_SetObject(error.type().ptr(), error.ptr());
  } catch (nb::python_error& failure) {
    failure.restore();
  }
}

}  // namespace

void translate_errors() {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Error& e) {
      raise(classes.at(static_cast<std::size_t>(e.code())), e.what(), e.hint());
    } catch (const InvalidType& e) {
      raise("InvalidType", e.what(), e.hint());
    }
  });
}

}  // namespace selvage::python
