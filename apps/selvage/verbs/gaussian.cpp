// SPDX-License-Identifier: Apache-2.0
#include "command_line/filter_options.hpp"
#include "command_line/filter_parts.hpp"
#include "command_line/help.hpp"
#include "pipeline/batch.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

std::string gaussian_help() {
  return image_help("gaussian", "blur images: the Gaussian filter", "",
                    "The bilateral filter without its range weight: edges are blurred too.");
}

std::string gaussian_footer() {
  return borders_text() +
         "\n"
         "Examples:\n"
         "  selvage gaussian in.png out.png --sigma-space 2\n"
         "  selvage gaussian depth.pgm out.pgm --invalid 0 --fill";
}

void add_gaussian_options(CLI::App& verb, FilterCommand& command) {
  add_field_options<Gaussian>(verb, command.filter);
  add_stack_options(verb, command.filter);
  add_pixel_options<Gaussian>(verb, command.filter, {weighted_alpha});
}

Filter make_gaussian(const FilterOptions& o, const SampleTypes& types) {
  return with_weighted_alpha(filter_from<Gaussian>(o, types), o);
}

}  // namespace

const FilterVerb gaussian_verb{.name = "gaussian",
                               .help = gaussian_help,
                               .footer = gaussian_footer,
                               .add_options = add_gaussian_options,
                               .make = make_gaussian,
                               .run = run_batch,
                               .filters_chroma = true};

}  // namespace selvage::cli
