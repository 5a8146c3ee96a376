// SPDX-License-Identifier: Apache-2.0
#include "console/messages.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <system_error>

#include "console/option_names.hpp"

namespace selvage::cli {
namespace {

std::string line_of(const nlohmann::ordered_json& object) {
  // File names may contain any bytes; JSON text may not.
  return object.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace

void write_stderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

ResultsLost::ResultsLost(int error)
    : Error(Errc::output, fmt::format("standard output: {}", std::strerror(error)),
            error == ENOSPC ? "free some space, or write somewhere else" : ""),
      by_reader_(error == EPIPE) {}

Failure failure_of(const Error& error) {
  if (error.code() == Errc::cancelled) return {"interrupted", "", exit_interrupted, true};
  return {what_in_options(error.what()), hint_in_options(error.hint()), exit_code(error.code())};
}

Failure failure_of(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const ResultsLost& e) {
    return {e.by_reader() ? "" : e.what(), e.hint(), exit_output, true};
  } catch (const FileError& e) {
    Failure failure = failure_of(static_cast<const Error&>(e));
    failure.file = e.file();
    return failure;
  } catch (const Error& e) {
    return failure_of(e);
  } catch (const std::bad_alloc&) {
    return {"out of memory", "filter one --region at a time, or use fewer --threads", exit_limit};
  } catch (const std::filesystem::filesystem_error& e) {
    const std::string place = e.path1().empty() ? "" : e.path1().string() + ": ";
    return {place + e.code().message(), "", exit_input};
  } catch (const std::system_error& e) {  // thrown when a thread cannot be started
    return {e.what(), "use fewer --threads", exit_limit};
  } catch (const std::exception& e) {
    return {fmt::format("internal error: {}", e.what()), "this is a bug in selvage", exit_differs};
  }
}

std::string with_input(const std::string& what, const std::string& input) {
  if (input.empty()) return what;
  constexpr std::string_view before = " /'", after = " :;,'";  // may surround a name
  for (auto at = what.find(input); at != std::string::npos; at = what.find(input, at + 1)) {
    const std::size_t end = at + input.size();
    const bool begins = at == 0 || before.find(what[at - 1]) != std::string_view::npos;
    const bool ends = end == what.size() || after.find(what[end]) != std::string_view::npos;
    if (begins && ends) return what;
  }
  return fmt::format("{}: {}", input, what);
}

std::string with_page(const std::string& what, const std::string& input, int page) {
  return with_place(what, input, fmt::format("page {}", page));
}

std::string with_place(const std::string& what, const std::string& input,
                       const std::string& place) {
  if (what.find(place) != std::string::npos) return what;
  const std::string name = input == "-" ? "standard input" : input;
  const std::size_t named = what.starts_with(name + ": ") ? name.size() + 2 : 0;
  return fmt::format("{}, {}: {}", name, place, what.substr(named));
}

nlohmann::ordered_json json_of(const std::string& input, const Failure& failure) {
  const std::string& file = failure.file.empty() ? input : failure.file;
  return {{"input", file.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(file)},
          {"error", failure.what},
          {"hint", failure.hint},
          {"code", failure.code}};
}

void say_failure(const MessageOptions& messages, const std::string& input, const Failure& failure) {
  if (failure.what.empty()) return;
  if (messages.json) {
    try {
      return print(messages, json_of(input, failure));
    } catch (const Error&) {
      // Nobody reads the results any more, so the error goes to standard error.
    }
  }
  write_stderr(fmt::format("selvage: error: {}\n", printable(failure.what)));
  if (!failure.hint.empty()) write_stderr(fmt::format("  hint: {}\n", printable(failure.hint)));
}

void say(const MessageOptions& messages, std::string_view line) {
  if (!messages.json && !messages.quiet) write_stderr(fmt::format("{}\n", printable(line)));
}

void say_note(const MessageOptions& messages, std::string_view line) {
  if (messages.verbose) say(messages, line);
}

void print(const MessageOptions& messages, std::string_view text) {
  if (messages.image_on_stdout) return write_stderr(text);
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) throw ResultsLost(errno);
}

void print(const MessageOptions& messages, const nlohmann::ordered_json& object) {
  print(messages, std::string_view(line_of(object)));
}

}  // namespace selvage::cli
