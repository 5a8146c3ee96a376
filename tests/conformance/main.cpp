// SPDX-License-Identifier: Apache-2.0
// Compares every candidate of the catalogue with the reference.
//   conformance [--tier quick] [--device cpu] [--shard 1/2] ...
//   conformance --tier device --device opencl --merge TALLY...
// A run of a whole tier also fails when a candidate passed no case, or no case of a filter, pixel
// type, border or norm that it serves. Shards write tallies, which --merge checks together.
// Exit status: 0 passed, 1 failed, 2 an error, 3 a case hung, 77 no such device with
// --skip-without-device.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <span>
#include <string_view>
#include <thread>

#include "conformance/cases/cover.hpp"
#include "conformance/checks/claims.hpp"
#include "conformance/suite.hpp"
#include "selvage/error.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {
namespace {

// Returns the subjects that the options name; all when they name none.
std::vector<Subject> chosen(const std::string& device, const std::string& candidate,
                            const std::string& simd) {
  std::vector<Subject> all = subjects(device);
  std::erase_if(all, [&](const Subject& s) {
    return (!candidate.empty() && s.candidate != candidate) || (!simd.empty() && s.simd != simd);
  });
  return all;
}

struct Options {
  std::string tier = "quick", device = "cpu", only_case, candidate, simd, kind, shard = "1/1";
  std::uint64_t seed = 1;
  int count = 1'000'000, alike = 1;
  double most_weights = std::numeric_limits<double>::infinity();
  int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  int case_seconds = 60, seconds = 0;
  bool skip_without_device = false, strict = false;
  std::string tally;               // the file to write
  std::vector<std::string> merge;  // files to read
};

constexpr int skipped = 77;  // exit status

std::vector<Case> all_of_tier(const Options& options) {
  if (!options.only_case.empty()) return {parse_case(options.only_case)};
  if (options.tier == "quick") return pairwise_cases();
  if (options.tier == "full") return crossed_cases();
  if (options.tier == "device") return device_cases();
  if (options.tier == "small") return small_cases();
  fmt::print("seed {}\n", options.seed);
  return random_cases(options.count, options.seed, options.alike);
}

std::vector<Case> tier(const Options& options) {
  std::vector<Case> cases = all_of_tier(options);
  if (!options.kind.empty())
    std::erase_if(cases, [&](const Case& c) {
      return kind_names[static_cast<std::size_t>(c.kind)] != options.kind;
    });
  std::erase_if(cases, [&](const Case& c) { return cost(c) > options.most_weights; });
  return cases;
}

bool is_missing(const std::string& device) try {
  find_device(device);
  return false;
} catch (const Error& e) {
  if (e.code() != Errc::device) throw;
  return true;
}

bool for_gpus(std::string_view tier) {
  return tier == "device" || tier == "small";
}

// Returns why a run may leave a candidate untested; empty when it may not.
std::string why_partial(const Options& options, bool all_tried) {
  if (options.strict) return {};
  if (!options.only_case.empty()) return "only one case was run";
  if (!options.kind.empty()) return "only the cases of one filter were run";
  if (options.tier == "million") return "the cases are random";
  if (!all_tried) return "the time ended before the cases did";
  if (parse_shard(options.shard)->count > 1) return "only one shard was run (see --tally)";
  if (for_gpus(options.tier) && options.device == "cpu") return "this tier is made for GPUs";
  return {};
}

// Windows below radius 8 are not theirs, and a larger one takes a simulator most of a minute.
// checks/oclgrind_test runs one case of each.
constexpr std::array too_slow_to_simulate{std::string_view("fourier_range")};

// Returns what each candidate must have passed.
std::vector<Claim> claims_of_tier(std::string_view tier, std::span<const Subject> subjects) {
  std::vector<Claim> claims = claims_of(subjects);
  if (tier == "small")
    std::erase_if(claims, [](const Claim& claim) {
      return std::ranges::find(too_slow_to_simulate, claim.candidate) != too_slow_to_simulate.end();
    });
  return claims;
}

struct Results {
  std::string tier;
  std::vector<Subject> subjects;
  std::vector<Case> cases;  // of the tier
  std::vector<NamedTally> tallies = {};
  std::string partial = {};  // why candidates may be untested; empty: none may
};

// Prints what passed and what was left untested; returns the exit status.
int report(const Results& results) {
  const auto& [tier, subjects, cases, tallies, partial] = results;
  std::vector<NamedTally> printed;
  Tally sum;
  for (const NamedTally& t : tallies) {
    sum += t.tally;
    if (partial.empty() || !t.tally.empty()) printed.push_back(t);
  }
  fmt::print("{}", table(printed));
  Gaps gaps;
  if (partial.empty()) gaps = find_gaps(claims_of_tier(tier, subjects), tallies, cases);
  if (!partial.empty()) fmt::print("untested candidates were not looked for: {}\n", partial);
  for (const std::string& note : gaps.notes) fmt::print("note: {}\n", note);
  for (const std::string& failure : gaps.failures) fmt::print("FAILED: {}\n", failure);
  fmt::print("{} passed, {} failed\n", sum.compared(), sum.failed);
  return sum.failed == 0 && sum.compared() > 0 && gaps.failures.empty() ? 0 : 1;
}

int run_cases(const Options& options) {
  const auto start = Suite::Clock::now();
  if (!options.tally.empty()) std::filesystem::remove(options.tally);
  const Shard shard = parse_shard(options.shard).value();
  Results results{.tier = options.tier,
                  .subjects = chosen(options.device, options.candidate, options.simd),
                  .cases = tier(options)};
  const std::vector<Case> cases = cases_of_shard(results.cases, shard);
  const auto end = options.seconds > 0 ? start + std::chrono::seconds(options.seconds)
                                       : Suite::Clock::time_point::max();
  Suite suite(cases, results.subjects, std::chrono::seconds(options.case_seconds), end);
  suite.run(options.threads);
  results.tallies = suite.tallies();
  const bool all_tried = suite.tried() == cases.size();
  results.partial = why_partial(options, all_tried);

  const std::chrono::duration<double> elapsed = Suite::Clock::now() - start;
  if (!all_tried)
    fmt::print("{} of {} cases, then the time was over\n", suite.tried(), cases.size());
  fmt::print("{} cases x {} candidates and instruction sets in {:.1f} s\n", suite.tried(),
             results.subjects.size(), elapsed.count());
  if (!options.tally.empty() && all_tried)
    save({options.tier, options.device, shard, results.tallies}, options.tally);
  return report(results);
}

// Reports on a whole tier from the tallies of its shards.
int merge(const Options& options) {
  std::vector<ShardTally> shards;
  for (const std::string& path : options.merge) {
    shards.push_back(load_tally(path));
    if (shards.back().tier != options.tier || shards.back().device != options.device)
      throw std::runtime_error(fmt::format("{}: it is of --tier {} --device {}", path,
                                           shards.back().tier, shards.back().device));
  }
  return report({.tier = options.tier,
                 .subjects = chosen(options.device, options.candidate, options.simd),
                 .cases = tier(options),
                 .tallies = merged(shards)});
}

int run(const Options& options) {
  if (options.skip_without_device && is_missing(options.device)) {
    fmt::print("skipped: this machine has no device {}\n", options.device);
    return skipped;
  }
  return options.merge.empty() ? run_cases(options) : merge(options);
}

}  // namespace
}  // namespace selvage::testing

int main(int argc, char** argv) {
  selvage::testing::Options options;
  CLI::App app{"Compares every candidate of the catalogue with the reference"};
  app.add_option("--tier", options.tier,
                 "cases to run: quick (pairwise), device (each GPU program once), full (crossed), "
                 "million (random) or small (few, for simulators)")
      ->check(CLI::IsMember({"quick", "device", "full", "million", "small"}));
  app.add_option("--case", options.only_case, "run one case, as a failure prints it");
  app.add_option("--shard", options.shard, "run one shard of the cases, as in 1/2")
      ->check(CLI::Validator(
          [](const std::string& text) {
            return selvage::testing::parse_shard(text) ? "" : "not a shard, such as 1/2";
          },
          "I/N"));
  app.add_option("--tally", options.tally, "write to this file what each candidate passed");
  app.add_option("--merge", options.merge,
                 "run no case, but check the whole tier from the tallies of all its shards")
      ->type_name("TALLY...");
  app.add_flag("--strict", options.strict,
               "look for untested candidates even where only a part of a tier is run");
  app.add_option("--device", options.device, "cpu, opencl, cuda:1 ...");
  app.add_flag("--skip-without-device", options.skip_without_device,
               "exit with status 77 where there is no such device");
  app.add_option("--candidate", options.candidate, "run this candidate alone");
  app.add_option("--kind", options.kind, "run the cases of this filter alone")
      ->check(CLI::IsMember(std::vector<std::string>(selvage::testing::kind_names.begin(),
                                                     selvage::testing::kind_names.end())));
  app.add_option("--simd", options.simd, "run this instruction set alone");
  app.add_option("--most-weights", options.most_weights,
                 "leave out cases for which the reference computes more weights");
  app.add_option("--seed", options.seed, "seed of the random cases");
  app.add_option("--count", options.count, "number of random cases");
  app.add_option("--alike", options.alike,
                 "number of random cases in a row that share a device's programs")
      ->check(CLI::PositiveNumber);
  app.add_option("--threads", options.threads, "number of threads that run cases");
  app.add_option("--seconds", options.seconds,
                 "start no case after this time, which is no failure; 0: no limit");
  app.add_option("--case-seconds", options.case_seconds,
                 "longest time that a candidate may take for a case; 0: no limit");
  CLI11_PARSE(app, argc, argv);
  try {
    return selvage::testing::run(options);
  } catch (const std::exception& e) {
    fmt::print(stderr, "conformance: {}\n", e.what());
    return 2;
  }
}
