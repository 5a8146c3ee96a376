// SPDX-License-Identifier: Apache-2.0
// Files of one shape share a plan.
#include "pipeline/session.hpp"

#include <gtest/gtest.h>

#include <filesystem>
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
