// SPDX-License-Identifier: Apache-2.0
#pragma once
// Errors of the library as exceptions of Python.

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "selvage/error.hpp"

namespace selvage::python {

namespace nb = nanobind;

// A value of a type that cannot be used: pyselvage.InvalidType. what() and hint() are as Error's.
class InvalidType : public std::runtime_error {
 public:
  explicit InvalidType(const std::string& what, std::string hint = {})
      : std::runtime_error(what), hint_(std::move(hint)) {}
  const std::string& hint() const noexcept { return hint_; }

 private:
  std::string hint_;
};

[[noreturn]] inline void refuse(const std::string& what, std::string_view hint = {}) {
  throw Error(Errc::invalid_argument, what, hint);
}

// Raises each Error as the class of pyselvage.errors that stands for its code.
void translate_errors();

}  // namespace selvage::python
