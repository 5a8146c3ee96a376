// SPDX-License-Identifier: Apache-2.0
#include "filter_options.hpp"
#include "filter_parts.hpp"
#include "help.hpp"

namespace selvage::cli {
namespace {

std::string gaussian_help() {
  return image_help("gaussian", "blur images: the Gaussian mean", "",
                    "The bilateral filter without its range: edges are blurred too.");
}

std::string gaussian_footer() {
  return borders_text() +
         "\n"
         "Examples:\n"
         "  selvage gaussian in.png out.png --sigma-space 2\n"
         "  selvage gaussian depth.pgm out.pgm --invalid 0 --fill";
}

void add_gaussian_options(CLI::App& verb, FilterCommand& command) {
  OptionTable table(verb, "Filter");
  add_sigma_space(table, command.filter);
  add_radius(table, command.filter);
  add_diameter(table, command.filter);
  add_iterations(table, command.filter);
  add_window(table, command.filter);
  add_border(table, command.filter);
  add_pixel_options(verb, command.filter);
}

Filter make_gaussian(const FilterOptions& o, const SampleTypes& types) {
  return filter_from<Gaussian>(o, types);
}

}  // namespace

const FilterVerb gaussian_verb{.name = "gaussian",
                               .help = gaussian_help,
                               .footer = gaussian_footer,
                               .add_options = add_gaussian_options,
                               .make = make_gaussian};

}  // namespace selvage::cli
