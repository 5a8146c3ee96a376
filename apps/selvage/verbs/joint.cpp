// SPDX-License-Identifier: Apache-2.0
#include "command_line/filter_options.hpp"
#include "command_line/filter_parts.hpp"
#include "command_line/help.hpp"
#include "pipeline/batch.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

std::string joint_help() {
  return image_help(
      "joint", "smooth images but keep the edges of another image, the guide", " --guide G",
      "The joint bilateral filter measures differences in the guide. The guide may be gray or "
      "colour\nand of any type; one file serves all images of a batch. With --upsample the image "
      "is the smaller\none and the result has the guide's size: --sigma-space and --radius are in "
      "pixels of the image,\n--region is in pixels of the guide.\n\n" +
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
  table.value(
      {"--guide", "FILE|DIR/", "needed",
       "the image whose edges are kept, a Y4M or TIFF with one per frame or page, or a folder with "
       "one per input"},
      [&o](const std::string&, const std::string& text) { o.side.guide = text; });
  table.flag("--upsample", o.upsample, "give the image the guide's size");
  add_field_options<JointBilateral, JointUpsampling>(
      verb, o,
      {.notes = {
           {.field = "sigma_space", .fallback = "3; with --upsample 1"},
           {.field = "border", .fallback = "reflect101; with --upsample clamp, without copy"}}});
  add_stack_options(verb, o);
  add_pixel_options<JointBilateral, JointUpsampling>(verb, o);
}

Filter make_joint(const FilterOptions& o, const SampleTypes& types) {
  if (o.side.guide.empty())
    throw Error(Errc::invalid_argument, "joint needs --guide",
                "give an image of the same size, or a larger one with --upsample");
  if (o.upsample) return filter_from<JointUpsampling>(o, types);
  return filter_from<JointBilateral>(o, types);
}

}  // namespace

const FilterVerb joint_verb{.name = "joint",
                            .help = joint_help,
                            .footer = joint_footer,
                            .add_options = add_joint_options,
                            .make = make_joint,
                            .run = run_batch,
                            .can_upsample = true,
                            .approximations = {.bounded = "gray 8-bit guides"},
                            .filters_chroma = true};

}  // namespace selvage::cli
