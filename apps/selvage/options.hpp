// SPDX-License-Identifier: Apache-2.0
#pragma once
// The options of the command line and what they fill. Values are kept as typed where their meaning
// depends on the image (resolve.hpp).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "messages.hpp"
#include "progress.hpp"
#include "selvage/selvage.hpp"
#include "values.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the name is CLI11's
class App;
}

namespace selvage::cli {

// What is computed.
struct FilterOptions {
  bool like_opencv = false;
  double sigma_space = 3.0;
  std::optional<Value> sigma_range;
  std::optional<int> radius, diameter;
  int iterations = 1;
  std::optional<Window> window;
  std::optional<Norm> norm;
  std::optional<Border> border;
  Value border_value;
  Alpha alpha = Alpha::keep;
  std::optional<Value> invalid;
  std::string mask;  // file
  bool fill = false;
  std::optional<Rect> region;
};

// How close the result must be, and where and with what it is computed.
struct EngineChoice {
  std::optional<Value> max_error;
  bool exact = false;
  Method method = Method::automatic;
  std::string use;
  std::string device = "auto";
  int threads = 0;
  std::optional<PixelType> bits;  // of the result
};

struct LimitOptions {
  Limits image;
  std::optional<std::size_t> memory;  // bytes
};

struct OutputOptions {
  std::optional<std::string> path;  // of -o
  bool force = false, skip_existing = false, fail_fast = false, dry_run = false;
  int quality = 95;
};

// Everything that `selvage bilateral` and `selvage explain bilateral` take.
struct FilterCommand {
  std::vector<std::string> files;
  FilterOptions filter;
  EngineChoice engine;
  LimitOptions limits;
  OutputOptions output;
  ProgressMode progress = ProgressMode::automatic;
  Talk talk;
};

// Each adds a group of options to the verb.
void add_files(CLI::App& verb, std::vector<std::string>& files, const std::string& text);
void add_filter_options(CLI::App& verb, FilterOptions& options);
void add_engine_options(CLI::App& verb, EngineChoice& options);
void add_limit_options(CLI::App& verb, LimitOptions& options);
void add_size_limits(CLI::App& verb, Limits& limits);
void add_output_options(CLI::App& verb, OutputOptions& options);
void add_progress_option(CLI::App& verb, ProgressMode& progress);
void add_talk_options(CLI::App& verb, Talk& talk);
void add_json_option(CLI::App& verb, Talk& talk);

// Options and verbs that the command line will have, for a message better than "unknown".
bool comes_later(const std::string& word);
Error not_available(const std::string& what, const std::string& hint);

}  // namespace selvage::cli
