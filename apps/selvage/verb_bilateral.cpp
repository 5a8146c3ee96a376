// SPDX-License-Identifier: Apache-2.0
#include "filter_options.hpp"
#include "filter_parts.hpp"
#include "help.hpp"

namespace selvage::cli {
namespace {

std::string bilateral_help() {
  return image_help("bilateral", "smooth images and keep their edges: the bilateral filter", "",
                    "");
}

std::string bilateral_footer() {
  return values_text() + '\n' + borders_text() +
         "\n"
         "Examples:\n"
         "  selvage bilateral in.png out.png --sigma-space 5 --sigma-range 25/255\n"
         "  selvage bilateral in.png out.png --like opencv --diameter 9 \\\n"
         "    --sigma-color 75 --sigma-space 75\n"
         "  selvage bilateral frames/*.png -o smooth/ --skip-existing\n"
         "  selvage bilateral depth.pgm out.pgm --invalid 0 --fill\n"
         "  cat a.png | selvage bilateral - - > b.png";
}

void add_bilateral_options(CLI::App& verb, FilterCommand& command) {
  FilterOptions& o = command.filter;
  OptionTable table(verb, "Filter");
  add_sigma_space(table, o);
  add_sigma_range(table, o, "standard deviation over differences: 0.1, 25/255 or 10%");
  add_radius(table, o);
  add_diameter(table, o, "2 radius + 1, odd; with --like opencv as OpenCV takes it");
  add_iterations(table, o);
  add_window(table, o);
  add_norm(table, o, "distance between two colours");
  add_border(table, o);
  table.value({"--like", "opencv", "",
               "the pixels of cv2.bilateralFilter: disc, l1, its radius rule, --exact, and "
               "--sigma-color in 0..255 (16-bit: 0..65535); other options given with it win"},
              [&o](const std::string& option, const std::string& text) {
                o.like_opencv = parse_choice<bool>(option, text, {{"opencv", true}});
              });
  add_pixel_options(verb, o);
}

FilterOptions with_opencvs_defaults(FilterOptions o, PixelType type) {
  const Value sigma_range = o.sigma_range.value_or(Value{});
  const Bilateral theirs = like_opencv(o.diameter.value_or(0), sigma_range.number,
                                       o.sigma_space.value_or(Bilateral{}.sigma_space), type);
  if (!o.radius) o.radius = theirs.radius;
  o.window = o.window.value_or(theirs.window);
  o.norm = o.norm.value_or(theirs.norm);
  // A bare number is on the scale of the stored samples.
  if (o.sigma_range && sigma_range.bare)
    o.sigma_range = Value{.number = theirs.sigma_range, .bare = false};
  return o;
}

Filter make_bilateral(const FilterOptions& o, const SampleTypes& types) {
  return filter_from<Bilateral>(o.like_opencv ? with_opencvs_defaults(o, types.image) : o, types);
}

}  // namespace

const FilterVerb bilateral_verb{.name = "bilateral",
                                .help = bilateral_help,
                                .footer = bilateral_footer,
                                .add_options = add_bilateral_options,
                                .make = make_bilateral,
                                .has_approximations = true};

}  // namespace selvage::cli
