// SPDX-License-Identifier: Apache-2.0
#include "command_line/filter_options.hpp"
#include "command_line/filter_parts.hpp"
#include "command_line/help.hpp"
#include "pipeline/batch.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

std::string box_help() {
  return image_help("box", "blur images: the mean over a square", " --radius PX", "");
}

std::string box_footer() {
  return borders_text() +
         "\n"
         "Examples:\n"
         "  selvage box in.png out.png --radius 3\n"
         "  selvage box in.png out.png --radius 2 --iterations 3    # nearly a Gaussian";
}

void add_box_options(CLI::App& verb, FilterCommand& command) {
  add_field_options<Box>(verb, command.filter,
                         {.notes = {{.field = "radius", .fallback = "needed"}}});
  add_stack_options(verb, command.filter, false);
  add_pixel_options<Box>(verb, command.filter, {weighted_alpha});
}

Filter make_box(const FilterOptions& o, const SampleTypes& types) {
  need_radius("box", o);
  return with_weighted_alpha(filter_from<Box>(o, types), o);
}

}  // namespace

const FilterVerb box_verb{.name = "box",
                          .help = box_help,
                          .footer = box_footer,
                          .add_options = add_box_options,
                          .make = make_box,
                          .run = run_batch,
                          .filters_chroma = true};

}  // namespace selvage::cli
