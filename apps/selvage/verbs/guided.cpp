// SPDX-License-Identifier: Apache-2.0
#include "command_line/filter_options.hpp"
#include "command_line/filter_parts.hpp"
#include "command_line/help.hpp"
#include "pipeline/batch.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

std::string guided_help() {
  return image_help(
      "guided", "smooth images but keep their edges, or those of a guide, with any radius",
      " [--guide G]",
      "The guided filter: in each window the result is a linear function of the guide, fitted to "
      "the\nimage. Its time hardly depends on the radius, and edges get no halos. Without a guide "
      "the image\nguides itself. Where the guide's variance is below epsilon the image is "
      "smoothed; epsilon is\nthe square of a fraction of full scale: 0.01 is 0.1^2. With "
      "--upsample the image is smaller "
      "than the\nguide and the result has the guide's size: --radius is in pixels of the image, "
      "--region in pixels of\nthe guide.\n\n" +
          side_folders_text());
}

std::string guided_footer() {
  return borders_text() +
         "\n"
         "Examples:\n"
         "  selvage guided in.png out.png --radius 8 --epsilon 0.01\n"
         "  selvage guided matte.png out.png --guide photo.png --radius 60 \\\n"
         "    --epsilon 1e-6\n"
         "  selvage guided depth.pgm out.pgm --guide photo.png --radius 32 \\\n"
         "    --subsample 4 --invalid 0 --fill\n"
         "  selvage guided depth.pgm large.pgm --guide photo.png --upsample --epsilon 1e-4";
}

void add_guided_options(CLI::App& verb, FilterCommand& command) {
  FilterOptions& o = command.filter;
  OptionTable table(verb, "Filter");
  table.value(
      {"--guide", "FILE|DIR/", "the image itself",
       "the image whose edges are kept, a Y4M or TIFF with one per frame or page, or a folder with "
       "one per input"},
      [&o](const std::string&, const std::string& text) { o.side.guide = text; });
  table.flag("--upsample", o.upsample, "give the image the guide's size");
  add_field_options<Guided, GuidedUpsampling>(
      verb, o,
      {.notes = {{.field = "border", .fallback = "reflect101; with --upsample not copy"}}});
  add_pixel_options<Guided, GuidedUpsampling>(verb, o);
}

Filter make_guided(const FilterOptions& o, const SampleTypes& types) {
  if (!o.upsample) return filter_from<Guided>(o, types);
  if (o.side.guide.empty())
    throw Error(Errc::invalid_argument, "--upsample needs --guide",
                "give the large image whose size and edges the result takes");
  if (o.given.has("subsample"))
    throw Error(Errc::invalid_argument, "--subsample cannot be used with --upsample",
                "the image is small already");
  return filter_from<GuidedUpsampling>(o, types);
}

}  // namespace

const FilterVerb guided_verb{.name = "guided",
                             .help = guided_help,
                             .footer = guided_footer,
                             .add_options = add_guided_options,
                             .make = make_guided,
                             .run = run_batch,
                             .can_upsample = true,
                             .filters_chroma = true};

}  // namespace selvage::cli
