// SPDX-License-Identifier: Apache-2.0
// Tests how work and memory are divided among threads; bench/tile_model.py prints the same counts.
#include "backends/cpu/tile_tasks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "backends/cpu/tile_runs.hpp"

namespace selvage::cpu {
namespace {

constexpr std::ptrdiff_t line = 64;  // bytes
constexpr Tile tile{.width = 256, .height = 32};

// Returns the pixels of each thread if threads take tiles as soon as they are idle.
std::vector<int> loads_of(const TileTasks& tasks, int threads) {
  std::vector<int> loads(static_cast<std::size_t>(threads));
  for (int i = 0; i < tasks.count(); ++i) {
    const Rect rect = tasks.rect(i);
    *std::ranges::min_element(loads) += rect.width * rect.height;
  }
  return loads;
}

double imbalance(int width, int height, int threads) {
  const std::vector<int> loads = loads_of(TileTasks(tile, width, height, 1), threads);
  return 1.0 * *std::ranges::max_element(loads) * threads / width / height;
}

TEST(TileTasks, ThreadsHaveEqualWork) {
  for (const int threads : {1, 2, 4, 8, 16}) {
    EXPECT_LT(imbalance(1920, 1080, threads), 1.05) << threads;
    EXPECT_EQ(imbalance(512, 512, threads), 1.0) << threads;
  }
  EXPECT_EQ(imbalance(64, 64, 2), 1.0);
}

TEST(TileTasks, NoTwoTilesWriteToACacheLine) {
  for (const int width : {64, 512, 1920})
    for (const int pixel : {1, 3, 4, 12}) {
      const TileTasks tasks(tile, width, 100, 1);
      std::map<std::ptrdiff_t, int> writer;
      for (int i = 0; i < tasks.count(); ++i) {
        const Rect rect = tasks.rect(i);
        for (int y = rect.y; y < rect.y + rect.height; ++y) {
          const std::ptrdiff_t first = (std::ptrdiff_t{y} * width + rect.x) * pixel;
          for (auto k = first / line; k <= (first + rect.width * pixel - 1) / line; ++k)
            EXPECT_EQ(writer.emplace(k, i).first->second, i) << width << ' ' << pixel;
        }
      }
    }
}

// Whatever the executor, a worker gets runs of slices, and each slice of each tile has a run.
TEST(TileRuns, WorkersGetRunsOfSlices) {
  constexpr int threads = 4, depth = 64, batch = 2;
  const Frame frame = Frame::whole(2 * tile.width, tile.height, depth);
  for (const Executor executor : {Executor::serial, Executor::threads, Executor::automatic}) {
    std::mutex mutex;
    std::map<int, TileRun> last;                     // of each worker
    std::map<std::tuple<int, int, int>, int> times;  // [batch, x, slice]
    int starts = 0;
    const auto runner = make_runner(executor, threads);
    run_tiles(*runner, frame, batch, tile, {}, [&](const TileRun& run) {
      const std::scoped_lock lock(mutex);
      ++times[{run.batch, run.rect.x, run.slice}];
      const auto before = last.find(run.worker);
      starts += before == last.end() || before->second.rect != run.rect ||
                before->second.batch != run.batch || before->second.slice + 1 != run.slice;
      last[run.worker] = run;
    });
    EXPECT_EQ(times.size(), std::size_t{2} * depth * batch);
    for (const auto& [place, count] : times) EXPECT_EQ(count, 1);
    EXPECT_LE(starts, executor == Executor::serial ? 4 : 5 * threads);
  }
}

TEST(AlignedNumbers, ShareNoCacheLine) {
  std::vector<AlignedNumbers<std::uint8_t>> arrays;
  for (std::size_t count = 1; count < 200; ++count)
    arrays.push_back(count % 2 == 0 ? AlignedNumbers<std::uint8_t>(count)
                                    : AlignedNumbers<std::uint8_t>(count, Untouched{}));
  std::map<std::uintptr_t, std::size_t> owner;
  for (const auto& array : arrays)
    for (std::size_t i = 0; i < array.size(); ++i) {
      const auto at = reinterpret_cast<std::uintptr_t>(array.data() + i) / line;
      EXPECT_EQ(owner.emplace(at, array.size()).first->second, array.size());
    }
}

TEST(AlignedNumbers, AreClearedWhenAsked) {
  AlignedNumbers<int> numbers(1000, Untouched{});
  std::fill_n(numbers.data(), numbers.size(), 7);
  numbers.clear();
  EXPECT_EQ(std::count(numbers.data(), numbers.data() + numbers.size(), 0), 1000);
}

}  // namespace
}  // namespace selvage::cpu
