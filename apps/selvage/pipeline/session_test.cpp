// SPDX-License-Identifier: Apache-2.0
// Files of one shape share a plan.
#include "pipeline/session.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "selvage/io.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

class SessionTest : public ::testing::Test {
 protected:
  SessionTest() { std::filesystem::create_directories(folder_); }
  ~SessionTest() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, PixelType type, int width, int height,
                   int channels = 1) {
    Image image(type, width, height, channels);
    std::fill_n(image.view().data, image.bytes(), std::byte{0});
    save(folder_ / name, image);
    return folder_ / name;
  }
  const Plan* plan_of(const std::string& file, Session& session) {
    const Job job{.input = file, .output = {}};
    Source source{.job = job, .reader = ImageReader(file)};
    kept_.push_back(
        prepare_page(source, session));  // keeps plans alive, so that their addresses differ
    return kept_.back().ready.plan.get();
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / "selvage_session";
  std::vector<PageJob> kept_;
};

TEST_F(SessionTest, TheNextFileOfTheSameShapeTakesTheSamePlan) {
  FilterCommand command;
  command.verb = &bilateral_verb;
  const auto session = open_session(command, 9, {});
  const Plan* plan = plan_of(file("a.png", PixelType::u8, 9, 7), *session);
  EXPECT_EQ(plan_of(file("b.pgm", PixelType::u8, 9, 7), *session), plan);
  EXPECT_EQ(plan_of(file("c.png", PixelType::u8, 9, 7), *session), plan);
  EXPECT_NE(plan_of(file("d.png", PixelType::u8, 7, 9), *session), plan);
  const Plan* gray = plan_of(file("e.png", PixelType::u8, 9, 7), *session);
  EXPECT_NE(plan_of(file("f.png", PixelType::u8, 9, 7, 3), *session), gray);
  EXPECT_NE(plan_of(file("g.png", PixelType::u16, 9, 7, 3), *session), gray);
  kept_.clear();
}

TEST_F(SessionTest, FramesOfAVideoTakeTwoPlansInTurn) {
  FilterCommand command;
  command.verb = &bilateral_verb;
  const auto session = open_session(command, 1, {});
  std::filesystem::path video = folder_ / "a.y4m";
  std::ofstream(video) << "YUV4MPEG2 W4 H4 C420\nFRAME\n"
                       << std::string(24, 'a') << "FRAME\n"
                       << std::string(24, 'b');
  const Job job{.input = video, .output = {}};
  Source source = open_source(job, *session);
  do {
    kept_.push_back(prepare_page(source, *session));
    ++source.page;
  } while (source.reader.next());
  ASSERT_EQ(kept_.size(), 4u);
  const auto plan = [&](std::size_t page) { return kept_[page].ready.plan.get(); };
  EXPECT_EQ(plan(0), plan(2));
  EXPECT_EQ(plan(1), plan(3));
  EXPECT_NE(plan(0), plan(1));
  EXPECT_EQ(std::get<Bilateral>(kept_[1].filter).sigma_space, 1.5f);
  kept_.clear();
}

TEST_F(SessionTest, AnotherNodataValueIsAnotherPlan) {
  FilterCommand command;
  command.verb = &bilateral_verb;
  const auto session = open_session(command, 3, {});
  const auto dem = [&](const std::string& name, const std::string& no_data) {
    Image image(PixelType::f32, 9, 7);
    std::fill_n(image.view().data, image.bytes(), std::byte{0});
    image.file.metadata.geo.no_data = no_data;
    save(folder_ / name, image);
    return folder_ / name;
  };
  const Plan* plan = plan_of(dem("a.tif", "-1"), *session);
  EXPECT_EQ(plan_of(dem("b.tif", "-1"), *session), plan);
  EXPECT_NE(plan_of(dem("c.tif", "-2"), *session), plan);
  kept_.clear();
}

TEST_F(SessionTest, APlanThatDependsOnTheSamplesIsNotShared) {
  FilterCommand command;
  command.verb = &bilateral_verb;
  command.engine.max_error = Value{.number = 0.1};
  const auto session = open_session(command, 2, {});
  const Plan* plan = plan_of(file("a.pfm", PixelType::f32, 9, 7), *session);
  EXPECT_NE(plan_of(file("b.pfm", PixelType::f32, 9, 7), *session), plan);
  kept_.clear();
}

}  // namespace
}  // namespace selvage::cli
