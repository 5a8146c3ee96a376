// SPDX-License-Identifier: Apache-2.0
// The results that the repository holds.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

namespace selvage::studies {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> published() {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(SELVAGE_STUDIES_FOLDER))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  return files;
}

TEST(PublishedTables, HaveACellForEachColumn) {
  const std::vector<fs::path> files = published();
  EXPECT_GE(files.size(), 6u) << SELVAGE_STUDIES_FOLDER;
  for (const fs::path& file : files)
    for (const auto& table : nlohmann::json::parse(std::ifstream(file))["tables"])
      for (const auto& row : table["rows"])
        EXPECT_EQ(row.size(), table["columns"].size()) << file << ": " << table["name"];
}

}  // namespace
}  // namespace selvage::studies
