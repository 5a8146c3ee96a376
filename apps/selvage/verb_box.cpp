// SPDX-License-Identifier: Apache-2.0
#include "filter_options.hpp"
#include "filter_parts.hpp"
#include "help.hpp"

namespace selvage::cli {
namespace {

std::string box_help() {
  return image_help("box", "blur images: the mean of a square", " --radius PX", "");
}

std::string box_footer() {
  return borders_text() +
         "\n"
         "Examples:\n"
         "  selvage box in.png out.png --radius 3\n"
         "  selvage box in.png out.png --radius 2 --iterations 3    # nearly a Gaussian";
}

void add_box_options(CLI::App& verb, FilterCommand& command) {
  OptionTable table(verb, "Filter");
  add_radius(table, command.filter, "needed");
  add_diameter(table, command.filter);
  add_iterations(table, command.filter);
  add_border(table, command.filter);
  add_pixel_options(verb, command.filter);
}

Filter make_box(const FilterOptions& o, const SampleTypes& types) {
  need_radius("box", o);
  return filter_from<Box>(o, types);
}

}  // namespace

const FilterVerb box_verb{.name = "box",
                          .help = box_help,
                          .footer = box_footer,
                          .add_options = add_box_options,
                          .make = make_box};

}  // namespace selvage::cli
