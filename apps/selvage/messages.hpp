// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the tool says, where, and with which exit code it ends.

#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "exit_codes.hpp"

namespace selvage::cli {

// Options that every verb has, and what follows from where its results go.
struct Talk {
  bool json = false;
  bool quiet = false;            // errors only
  bool verbose = false;          // notes
  bool image_on_stdout = false;  // so results go to standard error
};

// An exception for people: one line what, one line what to do (or empty), and the exit code.
struct Failure {
  std::string what;
  std::string hint;
  int code = exit_differs;
};
Failure failure_of(const std::exception_ptr& exception);

// `what` with "INPUT: " before it, unless it names the input already: for one of several files.
std::string with_input(const std::string& what, const std::string& input);

// "selvage: error: ..." and "  hint: ..." on standard error; with --json an object among the
// results. `input` may be empty.
void say_failure(const Talk& talk, const std::string& input, const Failure& failure);

// A line on standard error unless --json (whose objects have the same facts) or --quiet.
void say(const Talk& talk, std::string_view line);
// The same, with --verbose only.
void say_note(const Talk& talk, std::string_view line);

// As it is.
void write_stderr(std::string_view text);

// What the verb exists to print: on standard output, or on standard error when the image goes
// there. Throws Error{output} when it cannot be written.
void print(const Talk& talk, std::string_view text);
void print(const Talk& talk, const nlohmann::ordered_json& object);  // one line

// Text without control characters, so that a file's name can neither break a line nor drive a
// terminal.
std::string printable(std::string_view text);

}  // namespace selvage::cli
