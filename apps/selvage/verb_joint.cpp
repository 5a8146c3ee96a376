// SPDX-License-Identifier: Apache-2.0
#include "filter_options.hpp"
#include "filter_parts.hpp"
#include "help.hpp"

namespace selvage::cli {
namespace {

std::string joint_help() {
  return image_help("joint", "smooth images and keep the edges of another one, the guide",
                    " --guide G",
                    "The joint bilateral filter: differences are taken of the guide. The guide is "
                    "gray or colour, of\n"
                    "any type, and serves all images of a batch. With --upsample the image is the "
                    "smaller one: the\n"
                    "result has the guide's size, --sigma-space and --radius are pixels of the "
                    "image, --region those\n"
                    "of the guide.\n\n" +
                        side_folders_text());
}

std::string joint_footer() {
  return values_text() + '\n' + borders_text() +
         "\n"
         "Examples:\n"
         "  selvage joint depth.pgm out.pgm --guide photo.png --invalid 0 --fill\n"
         "  selvage joint depth.pgm large.pgm --guide photo.png --upsample\n"
         "  selvage joint noflash.png out.png --guide flash.png --sigma-range 5%\n"
         "  selvage joint depth/ -o out/ --guide photos/ --invalid 0 --fill";
}

void add_joint_options(CLI::App& verb, FilterCommand& command) {
  FilterOptions& o = command.filter;
  OptionTable table(verb, "Filter");
  table.value({"--guide", "FILE|DIR/", "needed",
               "the image whose edges are kept, or a folder with one for each input"},
              [&o](const std::string&, const std::string& text) { o.side.guide = text; });
  table.flag("--upsample", o.upsample, "give the image the guide's size");
  add_sigma_space(table, o, "3; with --upsample 1");
  add_sigma_range(table, o,
                  "standard deviation over differences of the guide, in its unit: 0.1, 25/255 or "
                  "10%");
  add_radius(table, o);
  add_diameter(table, o);
  add_window(table, o);
  add_norm(table, o, "distance between two colours of the guide");
  add_border(table, o, "reflect101; with --upsample clamp, and no copy");
  add_pixel_options(verb, o);
}

Filter make_joint(const FilterOptions& o, const SampleTypes& types) {
  if (o.side.guide.empty())
    throw Error(Errc::invalid_argument, "joint needs --guide",
                "an image of the same size, or a larger one and --upsample");
  if (o.upsample) return filter_from<JointUpsampling>(o, types);
  return filter_from<JointBilateral>(o, types);
}

}  // namespace

const FilterVerb joint_verb{.name = "joint",
                            .help = joint_help,
                            .footer = joint_footer,
                            .add_options = add_joint_options,
                            .make = make_joint};

}  // namespace selvage::cli
