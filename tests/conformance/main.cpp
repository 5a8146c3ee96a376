// SPDX-License-Identifier: Apache-2.0
// Every candidate of the catalogue against the reference.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "conformance/cover.hpp"
#include "conformance/trial.hpp"
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

struct Counts {
  int passed = 0, failed = 0, beyond = 0, refused = 0;
};

// Runs all cases on all subjects, one case at a time on each core; prints failures as they come.
class Suite {
 public:
  Suite(std::vector<Case> cases, std::vector<Subject> subjects)
      : cases_(std::move(cases)), subjects_(std::move(subjects)), counts_(subjects_.size()) {}

  void run() {
    const unsigned workers = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < workers; ++i) threads.emplace_back([this] { work(); });
  }

  const std::vector<Counts>& counts() const { return counts_; }

 private:
  static constexpr int most_printed = 20;

  void work() {
    for (std::size_t i = next_++; i < cases_.size(); i = next_++) {
      const Trial trial(cases_[i]);
      for (std::size_t k = 0; k < subjects_.size(); ++k)
        count(cases_[i], k, trial.of(*subjects_[k].engine, subjects_[k].candidate));
    }
  }

  void count(const Case& c, std::size_t subject, const Outcome& outcome) {
    const std::lock_guard lock(mutex_);
    Counts& counts = counts_[subject];
    switch (outcome.verdict) {
      case Verdict::passed: ++counts.passed; return;
      case Verdict::beyond: ++counts.beyond; return;
      case Verdict::refused: ++counts.refused; return;
      case Verdict::failed: ++counts.failed; break;
    }
    if (++printed_ > most_printed) return;
    const Subject& s = subjects_[subject];
    fmt::print("FAILED {}: {}\n  repeat: --candidate {}{}{} --case \"{}\"\n", describe(s),
               outcome.why, s.candidate, s.simd.empty() ? "" : " --simd ", s.simd,
               testing::describe(c));
  }

  std::vector<Case> cases_;
  std::vector<Subject> subjects_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::vector<Counts> counts_;
  int printed_ = 0;
};

struct Options {
  std::string tier = "quick", device = "cpu", only_case, candidate, simd;
  std::uint64_t seed = 1;
  int count = 1'000'000;
};

std::vector<Case> cases(const Options& options) {
  if (!options.only_case.empty()) return {parse_case(options.only_case)};
  if (options.tier == "quick") return pairwise_cases();
  if (options.tier == "full") return crossed_cases();
  fmt::print("seed {}\n", options.seed);
  return random_cases(options.count, options.seed);
}

int run(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<Case> problems = cases(options);
  const std::vector<Subject> all = chosen(options.device, options.candidate, options.simd);
  Suite suite(problems, all);
  suite.run();

  Counts sum;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Counts& c = suite.counts()[k];
    fmt::print(
        "{}: {} passed, {} more not accurate enough for the request but within their own "
        "bound, {} failed, {} unsupported\n",
        describe(all[k]), c.passed, c.beyond, c.failed, c.refused);
    sum.passed += c.passed + c.beyond;
    sum.failed += c.failed;
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  fmt::print("{} cases x {} candidates and instruction sets in {:.1f} s\n", problems.size(),
             all.size(), elapsed.count());
  fmt::print("{} passed, {} failed\n", sum.passed, sum.failed);
  return sum.failed == 0 && sum.passed > 0 ? 0 : 1;
}

}  // namespace
}  // namespace selvage::testing

int main(int argc, char** argv) {
  selvage::testing::Options options;
  CLI::App app{"Every candidate of the catalogue against the reference"};
  app.add_option("--tier", options.tier, "quick: pairwise; full: crossed; million: random")
      ->check(CLI::IsMember({"quick", "full", "million"}));
  app.add_option("--case", options.only_case, "one case, as a failure prints it");
  app.add_option("--device", options.device, "cpu, opencl, cuda:1 ...");
  app.add_option("--candidate", options.candidate, "this one alone");
  app.add_option("--simd", options.simd, "this instruction set alone");
  app.add_option("--seed", options.seed, "of the random cases");
  app.add_option("--count", options.count, "random cases");
  CLI11_PARSE(app, argc, argv);
  try {
    return selvage::testing::run(options);
  } catch (const std::exception& e) {
    fmt::print(stderr, "conformance: {}\n", e.what());
    return 2;
  }
}
