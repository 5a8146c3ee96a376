// SPDX-License-Identifier: Apache-2.0
#include "filter_options.hpp"
#include "filter_parts.hpp"
#include "help.hpp"

namespace selvage::cli {
namespace {

using std::string;

std::string geometry_help() {
  return image_help("geometry", "smooth rendered images and keep the edges of their geometry",
                    " --radius PX",
                    "A separable mean that walks along the row, then the column, and stops at "
                    "discontinuities: where\n"
                    "normals turn, where depth jumps, or without these where the image itself "
                    "does. One of\n"
                    "--normals, --depth and --edge-threshold is needed. Normals hold x, y, z; in "
                    "integer images v of\n"
                    "full scale stands for 2 v - 1. Results near edges are as strong as "
                    "elsewhere: weights are\n"
                    "relative to those that were reached.\n\n" +
                        side_folders_text());
}

std::string geometry_footer() {
  return "Flags of a pixel: 1 a discontinuity to the left, 2 right, 4 above, 8 below; their sum.\n"
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
               "three channels, the image's size; or a folder with one for each input"},
              [&o](const string&, const string& text) { o.side.normals = text; });
  table.value({"--depth", "FILE|DIR/", "", "one channel, the image's size; or a folder, likewise"},
              [&o](const string&, const string& text) { o.side.depth = text; });
  table.value({"--normal-threshold", "DEG", "15", "a larger angle between neighbours stops"},
              [&o](const string& option, const string& text) {
                o.normal_threshold = parse_number(option, text);
              });
  table.value({"--depth-threshold", "F", "0.02",
               "a larger difference, as a part of the smaller of two depths, stops"},
              [&o](const string& option, const string& text) {
                o.depth_threshold = parse_value(option, text).number;
              });
  table.value({"--edge-threshold", "V", "",
               "without normals and depth: a larger difference of a channel stops; 30/255"},
              [&o](const string& option, const string& text) {
                o.edge_threshold = parse_value(option, text);
              });
}

void add_geometry_options(CLI::App& verb, FilterCommand& command) {
  FilterOptions& o = command.filter;
  OptionTable table(verb, "Filter");
  add_radius(table, o, "needed");
  add_geometry(table, o);
  table.value({"--weights", "gaussian|box", "gaussian", "of the mean"},
              [&o](const string& option, const string& text) {
                o.weights = parse_choice<Weights>(option, text,
                                                  {{name(Weights::gaussian), Weights::gaussian},
                                                   {name(Weights::box), Weights::box}});
              });
  add_sigma_space(table, o, "radius / 3");
  add_row_and_column(table, o, "2 radius + 1 weights of your own, from left to right");
  table.value({"--flags", "FILE", "", "write the discontinuities as an 8-bit gray image"},
              [&o](const string&, const string& text) { o.flags = text; });
  add_alpha(verb, o);
  add_region(verb, o);
}

void check_ports(const FilterOptions& o) {
  const bool buffers = !o.side.normals.empty() || !o.side.depth.empty();
  if (!buffers && !o.edge_threshold)
    throw Error(Errc::invalid_argument, "geometry needs --normals, --depth or --edge-threshold",
                "one of them says where the walk stops");
  if (buffers && o.edge_threshold)
    refuse_both("--edge-threshold", o.side.normals.empty() ? "--depth" : "--normals");
  const bool own_weights = !o.row.empty() || !o.column.empty();
  if (own_weights && o.weights) refuse_both("--weights", "--row");
  if (own_weights && o.sigma_space) refuse_both("--sigma-space", "--row");
  if (o.weights == Weights::box && o.sigma_space) refuse_both("--sigma-space", "--weights box");
}

Filter make_geometry(const FilterOptions& o, const SampleTypes& types) {
  need_radius("geometry", o);
  check_ports(o);
  need_both(o);
  auto f = filter_from<GeometryGuided>(o, types);
  f.weights = o.weights.value_or(f.weights);
  f.row = o.row;
  f.column = o.column;
  if (o.normal_threshold) f.normal_threshold = static_cast<float>(*o.normal_threshold);
  if (o.depth_threshold) f.depth_threshold = static_cast<float>(*o.depth_threshold);
  if (o.edge_threshold)
    f.edge_threshold =
        static_cast<float>(in_unit("--edge-threshold", *o.edge_threshold, types.image));
  return f;
}

}  // namespace

const FilterVerb geometry_verb{.name = "geometry",
                               .help = geometry_help,
                               .footer = geometry_footer,
                               .add_options = add_geometry_options,
                               .make = make_geometry};

}  // namespace selvage::cli
