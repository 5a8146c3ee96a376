// SPDX-License-Identifier: Apache-2.0
#include "runner/command_line.hpp"

#include <gtest/gtest.h>

#include <array>

#include "core/test_errors.hpp"

namespace selvage::studies {
namespace {

constexpr std::array<std::string_view, 3> some = {"radius", "block", "rest"};
constexpr std::array<std::string_view, 11> every = {"rungs", "radius", "sigma-space", "sigma-range",
                                                    "block", "tiling", "steps",       "runs",
                                                    "task",  "kernel", "rest"};
constexpr Study first{.name = "larsson2015", .title = "", .takes = some, .run = nullptr};
constexpr Study second{.name = "ladder", .title = "", .takes = every, .run = nullptr};
constexpr Study third{.name = "ladder_long", .title = "", .takes = {}, .run = nullptr};
constexpr std::array<const Study*, 3> all{&first, &second, &third};

CommandLine parse(const std::vector<std::string>& arguments) {
  return parse_command_line(all, arguments);
}

std::string refused(const std::vector<std::string>& arguments) {
  const Error error = error_of([&] { parse(arguments); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  return std::string(error.what()) + "; " + error.hint();
}

TEST(CommandLine, NamesMayBeUniqueBeginnings) {
  EXPECT_EQ(parse({"lar"}).studies.front(), &first);
  EXPECT_EQ(parse({"ladder"}).studies.front(), &second);  // in full, though another begins so
  EXPECT_EQ(parse({"ladder_"}).studies.front(), &third);
  EXPECT_EQ(refused({"la"}),
            "la begins the names of 3 studies; name one: larsson2015, ladder, ladder_long");
  EXPECT_EQ(refused({"x"}), "there is no study x; there are larsson2015, ladder, ladder_long");
}

TEST(CommandLine, ReadsEveryOption) {
  const CommandLine line =
      parse({"ladder",        "--device", "opencl:1",      "--image", "i.png",    "--quick",
             "--out",         "o",        "--rungs",       "1,12",    "--radius", "3",
             "--sigma-space", "2.5",      "--sigma-range", "30/255",  "--block",  "16x8,32x4",
             "--tiling",      "2,4",      "--steps",       "3",       "--runs",   "7",
             "--task",        "t",        "--kernel",      "k.cl",    "a",        "b"});
  EXPECT_EQ(line.verb, Verb::run);
  const Options& o = line.options;
  EXPECT_EQ(o.device, "opencl:1");
  EXPECT_EQ(o.image, "i.png");
  EXPECT_TRUE(o.quick);
  EXPECT_EQ(o.out, "o");
  EXPECT_EQ(o.rungs, (std::vector{1, 12}));
  EXPECT_EQ(o.radius, std::vector{3});
  EXPECT_EQ(o.sigma_space, 2.5);
  EXPECT_DOUBLE_EQ(o.sigma_range.value(), 30.0 / 255.0);
  ASSERT_EQ(o.block.size(), 2u);
  EXPECT_EQ(o.block[1].width, 32);
  EXPECT_EQ(o.block[1].height, 4);
  EXPECT_EQ(o.tiling, (std::vector{2, 4}));
  EXPECT_EQ(o.steps, std::vector{3});
  EXPECT_EQ(o.runs, 7);
  EXPECT_EQ(o.task, "t");
  EXPECT_EQ(o.kernel, "k.cl");
  EXPECT_EQ(o.rest, (std::vector<std::string>{"a", "b"}));
}

TEST(CommandLine, RefusesWhatAStudyDoesNotTake) {
  EXPECT_EQ(refused({"larsson2015", "--steps", "2"}),
            "larsson2015 takes no --steps; it takes --device, --image, --quick, --out, --radius, "
            "--block, arguments");
  EXPECT_EQ(refused({"ladder_long", "x"}),
            "ladder_long takes no further arguments; it takes --device, --image, --quick, --out");
  EXPECT_TRUE(refused({"all", "--radius", "3"}).starts_with("all studies do not take --radius"));
  EXPECT_TRUE(refused({"all", "x"}).starts_with("all studies do not take further arguments"));
  EXPECT_TRUE(refused({"ladder", "--sigma", "3"}).find("--sigma") != std::string::npos);
}

TEST(CommandLine, RefusesBadValuesByName) {
  EXPECT_TRUE(refused({"ladder", "--radius", "3,x"}).starts_with("--radius x is no whole number"));
  EXPECT_TRUE(refused({"ladder", "--radius", ""}).starts_with("--radius  is no whole number"));
  EXPECT_TRUE(refused({"ladder", "--radius", "5000"}).starts_with("--radius 5000 is no whole"));
  EXPECT_TRUE(refused({"ladder", "--block", "16"}).starts_with("--block 16 is no WIDTHxHEIGHT"));
  EXPECT_TRUE(refused({"ladder", "--block", "0x4"}).starts_with("--block 0 is no whole number"));
  EXPECT_TRUE(refused({"ladder", "--runs", "0"}).starts_with("--runs 0 is no whole number"));
  for (const char* bad : {"0", "-1", "x", "1/0", "1/2/3", "nan", "inf", ""})
    EXPECT_TRUE(
        refused({"ladder", std::string("--sigma-range=") + bad}).starts_with("--sigma-range"))
        << bad;
}

TEST(CommandLine, AllTakesWhatAllTake) {
  const CommandLine line = parse({"all", "--quick", "--device", "opencl"});
  EXPECT_EQ(line.studies.size(), 3u);
  EXPECT_TRUE(line.options.quick);
}

TEST(CommandLine, ListAndDraw) {
  EXPECT_EQ(parse({"list"}).verb, Verb::list);
  EXPECT_EQ(refused({"list", "--quick"}), "list takes no options; ");
  const CommandLine line = parse({"draw", "a.json", "b.json"});
  EXPECT_EQ(line.verb, Verb::draw);
  EXPECT_EQ(line.files, (std::vector<std::string>{"a.json", "b.json"}));
  EXPECT_TRUE(refused({"draw"}).starts_with("draw needs a file"));
  EXPECT_TRUE(refused({"draw", "a.json", "--quick"}).starts_with("draw takes files alone"));
}

TEST(CommandLine, MergeTakesFilesAndAFolder) {
  const CommandLine line = parse({"merge", "a.json", "b.json", "--out", "d"});
  EXPECT_EQ(line.verb, Verb::merge);
  EXPECT_EQ(line.files, (std::vector<std::string>{"a.json", "b.json"}));
  EXPECT_EQ(line.options.out, "d");
  EXPECT_TRUE(refused({"merge", "a.json"}).starts_with("merge needs files and a folder"));
  EXPECT_TRUE(refused({"merge", "--out", "d"}).starts_with("merge needs files and a folder"));
  EXPECT_TRUE(refused({"merge", "a.json", "--out", "d", "--quick"}).starts_with("merge takes"));
}

TEST(CommandLine, HelpAndNothing) {
  EXPECT_EQ(parse({"--help"}).verb, Verb::help);
  EXPECT_NE(parse({"--help"}).help.find("--sigma-range"), std::string::npos);
  EXPECT_TRUE(refused({}).starts_with("no study was named"));
}

}  // namespace
}  // namespace selvage::studies
