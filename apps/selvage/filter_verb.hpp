// SPDX-License-Identifier: Apache-2.0
#pragma once
// A filter as a verb of the command line: its texts, its options, and the filter that they make.

#include <span>
#include <stop_token>
#include <string>

#include "batch.hpp"
#include "options.hpp"
#include "selvage/filters.hpp"
#include "verbs.hpp"

namespace selvage::cli {

// The sample types of a file and of its guide (without one: the file's): values are on their
// scales.
struct SampleTypes {
  PixelType image = PixelType::u8, guide = PixelType::u8;
};

struct FilterVerb {
  const char* name = "";
  std::string (*help)() = nullptr;
  std::string (*footer)() = nullptr;
  void (*add_options)(CLI::App& verb, FilterCommand& command) = nullptr;  // its filter's
  // Throws Error{invalid_argument} for options that are missing or contradict one another.
  Filter (*make)(const FilterOptions& options, const SampleTypes& types) = nullptr;
  int (*run)(const FilterCommand& command, const std::stop_token& stop) = run_batch;
  bool makes_image = true;
  bool has_approximations = false;  // candidates of Method::bounded and separable
};

extern const FilterVerb bilateral_verb, joint_verb, rolling_verb, geometry_verb, gaussian_verb,
    box_verb, convolve_verb, histogram_verb;

// All of them, in the order of the help text.
std::span<const FilterVerb* const> filter_verbs();

Verb add_filter_verb(CLI::App& root, const FilterVerb& filter);

// All that the verb takes: its filter's options and, where it makes images, those of all such
// verbs.
void add_options_of(const FilterVerb& filter, CLI::App& verb, FilterCommand& command);

// The text of --help of a verb that makes an image. `needs`: " --guide G"; `notes`: a paragraph, or
// empty.
std::string image_help(const char* name, const char* title, const char* needs,
                       const std::string& notes);

}  // namespace selvage::cli
