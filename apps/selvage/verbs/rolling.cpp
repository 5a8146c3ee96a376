// SPDX-License-Identifier: Apache-2.0
#include "command_line/filter_options.hpp"
#include "command_line/filter_parts.hpp"
#include "command_line/help.hpp"
#include "pipeline/batch.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

std::string rolling_help() {
  return image_help("rolling", "remove small structures but keep large edges: rolling guidance", "",
                    "A Gaussian blur followed by N joint bilateral filters, each guided by the "
                    "previous result.\nStructures up to about --sigma-space vanish.");
}

std::string rolling_footer() {
  return values_text() + '\n' + borders_text() +
         "\n"
         "Examples:\n"
         "  selvage rolling in.png out.png --iterations 4\n"
         "  selvage rolling mosaic.png out.png --sigma-space 5 --sigma-range 25/255";
}

void add_rolling_options(CLI::App& verb, FilterCommand& command) {
  add_field_options<RollingGuidance>(verb, command.filter);
  add_pixel_options<RollingGuidance>(verb, command.filter);
}

Filter make_rolling(const FilterOptions& o, const SampleTypes& types) {
  return filter_from<RollingGuidance>(o, types);
}

}  // namespace

const FilterVerb rolling_verb{.name = "rolling",
                              .help = rolling_help,
                              .footer = rolling_footer,
                              .add_options = add_rolling_options,
                              .make = make_rolling,
                              .run = run_batch,
                              .filters_chroma = true};

}  // namespace selvage::cli
