// SPDX-License-Identifier: Apache-2.0
#pragma once
// A filter as a verb of the command line: its texts, its options, and the filter that they make.

#include <stop_token>
#include <string>

#include "command_line/options.hpp"
#include "selvage/filters.hpp"

namespace selvage::cli {

// The sample types of a file and of its guide, or of the file again if it has no guide. Values of
// options are on their scales.
struct SampleTypes {
  PixelType image = PixelType::u8, guide = PixelType::u8;
};

struct FilterVerb {
  const char* name = "";
  std::string (*help)() = nullptr;
  std::string (*footer)() = nullptr;
  void (*add_options)(CLI::App& verb, FilterCommand& command) = nullptr;  // of the filter
  // Throws Error{invalid_argument} for options that are missing or contradict one another.
  Filter (*make)(const FilterOptions& options, const SampleTypes& types) = nullptr;
  int (*run)(const FilterCommand& command, const std::stop_token& stop) = nullptr;
  bool makes_image = true;
  bool can_upsample = false;  // has --upsample
  Approximations approximations = {};
  bool filters_chroma = false;  // its parameters have a meaning for U and V of a video, too
};

}  // namespace selvage::cli
