// SPDX-License-Identifier: Apache-2.0
#include "run/contest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cases/tables.hpp"
#include "engine/devices/runtimes.hpp"
#include "run/targets.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

using nlohmann::json;

Setting small(const char* device, const char* filter, const json& fields) {
  return setting_of({{"device", device},
                     {"measure", std::string(device) == "cpu" ? "host" : "kernel"},
                     {"size", "45x37"},
                     {"filter", filter},
                     {"fields", fields}});
}

// An entrant that takes `seconds` and whose error is `error`.
Entrant made_up(const char* name, double seconds, double error) {
  return {.name = name,
          .predicted_seconds = 2.0 * seconds,
          .allowed_255 = 1.0,
          .time = [seconds](int) { return seconds; },
          .check = [error] { return Error255{.max = error}; }};
}

TEST(Contest, AWrongResultIsNotTimed) {
  const auto results =
      compete({{}, {}},
              [n = 0](const Participant&) mutable {
                return n++ == 0 ? made_up("good", 1.0, 0.5) : made_up("bad", 0.1, 2.0);
              },
              {.turns = 1});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].seconds, std::vector<double>{1.0});
  EXPECT_FALSE(results[1].timed());
  EXPECT_NE(results[1].failure.find("WRONG"), std::string::npos);
}

TEST(Contest, WhoCannotStartStopsNoOther) {
  const auto results = compete({{}, {}},
                               [n = 0](const Participant&) mutable {
                                 if (n++ == 0) throw Error(Errc::device, "no memory");
                                 return made_up("good", 1.0, 0.5);
                               },
                               {.turns = 2});
  EXPECT_EQ(results[0].failure, "no memory");
  EXPECT_EQ(results[1].seconds.size(), 2u);
}

// While one thread works, the other cores fall asleep.
TEST(Contest, SeveralThreadsRunOnceUntimedInEveryTurn) {
  std::string order;
  const auto make = [&](const Participant& p) {
    const char name = p.setting.threads == 1 ? 'A' : 'B';
    Entrant entrant = made_up("good", 1.0, 0.5);
    entrant.time = [&order, name, first = false](int) mutable {
      order += name;
      first = name == 'B' && !first;
      return first ? 7.0 : 1.0;  // of B, the first run of a turn
    };
    return entrant;
  };
  const auto results = compete({{}, {.setting = {.threads = 2}}}, make, {.turns = 2});
  EXPECT_TRUE(order.ends_with("ABBABB")) << order;
  EXPECT_EQ(results[1].seconds, (std::vector<double>{1.0, 1.0}));
}

TEST(Contest, OurCandidatesAndOpencvAreRight) {
  Session session("", {.turns = 1}, HostClock::wall);
  std::vector<Participant> all;
  const Setting setting = small("cpu", "bilateral", {{"radius", 3}});
  for (const std::string& use : candidates_of(session, setting)) {
    all.push_back({setting});
    all.back().setting.use = use;
  }
  ASSERT_GE(all.size(), 1u);
  for (const std::string& rival : rivals_of(setting)) all.push_back({setting, rival});
  for (const Result& r : compete(all, entrants_of(session), session.limits())) {
    EXPECT_TRUE(r.timed()) << r.name << ": " << r.failure;
    EXPECT_LE(r.error.max, 1.5) << r.name;
    EXPECT_GT(spread(r.seconds).median, 0.0);
  }
}

// On the first OpenCL device; skipped where there is none.
class DeviceContest : public testing::Test {
 protected:
  void SetUp() override {
    const auto all = devices();
    const auto found = std::ranges::find_if(
        all, [](const Device& d) { return d.id.starts_with("opencl") && d.missing.empty(); });
    if (found == all.end()) GTEST_SKIP() << "no OpenCL device";
    device_ = found->id;
  }
  std::vector<Result> results_of(const Setting& setting) {
    std::vector<Participant> all;
    for (const std::string& use : candidates_of(session_, setting)) {
      all.push_back({setting});
      all.back().setting.use = use;
    }
    for (const std::string& rival : rivals_of(setting)) all.push_back({setting, rival});
    return compete(all, entrants_of(session_), session_.limits());
  }

  Session session_{"", {.turns = 1}, HostClock::wall};
  std::string device_;
};

// As an engine's plans do, so that tuned rates hold for them.
TEST_F(DeviceContest, PredictionsCountTheThreadsThatCopy) {
  EXPECT_EQ(session_.facts({.device = device_}).gpu.staging_threads, staging_threads({}));
}

TEST_F(DeviceContest, AllAreRight) {
  for (const auto& [filter, fields, rival] :
       {std::tuple{"bilateral", json{{"radius", 3}, {"norm", "l1"}}, "opencv_structure"},
        {"gaussian", json{{"radius", 2}}, "copy"},
        {"rolling", json{{"radius", 2}}, "copy"},
        {"geometry", json{{"radius", 2}}, "copy"},
        {"histogram", json::object(), "copy"}}) {
    const auto results = results_of(small(device_.c_str(), filter, fields));
    ASSERT_GE(results.size(), 2u);
    EXPECT_EQ(results.back().name, rival);
    for (const Result& r : results) EXPECT_TRUE(r.timed()) << filter << " " << r.name << r.failure;
  }
}

TEST_F(DeviceContest, TuningsAreTriedOrRefused) {
  Setting setting = small(device_.c_str(), "bilateral", {{"radius", 3}});
  setting.use = "tile";
  setting.tuning = "rows=4,fixed=1";
  Setting large = setting;
  large.tuning = "width=1024,height=1024";
  const auto results = compete({{setting}, {large}}, entrants_of(session_), session_.limits());
  EXPECT_TRUE(results[0].timed()) << results[0].failure;
  EXPECT_NE(results[0].note.find("rows=4"), std::string::npos);
  EXPECT_NE(results[0].note.find("fixed=1"), std::string::npos);
  EXPECT_NE(results[1].failure.find("larger than the device's"), std::string::npos);
}

TEST(Targets, RowsOfTheProgramAreRead) {
  EXPECT_GT(targets_of(json::parse(targets_text())).size(), 100u);
  EXPECT_GT(cases_of(json::parse(cases_text())).size(), 100u);
}

TEST(Targets, BadRowsAreRefused) {
  for (const char* row :
       {R"({"filter": "box"})",                                   // no value
        R"({"filter": "box", "value": "speed"})",                 // no such value
        R"({"filter": "box", "value": "times", "at_least": 2})",  // no rival
        R"({"filter": "box", "value": "seconds", "at_most": 1, "at_least": 1})",
        R"({"filter": "bax", "value": "seconds", "at_most": 1})",
        R"({"filter": "box", "fields": {"sigma": 1}, "value": "seconds"})",
        R"({"filter": "box", "scene": "sea", "value": "seconds"})",
        R"({"filter": "box", "colour": "red", "value": "seconds"})",
        R"({"filter": ["box", "box"], "value": "seconds"})"})  // the same name twice
    EXPECT_THROW(targets_of(json::array({json::parse(row)})), Error) << row;
}

TEST(Targets, ARowStandsForAllCombinations) {
  const auto all = targets_of(json::parse(
      R"([{"filter": "box", "fields": {"radius": [1, 2]}, "threads": [1, 2],
           "value": "times", "rival": {"fields": {"radius": 4}}, "at_least": 1}])"));
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(std::get<Box>(all[1].rival->setting.what.filter).radius, 4);
  EXPECT_EQ(all[0].rival->setting.threads, all[0].ours.setting.threads);
}

Target target_of(const char* text) {
  return targets_of(json::array({json::parse(text)})).front();
}

Outcome outcome_of(const Target& target, const Entrant& ours, const Entrant& rival) {
  return pursue(target, [&](const Participant& p) { return p.rival.empty() ? ours : rival; },
                {.turns = 5});
}

constexpr const char* twice =
    R"({"filter": "box", "size": "64x48", "value": "times", "rival": "opencv", "at_least": 2})";

TEST(Targets, AreMetOrMissed) {
  const Target target = target_of(twice);
  const Entrant ours = made_up("ours", 1.0, 0.5);
  EXPECT_EQ(outcome_of(target, ours, made_up("opencv", 2.0, 9.0)).status, Status::failed);
  Entrant rival = made_up("opencv", 2.0, 9.0);
  rival.allowed_255.reset();  // its error is only reported
  const Outcome met = outcome_of(target, ours, rival);
  EXPECT_EQ(met.status, Status::met);
  EXPECT_EQ(met.reached.median, 2.0);
  rival.time = [](int) { return 1.9; };
  const Outcome below = outcome_of(target, ours, rival);
  EXPECT_EQ(below.status, Status::below);
  EXPECT_TRUE(all_well({met}, true));
  EXPECT_FALSE(all_well({met, below}, false));
}

TEST(Targets, AWrongResultFails) {
  const Outcome wrong =
      outcome_of(target_of(twice), made_up("ours", 1e-9, 1.5), made_up("opencv", 1.0, 0.0));
  EXPECT_EQ(wrong.status, Status::failed);
  EXPECT_NE(line(target_of(twice), wrong).find("WRONG"), std::string::npos);
  EXPECT_FALSE(all_well({wrong}, false));
}

TEST(Targets, ValuesMeanWhatTheySay) {
  const auto reached = [](const char* text) {
    Entrant rival = made_up("rival", 3.0, 0.0);
    return outcome_of(target_of(text), made_up("ours", 0.5, 0.0), rival).reached.median;
  };
  EXPECT_EQ(reached(R"({"filter": "box", "value": "seconds", "at_most": 1})"), 0.5);
  EXPECT_EQ(reached(R"({"filter": "box", "size": "10x10", "value": "taps_per_second"})"), 1800.0);
  EXPECT_EQ(reached(R"({"filter": "box", "value": "prediction", "at_most": 1.3})"), 2.0);
  EXPECT_EQ(reached(R"({"filter": "box", "value": "times", "rival": "copy"})"), 6.0);
  EXPECT_EQ(reached(R"({"filter": "box", "value": "copy_share", "rival": "copy"})"), 6.0);
  // A histogram reads as many bytes as the copy, and writes none.
  EXPECT_EQ(reached(R"({"filter": "histogram", "value": "copy_share", "rival": "copy"})"), 3.0);
}

TEST(Targets, WhatTheMachineLacksIsNotRun) {
  for (const char* row : {R"({"filter": "box", "threads": 100000, "value": "seconds"})",
                          R"({"filter": "box", "simd": "ABACUS", "value": "seconds"})",
                          R"({"filter": "box", "device": "cuda:99", "value": "seconds"})"}) {
    const Outcome outcome = outcome_of(target_of(row), made_up("ours", 1, 0), made_up("", 1, 0));
    EXPECT_EQ(outcome.status, Status::absent) << row;
    EXPECT_TRUE(all_well({outcome}, false));
    EXPECT_FALSE(all_well({outcome}, true));
  }
  const Outcome other = outcome_of(target_of(R"({"elsewhere": "a program", "what": "a row"})"),
                                   made_up("ours", 1, 0), made_up("", 1, 0));
  EXPECT_EQ(other.status, Status::elsewhere);
}

}  // namespace
}  // namespace selvage::bench
