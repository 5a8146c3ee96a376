// SPDX-License-Identifier: Apache-2.0
#include "runner/app.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>

#include "exit_codes.hpp"
#include "runner/command_line.hpp"
#include "runner/session.hpp"
#include "selvage/error.hpp"

namespace selvage::studies {
namespace {

void say_error(const std::string& what, const std::string& hint) {
  fmt::print(stderr, "selvage-study: error: {}\n", what);
  if (!hint.empty()) fmt::print(stderr, "  hint: {}\n", hint);
}

// Of the exception that is being handled, which is said.
ExitCode failure() try { throw; } catch (const Error& e) {
  say_error(e.what(), e.hint());
  return exit_code(e.code());
} catch (const gpu::OutOfMemory& e) {
  say_error(e.what(), "take another device, or a smaller image");
  return exit_limit;
} catch (const std::bad_alloc&) {
  say_error("out of memory", "");
  return exit_limit;
} catch (const std::exception& e) {
  say_error(fmt::format("internal fault: {}", e.what()), "this is a defect of selvage");
  return exit_differs;
}

ExitCode run_study(const Study& study, const Options& options) {
  Session session(study, options);
  session.print(fmt::format("{}: {}", study.name, study.title));
  const Results& about = session.results();
  session.print(fmt::format("{}, {}; {}{}", about.device, about.driver, about.processor,
                            about.quick ? "; quick: the times mean little" : ""));
  study.run(session);
  session.print(session.verdict());
  if (!options.out.empty()) {
    write(session.results(), session.slug(), options.out);
    session.print(fmt::format("written to {}", options.out));
  }
  return session.all_right() ? exit_done : exit_differs;
}

// All studies, a failed one stops no other. Results of different studies may have one name: each
// has a folder.
ExitCode run_studies(const CommandLine& line) {
  if (line.studies.size() == 1) return run_study(*line.studies.front(), line.options);
  std::vector<std::string_view> red;
  for (const Study* study : line.studies) {
    Options options = line.options;
    if (!options.out.empty()) options.out = std::filesystem::path(options.out) / study->name;
    ExitCode code = exit_differs;
    try {
      code = run_study(*study, options);
    } catch (...) {
      code = failure();
    }
    if (code != exit_done) red.push_back(study->name);
    fmt::print("\n");
  }
  if (red.empty()) {
    fmt::print("all {} studies are right\n", line.studies.size());
    return exit_done;
  }
  fmt::print("{} of {} studies failed: {}\n", red.size(), line.studies.size(),
             fmt::join(red, ", "));
  return exit_differs;
}

void list(std::span<const Study* const> studies) {
  for (const Study* study : studies) {
    fmt::print("{}\n  {}\n", study->name, study->title);
    if (!study->takes.empty()) fmt::print("  options: {}\n", options_text(*study));
  }
}

ExitCode run(std::span<const Study* const> studies, const std::vector<std::string>& arguments) {
  const CommandLine line = parse_command_line(studies, arguments);
  switch (line.verb) {
    case Verb::help: fmt::print("{}", line.help); return exit_done;
    case Verb::list: list(studies); return exit_done;
    case Verb::draw:
      for (const std::string& file : line.files) draw(file);
      return exit_done;
    case Verb::merge: merge(line.files, line.options.out); return exit_done;
    case Verb::run: return run_studies(line);
  }
  return exit_usage;
}

}  // namespace

int run_app(std::span<const Study* const> studies, const std::vector<std::string>& arguments) {
  try {
    return run(studies, arguments);
  } catch (...) {
    return failure();
  }
}

}  // namespace selvage::studies
