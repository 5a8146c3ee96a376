// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <cmath>
#include <limits>

namespace selvage::python {
namespace {

[[noreturn]] void refuse_type(const std::string& name, nb::handle value, const char* wanted) {
  throw InvalidType(name + " " + nb::repr(value).c_str() + " is not " + wanted);
}

}  // namespace

double number_of(const std::string& name, nb::handle value) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1.0 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    refuse_type(name, value, "a number");
  }
  return number;
}

int integer_of(const std::string& name, nb::handle value) {
  const double number = number_of(name, value);
  if (number != std::floor(number)) refuse_type(name, value, "an integer");
  if (std::fabs(number) > std::numeric_limits<int>::max())
    refuse(name + " " + nb::repr(value).c_str() + " is too large");
  return static_cast<int>(number);
}

bool truth_of(const std::string& name, nb::handle value) {
  const double number = number_of(name, value);
  if (number != 0.0 && number != 1.0) refuse_type(name, value, "True or False");
  return number == 1.0;
}

std::string text_of(const std::string& name, nb::handle value) {
  if (!PyUnicode_Check(value.ptr())) refuse_type(name, value, "a string");
  return nb::str(value).c_str();
}

void refuse_choice(const std::string& name, const std::string& text, const std::string& known) {
  refuse(name + " '" + text + "' is not one of " + known);
}

}  // namespace selvage::python
