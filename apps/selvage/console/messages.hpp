// SPDX-License-Identifier: Apache-2.0
#pragma once
// Messages, results and the exit codes of failures.

#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "exit_codes.hpp"

namespace selvage::cli {

// Options about messages, and one fact that follows from the output.
struct MessageOptions {
  bool json = false;
  bool quiet = false;            // print errors only
  bool verbose = false;          // print notes
  bool image_on_stdout = false;  // results go to standard error instead
};

// Thrown when standard output cannot be written. A reader that closed the pipe on purpose (head -1)
// gets no message.
class ResultsLost : public Error {
 public:
  explicit ResultsLost(int error);
  bool by_reader() const { return by_reader_; }

 private:
  bool by_reader_;
};

// An error of one of the files that a step reads together.
class FileError : public Error {
 public:
  FileError(const Error& error, std::string file) : Error(error), file_(std::move(file)) {}
  const std::string& file() const { return file_; }

 private:
  std::string file_;
};

// An exception as a message: the problem, a hint (or empty), and the exit code.
struct Failure {
  std::string what;  // empty: nothing is printed
  std::string hint;
  int code = exit_differs;
  bool ends_run = false;  // not caused by a file; no further file is started
  std::string file = {};  // the file at fault; empty: the file of the step
};
Failure failure_of(const std::exception_ptr& exception);
Failure failure_of(const Error& error);

// Prefixes `what` with "INPUT: " unless it names the input already. Used with several files.
std::string with_input(const std::string& what, const std::string& input);

// Prefixes `what` with "INPUT, PLACE: ", replacing "INPUT: ", unless it names the place already.
// The place is "page 2" or "frame 12".
std::string with_place(const std::string& what, const std::string& input, const std::string& place);
std::string with_page(const std::string& what, const std::string& input, int page);

// Returns the object that --json prints for a failure. `input` may be empty.
nlohmann::ordered_json json_of(const std::string& input, const Failure& failure);

// Prints "selvage: error: ..." and "  hint: ..." on standard error, or with --json an object among
// the results. `input` may be empty.
void say_failure(const MessageOptions& messages, const std::string& input, const Failure& failure);

// Prints a line on standard error, except with --json (whose objects hold the same facts) or
// --quiet.
void say(const MessageOptions& messages, std::string_view line);
// Does the same, with --verbose only.
void say_note(const MessageOptions& messages, std::string_view line);

// Prints the text unchanged.
void write_stderr(std::string_view text);

// Prints a result on standard output, or on standard error if the image goes to standard output.
// Throws ResultsLost when it cannot be written.
void print(const MessageOptions& messages, std::string_view text);
void print(const MessageOptions& messages, const nlohmann::ordered_json& object);  // in one line

}  // namespace selvage::cli
