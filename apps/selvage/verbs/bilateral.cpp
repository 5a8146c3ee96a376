// SPDX-License-Identifier: Apache-2.0
#include "command_line/filter_options.hpp"
#include "command_line/filter_parts.hpp"
#include "command_line/help.hpp"
#include "pipeline/batch.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

std::string bilateral_help() {
  return image_help("bilateral", "smooth images but keep their edges: the bilateral filter", "",
                    "");
}

std::string bilateral_footer() {
  return values_text() + '\n' + borders_text() +
         "\n"
         "Examples:\n"
         "  selvage bilateral in.png out.png --sigma-space 5 --sigma-range 25/255\n"
         "  selvage bilateral in.png out.png --like opencv --diameter 9 \\\n"
         "    --sigma-color 75 --sigma-space 75\n"
         "  selvage bilateral photo.png drawing.png --like cartoon\n"
         "  selvage bilateral frames/*.png -o smooth/ --skip-existing\n"
         "  selvage bilateral depth.pgm out.pgm --invalid 0 --fill\n"
         "  cat a.png | selvage bilateral - - > b.png\n"
         "  ffmpeg -i in.mp4 -f yuv4mpegpipe - | \\\n"
         "    selvage bilateral - - | ffmpeg -i - out.mp4";
}

void add_bilateral_options(CLI::App& verb, FilterCommand& command) {
  FilterOptions& o = command.filter;
  add_field_options<Bilateral>(
      verb, o,
      {.diameter =
           "window diameter, 2 radius + 1, odd; with --like opencv, OpenCV's rule applies"});
  OptionTable table(verb, "Filter");
  table.value(
      {"--like", "opencv|cartoon", "",
       "opencv reproduces cv2.bilateralFilter: disc, l1, its radius rule, --exact, and "
       "--sigma-color in 0..255 (16-bit: 0..65535); cartoon flattens surfaces: --sigma-space "
       "6, --sigma-range 0.1, --iterations 3; explicit options take precedence"},
      [&o](const std::string& option, const std::string& text) {
        o.like = parse_choice<Preset>(option, text,
                                      {{"opencv", Preset::opencv}, {"cartoon", Preset::cartoon}});
      });
  add_stack_options(verb, o);
  add_pixel_options<Bilateral>(verb, o);
}

FilterOptions with_opencvs_defaults(FilterOptions o, PixelType type) {
  FieldValues& given = o.given;
  const auto sigma_range = given.get<Value>("sigma_range");
  const double sigma_space = given.get<double>("sigma_space").value_or(Bilateral{}.sigma_space);
  const Bilateral theirs =
      like_opencv(o.diameter.value_or(0), sigma_range.value_or(Value{}).number, sigma_space, type);
  if (!given.has("radius") && theirs.radius) given.set("radius", *theirs.radius);
  if (!given.has("window")) given.set("window", theirs.window);
  if (!given.has("norm")) given.set("norm", theirs.norm);
  // A bare number is on the scale of the stored samples.
  if (sigma_range && sigma_range->bare)
    given.set("sigma_range", Value{.number = theirs.sigma_range, .bare = false});
  return o;
}

FilterOptions with_cartoons_defaults(FilterOptions o) {
  FieldValues& given = o.given;
  if (!given.has("sigma_space")) given.set("sigma_space", 6.0);
  if (!given.has("sigma_range")) given.set("sigma_range", Value{.number = 0.1});
  if (!given.has("iterations")) given.set("iterations", 3);
  return o;
}

// Leads to --like opencv from OpenCV's numbers: --diameter 9 --sigma-color 75 --sigma-space 75.
void check_scale(const FilterOptions& o, PixelType type) {
  const auto sigma_range = o.given.get<Value>("sigma_range");
  if (!sigma_range || !(o.diameter || sigma_range->option == "--sigma-color")) return;
  try {
    in_unit(*sigma_range, type);
  } catch (const Error& e) {
    throw Error(e.code(), e.what(),
                fmt::format("add --like opencv for OpenCV's numbers; or {}", e.hint()));
  }
}

Filter make_bilateral(const FilterOptions& o, const SampleTypes& types) {
  if (o.like == Preset::opencv)
    return filter_from<Bilateral>(with_opencvs_defaults(o, types.image), types);
  check_scale(o, types.image);
  return filter_from<Bilateral>(o.like == Preset::cartoon ? with_cartoons_defaults(o) : o, types);
}

}  // namespace

const FilterVerb bilateral_verb{
    .name = "bilateral",
    .help = bilateral_help,
    .footer = bilateral_footer,
    .add_options = add_bilateral_options,
    .make = make_bilateral,
    .run = run_batch,
    .approximations = {.bounded = "gray, per_channel", .separable = true},
    .filters_chroma = true};

}  // namespace selvage::cli
