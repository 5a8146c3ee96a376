// SPDX-License-Identifier: Apache-2.0
#include "command_line/filter_options.hpp"
#include "command_line/filter_parts.hpp"
#include "command_line/help.hpp"
#include "pipeline/batch.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

using std::string;

std::string geometry_help() {
  return image_help(
      "geometry", "smooth rendered images but keep the edges of their geometry", " --radius PX",
      "An edge-stopping separable filter: along the row, then along the column, it stops "
      "at\ndiscontinuities of the normals or the depth or, without these, of the image itself. One "
      "of\n--normals, --depth and --edge-threshold is required. Normals hold x, y, z; in integer "
      "images\na fraction v of full scale stands for 2 v - 1. Weights are renormalised over the "
      "pixels reached,\nso edges do not darken.\n\n" +
          side_folders_text());
}

std::string geometry_footer() {
  return "Flags of a pixel are the sum of its discontinuities: 1 left, 2 right, 4 above, 8 below.\n"
         "\n"
         "Examples:\n"
         "  selvage geometry noisy.pfm out.pfm --normals n.pfm --depth d.pfm --radius 8\n"
         "  selvage geometry frame.exr out.exr --radius 8 \\\n"
         "    --normals frame.exr:N --depth frame.exr:Z\n"
         "  selvage geometry frames/ -o out/ --radius 8 \\\n"
         "    --normals frames/:N --depth frames/:Z\n"
         "  selvage geometry in.png out.png --radius 2 --edge-threshold 30/255\n"
         "  selvage geometry in.pfm out.pfm --depth d.pfm --radius 1 \\\n"
         "    --row \"1 2 1\" --column \"1 2 1\"";
}

void add_geometry(OptionTable& table, FilterOptions& o) {
  table.value({"--normals", "FILE|DIR/", "",
               "three channels, the size of the image; or a folder with one per input"},
              [&o](const string&, const string& text) { o.side.normals = text; });
  table.value({"--depth", "FILE|DIR/", "",
               "one channel, the size of the image; or a folder with one per input"},
              [&o](const string&, const string& text) { o.side.depth = text; });
}

void add_geometry_options(CLI::App& verb, FilterCommand& command) {
  FilterOptions& o = command.filter;
  OptionTable table(verb, "Filter");
  add_geometry(table, o);
  add_field_options<GeometryGuided>(
      verb, o, {.notes = {{.field = "radius", .fallback = "needed"}}, .diameter = nullptr});
  table.value({"--flags", "FILE", "", "write the discontinuities as an 8-bit gray image"},
              [&o](const string&, const string& text) { o.flags = {.file = text}; });
  table.value(
      {"--edges", "FILE", "", "write a viewable image of them: white at every discontinuity"},
      [&o](const string&, const string& text) {
        if (!o.flags.file.empty()) refuse_both("--flags", "--edges");
        o.flags = {.file = text, .black_and_white = true};
      });
  add_pixel_options<GeometryGuided>(verb, o);
}

void check_ports(const FilterOptions& o) {
  const bool buffers = !o.side.normals.empty() || !o.side.depth.empty();
  const bool has_edges = o.given.has("edge_threshold");
  if (!buffers && !has_edges)
    throw Error(Errc::invalid_argument, "geometry needs --normals, --depth or --edge-threshold",
                "the filter stops at the edges that they define");
  if (buffers && has_edges)
    refuse_both("--edge-threshold", o.side.normals.empty() ? "--depth" : "--normals");
  const bool own_weights = o.given.has("row") || o.given.has("column");
  const bool has_sigma = o.given.has("sigma_space");
  if (own_weights && o.given.has("weights")) refuse_both("--weights", "--row");
  if (own_weights && has_sigma) refuse_both("--sigma-space", "--row");
  if (o.given.get<Weights>("weights") == Weights::box && has_sigma)
    refuse_both("--sigma-space", "--weights box");
}

Filter make_geometry(const FilterOptions& o, const SampleTypes& types) {
  need_radius("geometry", o);
  check_ports(o);
  need_both(o);
  return filter_from<GeometryGuided>(o, types);
}

}  // namespace

const FilterVerb geometry_verb{.name = "geometry",
                               .help = geometry_help,
                               .footer = geometry_footer,
                               .add_options = add_geometry_options,
                               .make = make_geometry,
                               .run = run_batch};

}  // namespace selvage::cli
