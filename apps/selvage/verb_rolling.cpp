// SPDX-License-Identifier: Apache-2.0
#include "filter_options.hpp"
#include "filter_parts.hpp"
#include "help.hpp"

namespace selvage::cli {
namespace {

std::string rolling_help() {
  return image_help("rolling", "remove small structures, keep large edges: rolling guidance", "",
                    "A Gaussian mean, then joint filtering of the image N times, each guided by "
                    "the result before.\n"
                    "Structures up to about --sigma-space vanish.");
}

std::string rolling_footer() {
  return values_text() + '\n' + borders_text() +
         "\n"
         "Examples:\n"
         "  selvage rolling in.png out.png --iterations 4\n"
         "  selvage rolling mosaic.png out.png --sigma-space 5 --sigma-range 25/255";
}

void add_rolling_options(CLI::App& verb, FilterCommand& command) {
  OptionTable table(verb, "Filter");
  add_sigma_space(table, command.filter);
  add_sigma_range(table, command.filter, "standard deviation over differences: 0.1, 25/255 or 10%");
  add_radius(table, command.filter);
  add_diameter(table, command.filter);
  add_iterations(table, command.filter, "4", "joint steps after the Gaussian");
  add_window(table, command.filter);
  add_norm(table, command.filter, "distance between two colours");
  add_border(table, command.filter);
  add_pixel_options(verb, command.filter);
}

Filter make_rolling(const FilterOptions& o, const SampleTypes& types) {
  return filter_from<RollingGuidance>(o, types);
}

}  // namespace

const FilterVerb rolling_verb{.name = "rolling",
                              .help = rolling_help,
                              .footer = rolling_footer,
                              .add_options = add_rolling_options,
                              .make = make_rolling};

}  // namespace selvage::cli
