// SPDX-License-Identifier: Apache-2.0
// selvage-bench: measures candidates on CPUs and GPUs beside what a user would take instead, and
// checks the targets. docs/benchmarks.md shows how it is used.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <regex>

#include "run/modes.hpp"
#include "selvage/error.hpp"

namespace {

using selvage::bench::Options;

void add_options(CLI::App& app, Options& o) {
  app.add_option("--case", o.wanted, "regular expression of names; --list shows them");
  app.add_option("--set", o.set,
                 "cases that are measured together: common, radius, size, error, linear, "
                 "family or channels")
      ->capture_default_str();
  app.add_option("--table", o.table,
                 "JSON file with cases or targets, instead of the built-in ones");
  app.add_option("--device", o.devices,
                 "cpu, cuda, cuda:1, opencl:0; targets: rows of these alone");
  app.add_option("--simd", o.simd, "the beginning of an instruction set's name; else the best");
  app.add_option("--threads", o.threads, "of the CPU")->capture_default_str();
  app.add_option("--use", o.use, "candidates; else all that can serve, without the slowest");
  app.add_option("--size", o.sizes, "1920x1080; else each case's own");
  app.add_option("--scene", o.scenes,
                 "photos, salt, noise, checkerboard or flat; else each case's own");
  app.add_option(
      "--measure", o.measure,
      "host (memory to memory), fresh (new memory for each output), kernel (passes alone), "
      "plan (start); else kernel on devices and host on the CPU");
  app.add_option(
      "--tuning", o.tuning,
      "changes of a kernel's tuning: rows=8,height=4; all combinations of rows=4/8,wide=0/1");
  app.add_flag("--exact", o.exact, "request exact results");
  app.add_option("--max-error", o.max_error, "request this error, as a fraction of full scale")
      ->check(CLI::PositiveNumber);
  app.add_flag("--no-rivals", o.no_rivals, "ours alone");
  app.add_option("--turns", o.turns)->capture_default_str()->check(CLI::Range(1, 10000));
  app.add_option("--seconds", o.seconds, "of a contest, once each has had five turns")
      ->capture_default_str();
  app.add_flag("--processor-time", o.processor_time,
               "time of all threads instead of wall time: for one thread on a busy machine");
  app.add_option("--photos", o.photos, "folder of PNG photos")->capture_default_str();
  app.add_option("--json", o.json, "file for the figures");
  app.add_flag("--list", o.list, "prints the names alone");
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  CLI::App app{
      "Times the candidates of Selvage and their rivals, which take turns. Every result is "
      "compared "
      "with the reference first. Exit status 1: a result was wrong, a candidate failed, a target "
      "was missed, or a result became slower."};
  add_options(app, o);
  bool targets = false, tune = false;
  std::vector<std::string> reports;
  app.add_flag("--targets", targets, "what each row of targets.json must reach");
  app.add_flag("--tune", tune,
               "measures the planner's rates on this machine, and stores them where plans read "
               "them");
  app.add_option(
         "--compare", reports,
         "an old report (of --json), to compare with: SAME, FASTER, SLOWER, UNCLEAR; with a "
         "second report, measures nothing")
      ->expected(1, 2);
  CLI11_PARSE(app, argc, argv);
  try {
    if (reports.size() == 2) return selvage::bench::compare_reports(reports[0], reports[1]) ? 0 : 1;
    if (!reports.empty()) o.old_report = reports.front();
    if (tune) {
      tune_devices(o);
      return 0;
    }
    const bool well = targets ? check_targets(o) : measure_cases(o);
    return well ? 0 : 1;
  } catch (const selvage::Error& e) {
    fmt::print(stderr, "selvage-bench: error: {}{}{}\n", e.what(), e.hint().empty() ? "" : "; ",
               e.hint());
  } catch (const std::regex_error& e) {
    fmt::print(stderr, "selvage-bench: error: --case is no regular expression: {}\n", e.what());
  }
  return 2;
}
