// SPDX-License-Identifier: Apache-2.0
// The program from its command line to its exit code and files.

#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>

#include "backends/gpu/testing/test_folder.hpp"
#include "runner/app.hpp"
#include "runner/gnuplot.hpp"
#include "runner/pictures.hpp"
#include "runner/testing/device_session.hpp"
#include "selvage/io.hpp"

namespace selvage::studies {
namespace {

void keep_one_of_each(Session& session) {
  session.expect(true, "one is one");
  Table table{.name = "table", .title = "T", .cells = {{"n", 0}}};
  table.cells.add_row({1.0});
  session.keep(std::move(table));
  session.keep(Plot{.name = "plot", .title = "P", .series = {{"s", {1, 2}, {3, 4}}}});
  Image image(PixelType::u8, 2, 2, 1);
  std::memset(image.view().data, 7, image.bytes());
  session.keep(Picture{.name = "picture", .image = std::move(image)});
}

constexpr std::array<std::string_view, 1> runs_alone = {"runs"};

constexpr Study right{.name = "right", .title = "R", .takes = runs_alone, .run = keep_one_of_each};
constexpr Study wrong{.name = "wrong", .title = "W", .takes = {}, .run = [](Session& session) {
                        keep_one_of_each(session);
                        session.expect(false, "one is two");
                      }};
constexpr Study idle{.name = "idle", .title = "", .takes = {}, .run = [](Session&) {}};
constexpr Study failing{.name = "failing", .title = "", .takes = {}, .run = [](Session&) {
                          throw Error(Errc::input, "a file is missing");
                        }};
constexpr Study twice{.name = "twice", .title = "", .takes = {}, .run = [](Session& session) {
                        keep_one_of_each(session);
                        keep_one_of_each(session);
                      }};
constexpr Study counting{.name = "counting", .title = "", .takes = {}, .run = [](Session& session) {
                           session.expect(session.runs(100) == 2, "a quick run has 2 runs");
                           session.expect(session.wants_rung(3), "all rungs are wanted");
                         }};
constexpr std::array<std::string_view, 1> rest_alone = {"rest"};
// As many tables as arguments.
constexpr Study parts{
    .name = "parts", .title = "", .takes = rest_alone, .run = [](Session& session) {
      session.expect(true, "one is one");
      for (const std::string& name : session.options().rest) {
        Table table{.name = name, .title = name, .cells = {{"n", 0}}};
        table.cells.add_row({1.0});
        session.keep(std::move(table));
      }
    }};
constexpr std::array<const Study*, 7> all{&right, &wrong,    &idle, &failing,
                                          &twice, &counting, &parts};
constexpr std::array<const Study*, 2> good{&right, &counting};

class AppTest : public DeviceTest {
 protected:
  int run(std::span<const Study* const> studies, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--device", device_of_tests()});
    return run_app(studies, arguments);
  }

  std::set<std::string> files(const std::filesystem::path& path) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path))
      names.insert(entry.path().filename());
    return names;
  }
};

TEST_F(AppTest, ExitCodeSaysWhatHappened) {
  EXPECT_EQ(run(all, {"right"}), 0);
  EXPECT_EQ(run(all, {"wrong"}), 1);
  EXPECT_EQ(run(all, {"idle"}), 1);  // nothing was checked
  EXPECT_EQ(run(all, {"nothing"}), 2);
  EXPECT_EQ(run(all, {"right", "--radius", "3"}), 2);
  EXPECT_EQ(run(all, {"failing"}), 3);
  EXPECT_EQ(run(all, {"twice"}), 1);
  EXPECT_EQ(run(all, {"counting", "--quick"}), 0);
  EXPECT_EQ(run(all, {"right", "--out", "/dev/null/results"}), 4);
  EXPECT_EQ(run_app(all, {"right", "--device", "opencl:99"}), 5);
  EXPECT_EQ(run_app(all, {"list"}), 0);
}

TEST_F(AppTest, AllGoesOnAfterARedOne) {
  EXPECT_EQ(run(all, {"all", "--quick"}), 1);
  EXPECT_EQ(run(good, {"all", "--quick"}), 0);
}

TEST_F(AppTest, ResultsAreFilesThatCanBeDrawnLater) {
  const gpu::TestFolder folder;
  const auto out = folder.path() / "made" / "here";
  ASSERT_EQ(run(all, {"right", "--out", out}), 0);
  const std::string slug = session->slug();
  std::set<std::string> expected = {slug + "-right.json", slug + "-table.csv",
                                    slug + "-picture.png"};
  if (has_gnuplot()) expected.insert({slug + "-plot.svg", slug + "-plot.png"});
  EXPECT_EQ(files(out), expected);
  const Image picture = load(out / (slug + "-picture.png"));
  EXPECT_EQ(std::to_integer<int>(*picture.view().at(1, 1)), 7);

  if (!has_gnuplot()) GTEST_SKIP() << "no gnuplot here";
  std::filesystem::remove(out / (slug + "-plot.svg"));
  EXPECT_EQ(run_app(all, {"draw", out / (slug + "-right.json")}), 0);
  EXPECT_EQ(files(out), expected);
  EXPECT_EQ(run_app(all, {"draw", out / (slug + "-table.csv")}), 3);
  EXPECT_EQ(run_app(all, {"draw", out / "none.json"}), 3);
}

TEST_F(AppTest, DrawSaysThatResultsAreOlderThanTheKernels) {
  const gpu::TestFolder folder;
  ASSERT_EQ(run(all, {"right", "--out", folder.path()}), 0);
  const auto file = folder.path() / (session->slug() + "-right.json");
  const auto said = [&] {
    ::testing::internal::CaptureStdout();
    run_app(all, {"draw", file});  // says it with and without gnuplot
    return ::testing::internal::GetCapturedStdout();
  };
  EXPECT_EQ(said(), "");
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::string key = "\"kernels\": \"";
  text.replace(text.find(key) + key.size(), 16, "0123456789abcdef");
  std::ofstream(file, std::ios::binary) << text;
  const std::string note = said();
  EXPECT_NE(note.find(file.string()), std::string::npos) << note;
  EXPECT_NE(note.find("are older than the kernels"), std::string::npos) << note;
}

TEST_F(AppTest, PartsAreMerged) {
  const gpu::TestFolder folder;
  const std::string whole = folder.path() / "whole";
  ASSERT_EQ(run(all, {"parts", "a", "--out", folder.path() / "a"}), 0);
  ASSERT_EQ(run(all, {"parts", "b", "--out", folder.path() / "b"}), 0);
  const std::string slug = session->slug(), json = slug + "-parts.json";
  EXPECT_EQ(run_app(all, {"merge", folder.path() / "a" / json, folder.path() / "b" / json, "--out",
                          whole}),
            0);
  EXPECT_EQ(files(whole), (std::set<std::string>{json, slug + "-a.csv", slug + "-b.csv"}));
  EXPECT_EQ(run_app(all, {"merge", folder.path() / "none.json", "--out", whole}), 3);
}

TEST_F(AppTest, EachStudyHasAFolderWhereAllRun) {
  const gpu::TestFolder folder;
  ASSERT_EQ(run(good, {"all", "--quick", "--out", folder.path()}), 0);
  EXPECT_EQ(files(folder.path()), (std::set<std::string>{"right", "counting"}));
}

TEST_F(AppTest, WithoutGnuplotTheRestIsWritten) {
  const gpu::TestFolder folder;
  const std::string path = std::getenv("PATH");
  ASSERT_EQ(setenv("PATH", folder.path().c_str(), 1), 0);
  const int code = run(all, {"right", "--out", folder.path() / "out"});
  const std::string slug = session->slug();
  const int draw_code = run_app(all, {"draw", folder.path() / "out" / (slug + "-right.json")});
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(code, 0);
  EXPECT_EQ(draw_code, 4);
  EXPECT_EQ(
      files(folder.path() / "out"),
      (std::set<std::string>{slug + "-right.json", slug + "-table.csv", slug + "-picture.png"}));
}

}  // namespace
}  // namespace selvage::studies
