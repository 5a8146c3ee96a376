// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the tool says, where, and with which exit code it ends.

#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "exit_codes.hpp"

namespace selvage::cli {

// Options that every verb has, and what follows from where its results go.
struct Talk {
  bool json = false;
  bool quiet = false;            // errors only
  bool verbose = false;          // notes
  bool image_on_stdout = false;  // so results go to standard error
};

// Standard output takes no more. A reader that went away on purpose (head -1) is told nothing.
class ResultsLost : public Error {
 public:
  explicit ResultsLost(int error);
  bool by_reader() const { return by_reader_; }

 private:
  bool by_reader_;
};

// What went wrong with one of the files that a step reads together.
class FileError : public Error {
 public:
  FileError(const Error& error, std::string file) : Error(error), file_(std::move(file)) {}
  const std::string& file() const { return file_; }

 private:
  std::string file_;
};

// An exception for people: one line what, one line what to do (or empty), and the exit code.
struct Failure {
  std::string what;  // empty: nothing is said
  std::string hint;
  int code = exit_differs;
  bool ends_run = false;  // no file is to blame, and no other one is begun
  std::string file = {};  // that is bad; empty: the step's
};
Failure failure_of(const std::exception_ptr& exception);
Failure failure_of(const Error& error);

// `what` with "INPUT: " before it, unless it names the input already: for one of several files.
std::string with_input(const std::string& what, const std::string& input);

// The same with "INPUT, page N: ", which takes the place of an "INPUT: ", unless it names the page.
std::string with_page(const std::string& what, const std::string& input, int page);

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
// there. Throws ResultsLost when it cannot be written.
void print(const Talk& talk, std::string_view text);
void print(const Talk& talk, const nlohmann::ordered_json& object);  // one line

// Text without control characters, so that a file's name can neither break a line nor drive a
// terminal.
std::string printable(std::string_view text);

}  // namespace selvage::cli
