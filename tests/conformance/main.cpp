// SPDX-License-Identifier: Apache-2.0
// Every candidate of the catalogue against the reference.
//   conformance [--tier quick] [--device cpu] [--shard 1/2] ...
// Exit status: 0 passed, 1 failed, 2 an error, 3 a case hung, 77 there is no such device and
// --skip-without-device was given.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "conformance/cover.hpp"
#include "conformance/shard.hpp"
#include "conformance/trial.hpp"
#include "conformance/watchdog.hpp"
#include "selvage/error.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {
namespace {

// Those that the options name; all where they name none.
std::vector<Subject> chosen(const std::string& device, const std::string& candidate,
                            const std::string& simd) {
  std::vector<Subject> all = subjects(device);
  std::erase_if(all, [&](const Subject& s) {
    return (!candidate.empty() && s.candidate != candidate) || (!simd.empty() && s.simd != simd);
  });
  return all;
}

using Clock = std::chrono::steady_clock;

struct Tally {
  int passed = 0, failed = 0, beyond = 0, refused = 0;
};

// Runs all cases on all subjects, one case at a time on each thread; prints failures as they come.
// No subject may take longer than `limit` for a case.
class Suite {
 public:
  // It takes no new case once `end` has come.
  Suite(std::vector<Case> cases, std::vector<Subject> subjects, std::chrono::seconds limit,
        Clock::time_point end)
      : cases_(std::move(cases)),
        subjects_(std::move(subjects)),
        counts_(subjects_.size()),
        watchdog_(limit),
        end_(end) {}

  // The calling thread is one of the workers: oclgrind fails on any other.
  void run(int workers) {
    std::vector<std::jthread> others;
    for (int i = 1; i < workers; ++i) others.emplace_back([this] { work(); });
    work();
  }

  const std::vector<Tally>& counts() const { return counts_; }
  std::size_t tried() const { return tried_; }  // cases

 private:
  static constexpr int most_printed = 20;

  void work() {
    for (std::size_t i = next_++; i < cases_.size() && Clock::now() < end_; i = next_++) {
      ++tried_;
      const Trial trial(cases_[i]);
      for (std::size_t k = 0; k < subjects_.size(); ++k) {
        const Watchdog::Work work(watchdog_, repeat(cases_[i], subjects_[k]));
        count(cases_[i], k, trial.of(subjects_[k]));
      }
    }
  }

  // The options that run it alone.
  static std::string repeat(const Case& c, const Subject& s) {
    return fmt::format("--device {} --candidate {}{}{} --case \"{}\"", s.engine->device().id,
                       s.candidate, s.simd.empty() ? "" : " --simd ", s.simd, testing::describe(c));
  }

  void count(const Case& c, std::size_t subject, const Outcome& outcome) {
    const std::lock_guard lock(mutex_);
    Tally& counts = counts_[subject];
    switch (outcome.verdict) {
      case Verdict::passed: ++counts.passed; return;
      case Verdict::beyond: ++counts.beyond; return;
      case Verdict::refused: ++counts.refused; return;
      case Verdict::other: return;
      case Verdict::failed: ++counts.failed; break;
    }
    if (++printed_ > most_printed) return;
    const Subject& s = subjects_[subject];
    fmt::print("FAILED {}: {}\n  repeat: {}\n", describe(s), outcome.why, repeat(c, s));
    std::fflush(stdout);
  }

  std::vector<Case> cases_;
  std::vector<Subject> subjects_;
  std::atomic<std::size_t> next_ = 0, tried_ = 0;
  std::mutex mutex_;
  std::vector<Tally> counts_;
  int printed_ = 0;
  Watchdog watchdog_;
  Clock::time_point end_;
};

struct Options {
  std::string tier = "quick", device = "cpu", only_case, candidate, simd, kind, shard = "1/1";
  std::uint64_t seed = 1;
  int count = 1'000'000, alike = 1;
  int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  int case_seconds = 60, seconds = 0;
  bool skip_without_device = false;
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
  return cases;
}

bool is_missing(const std::string& device) try {
  find_device(device);
  return false;
} catch (const Error& e) {
  if (e.code() != Errc::device) throw;
  return true;
}

int run(const Options& options) {
  const auto start = Clock::now();
  if (options.skip_without_device && is_missing(options.device)) {
    fmt::print("skipped: this machine has no device {}\n", options.device);
    return skipped;
  }
  const std::vector<Case> problems = share(tier(options), parse_shard(options.shard).value());
  const std::vector<Subject> all = chosen(options.device, options.candidate, options.simd);
  const auto end = options.seconds > 0 ? start + std::chrono::seconds(options.seconds)
                                       : Clock::time_point::max();
  Suite suite(problems, all, std::chrono::seconds(options.case_seconds), end);
  suite.run(options.threads);

  Tally sum;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Tally& c = suite.counts()[k];
    if (c.passed + c.beyond + c.failed + c.refused == 0) continue;  // it is for other filters
    fmt::print(
        "{}: {} passed, {} more not accurate enough for the request but within their own "
        "bound, {} failed, {} unsupported\n",
        describe(all[k]), c.passed, c.beyond, c.failed, c.refused);
    sum.passed += c.passed + c.beyond;
    sum.failed += c.failed;
  }
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  if (suite.tried() < problems.size())
    fmt::print("{} of {} cases, then the time was over\n", suite.tried(), problems.size());
  fmt::print("{} cases x {} candidates and instruction sets in {:.1f} s\n", suite.tried(),
             all.size(), elapsed.count());
  fmt::print("{} passed, {} failed\n", sum.passed, sum.failed);
  return sum.failed == 0 && sum.passed > 0 ? 0 : 1;
}

}  // namespace
}  // namespace selvage::testing

int main(int argc, char** argv) {
  selvage::testing::Options options;
  CLI::App app{"Every candidate of the catalogue against the reference"};
  app.add_option("--tier", options.tier,
                 "quick: pairwise; device: each program once; full: crossed; million: random; "
                 "small: few, for simulators")
      ->check(CLI::IsMember({"quick", "device", "full", "million", "small"}));
  app.add_option("--case", options.only_case, "one case, as a failure prints it");
  app.add_option("--shard", options.shard, "one of several shares of the cases, as in 1/2")
      ->check(CLI::Validator(
          [](const std::string& text) {
            return selvage::testing::parse_shard(text) ? "" : "not a share, such as 1/2";
          },
          "I/N"));
  app.add_option("--device", options.device, "cpu, opencl, cuda:1 ...");
  app.add_flag("--skip-without-device", options.skip_without_device,
               "exit status 77 where there is no such device");
  app.add_option("--candidate", options.candidate, "this one alone");
  app.add_option("--kind", options.kind, "cases of this filter alone")
      ->check(CLI::IsMember(std::vector<std::string>(selvage::testing::kind_names.begin(),
                                                     selvage::testing::kind_names.end())));
  app.add_option("--simd", options.simd, "this instruction set alone");
  app.add_option("--seed", options.seed, "of the random cases");
  app.add_option("--count", options.count, "random cases");
  app.add_option("--alike", options.alike, "random cases in a row that share a device's programs")
      ->check(CLI::PositiveNumber);
  app.add_option("--threads", options.threads, "that work on cases");
  app.add_option("--seconds", options.seconds,
                 "after so many no case is begun, which is no failure; 0: any");
  app.add_option("--case-seconds", options.case_seconds,
                 "longest time of a candidate for a case; 0: any");
  CLI11_PARSE(app, argc, argv);
  try {
    return selvage::testing::run(options);
  } catch (const std::exception& e) {
    fmt::print(stderr, "conformance: {}\n", e.what());
    return 2;
  }
}
