// SPDX-License-Identifier: Apache-2.0
#pragma once
// The options of the command line and the structs that they fill. Values whose meaning depends on
// the image are kept as typed (pipeline/resolve.hpp).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command_line/cli11.hpp"
#include "command_line/field_values.hpp"
#include "command_line/kernels.hpp"
#include "command_line/values.hpp"
#include "console/messages.hpp"
#include "console/progress.hpp"
#include "selvage/selvage.hpp"

namespace selvage::cli {

// The side images of all files of a run.
struct SideFiles {
  std::string mask, guide, normals, depth;  // empty: none
};

// Named values of the bilateral filter's fields.
enum class Preset { none, opencv, cartoon };

// The planes of a video that are filtered.
enum class Planes { all, luma };

// The discontinuities as a second output.
struct FlagsOutput {
  std::string file = {};         // empty: none
  bool black_and_white = false;  // otherwise the flags themselves

  const char* option() const { return black_and_white ? "--edges" : "--flags"; }
};

// The filter. It has the options of all verbs; each verb sets those of its filter.
struct FilterOptions {
  Preset like = Preset::none;
  FieldValues given;  // the filter's fields
  std::optional<int> diameter;
  bool automatic_range = false;      // --sigma-range auto
  std::optional<Strength> strength;  // of an automatic sigma_range
  bool upsample = false;
  FlagsOutput flags;

  std::optional<NamedKernel> kernel;
  std::optional<double> amount;

  std::string plot;  // file

  SideFiles side;
  std::optional<Rect> region;
  Planes planes = Planes::all;

  bool volume = false;            // pages are slices
  std::optional<int> temporal;    // frames before and after that take part
  bool causal = false;            // none after
  std::optional<double> spacing;  // distance of slices / distance of pixels

  // Returns whether the pages of a file, or the frames of a stream, are filtered together.
  bool is_stack() const { return volume || temporal; }
  // Returns whether sigma_range follows from the noise of each file.
  bool has_automatic_range() const { return automatic_range || strength; }
};

// The required accuracy, and the device and method that compute the result.
struct EngineChoice {
  std::optional<Value> max_error;
  bool exact = false;
  Method method = Method::automatic;
  std::string use;
  std::string device = "auto";
  int threads = 0;
  std::optional<PixelType> bits;  // sample type of the result
};

struct LimitOptions {
  Limits image;
  std::optional<std::size_t> memory;  // bytes
};

struct OutputOptions {
  std::optional<std::string> path;  // of -o
  bool force = false, skip_existing = false, fail_fast = false, dry_run = false;
  std::optional<int> quality;            // of JPEG files
  std::optional<Background> background;  // of results with alpha
  std::string extension;                 // of --format, ".png"; empty: by the names
  std::string suffix;                    // added to the names of results in a folder
  std::string report;                    // the HTML page of the run; empty: none
};

struct FilterVerb;  // command_line/filter_verb.hpp

// All arguments of a filter's verb, on its own or after `explain`.
struct FilterCommand {
  const FilterVerb* verb = nullptr;
  std::vector<std::string> files;
  std::optional<ConstImageView> raw;  // the shape of inputs without a header; no data
  FilterOptions filter;
  EngineChoice engine;
  LimitOptions limits;
  OutputOptions output;
  ProgressMode progress = ProgressMode::automatic;
  MessageOptions messages;
  std::vector<std::string> words;  // the command line as typed, without the program
};

// The methods that not every filter supports.
struct Approximations {
  const char* bounded = nullptr;  // what Method::bounded serves; null: nothing
  bool separable = false;
};

// Each adds a group of options to the verb.
void add_raw_option(CLI::App& verb, std::optional<ConstImageView>& raw);
void add_planes_option(CLI::App& verb, Planes& planes, bool filters_chroma);
void add_engine_options(CLI::App& verb, EngineChoice& options, const Approximations& has);
void add_device_options(CLI::App& verb, const std::string& group, EngineChoice& options);
void add_limit_options(CLI::App& verb, LimitOptions& options);
void add_size_limits(CLI::App& verb, Limits& limits);
void add_output_options(CLI::App& verb, OutputOptions& options);
void add_report_option(CLI::App& verb, const std::string& group, std::string& report);
void add_progress_option(CLI::App& verb, ProgressMode& progress);
void add_message_options(CLI::App& verb, MessageOptions& messages);
void add_json_option(CLI::App& verb, MessageOptions& messages);

}  // namespace selvage::cli
