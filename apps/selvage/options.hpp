// SPDX-License-Identifier: Apache-2.0
#pragma once
// The options of the command line and what they fill. Values are kept as typed where their meaning
// depends on the image (resolve.hpp).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli11.hpp"
#include "matrices.hpp"
#include "messages.hpp"
#include "progress.hpp"
#include "selvage/selvage.hpp"
#include "values.hpp"

namespace selvage::cli {

// Images that all files of a run are filtered with.
struct SideFiles {
  std::string mask, guide, normals, depth;  // empty: none
};

// What is computed. The options of all verbs: each takes those that its filter has, the others stay
// as they are.
struct FilterOptions {
  bool like_opencv = false;
  std::optional<double> sigma_space;
  std::optional<Value> sigma_range;
  std::optional<int> radius, diameter;
  std::optional<int> iterations;
  std::optional<Window> window;
  std::optional<Norm> norm;
  std::optional<Border> border;
  Value border_value;
  bool upsample = false;

  std::optional<Weights> weights;
  std::vector<float> row, column;  // empty: not given
  std::optional<double> normal_threshold, depth_threshold;
  std::optional<Value> edge_threshold;
  std::string flags;  // file

  std::optional<NamedMatrix> kernel;
  std::optional<double> amount, scale;
  std::optional<Value> offset;
  bool gray = false, flip = false;

  std::optional<int> bins, channel;
  std::optional<Value> low, high;
  std::string plot;  // file

  std::optional<Alpha> alpha;
  std::optional<Value> invalid;
  bool fill = false;
  SideFiles side;
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

struct FilterVerb;  // filter_verb.hpp

// Everything that a filter's verb takes, alone and after `explain`.
struct FilterCommand {
  const FilterVerb* verb = nullptr;
  std::vector<std::string> files;
  FilterOptions filter;
  EngineChoice engine;
  LimitOptions limits;
  OutputOptions output;
  ProgressMode progress = ProgressMode::automatic;
  Talk talk;
};

// Each adds a group of options to the verb.
void add_engine_options(CLI::App& verb, EngineChoice& options, bool has_approximations);
void add_device_options(CLI::App& verb, const std::string& group, EngineChoice& options);
void add_limit_options(CLI::App& verb, LimitOptions& options);
void add_size_limits(CLI::App& verb, Limits& limits);
void add_output_options(CLI::App& verb, OutputOptions& options);
void add_progress_option(CLI::App& verb, ProgressMode& progress);
void add_talk_options(CLI::App& verb, Talk& talk);
void add_json_option(CLI::App& verb, Talk& talk);

}  // namespace selvage::cli
