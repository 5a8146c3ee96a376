// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include "command_line/filter_options.hpp"
#include "command_line/filter_parts.hpp"
#include "command_line/help.hpp"
#include "pipeline/batch.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

using std::string;

constexpr std::string_view amount_taker = "sharpen8";

std::string convolve_help() {
  return image_help(
      "convolve", "sharpen, emboss, find edges: convolution with a kernel", " --kernel NAME|FILE",
      "result = offset + scale * sum of coefficient * sample. The kernel is not flipped: its top "
      "row\napplies to the pixels above the centre. Integer results are clamped to 0..full scale. "
      "A separable\nkernel can be given by --row and --column instead, whose product it is.");
}

std::string convolve_footer() {
  return "Kernels:\n"
         "  sharpen    5 at the centre, -1 at its four sides\n"
         "  sharpen8   9 at the centre, -1 around it; with --amount K: 8 K + 1 and -K\n"
         "  unsharp    5x5: twice the image less its blur; the scale is 1/256\n"
         "  edge       1 at the centre, -1/8 around it, with the scale 8\n"
         "  edge-y     a row of -1 above, a row of 1 below\n"
         "  sobel-x    a column of -1 -2 -1 on the left, one of 1 2 1 on the right\n"
         "  sobel-y    a row of -1 -2 -1 above, one of 1 2 1 below\n"
         "  laplacian  -4 at the centre, 1 at its four sides\n"
         "  emboss     2, -1, -1 along the diagonal; often with --gray --offset 0.5\n"
         "  box        3x3 of 1, with the scale 1/9\n"
         "  gauss5     5x5, with the scale 1/273\n"
         "  FILE       one row of the kernel per line: numbers or fractions separated by\n"
         "             spaces or commas; odd sides up to 63; comments begin with #\n"
         "--scale replaces the kernel's own scale. Results below 0 become 0 in integer\n"
         "images: to see both signs of an edge, add --scale 1/8 --offset 0.5.\n"
         "\n" +
         borders_text() +
         "\n"
         "Examples:\n"
         "  selvage convolve in.png out.png --kernel sharpen8 --amount 0.5\n"
         "  selvage convolve in.png out.png --kernel emboss --gray --offset 0.5\n"
         "  selvage convolve in.png out.png --kernel sobel-x --scale 1/8 --offset 0.5\n"
         "  selvage convolve in.png out.png --row \"1 2 1\" --column \"1 2 1\" --scale 1/16\n"
         "  selvage convolve in.png out.png --kernel my_kernel.txt";
}

void add_convolve_options(CLI::App& verb, FilterCommand& command) {
  FilterOptions& o = command.filter;
  OptionTable table(verb, "Filter");
  table.value(
      {"--kernel", fmt::format("{}|FILE", fmt::join(kernel_names(), "|")), "",
       "a kernel listed below, or a text file"},
      [&o](const string& option, const string& text) { o.kernel = find_kernel(option, text); });
  table.value(
      {"--amount", "K", "1", "strength of --kernel sharpen8"},
      [&o](const string& option, const string& text) { o.amount = parse_number(option, text); });
  add_field_options<SeparableConvolution, Convolution>(
      verb, o,
      {.notes = {{.field = "row", .text = "coefficients from left to right, instead of --kernel"},
                 {.field = "scale", .fallback = "the kernel's, else 1"}},
       .without = {"kernel", "width", "height"}});
  add_pixel_options<SeparableConvolution, Convolution>(verb, o);
}

void check_kernel(const FilterOptions& o) {
  const bool has_row = o.given.has("row"), separable = has_row || o.given.has("column");
  if (o.kernel && separable) refuse_both("--kernel", has_row ? "--row" : "--column");
  if (!o.kernel && !separable)
    throw Error(Errc::invalid_argument, "convolve needs --kernel, or --row and --column",
                "for instance: --kernel sharpen");
  need_both(o);
  if (o.amount && !(o.kernel && o.kernel->name == amount_taker))
    throw Error(Errc::invalid_argument, "--amount requires --kernel sharpen8",
                "--scale works with any kernel");
}

void check_offset(const FilterOptions& o, PixelType type) {
  const auto offset = o.given.get<Value>("offset");
  if (offset && offset->bare && is_integer(type) && offset->number < -1.0)
    throw Error(Errc::invalid_argument,
                fmt::format("--offset {:.6g} is below -1 for an integer image", offset->number),
                fmt::format("did you mean {:.6g}/{:.0f}?", offset->number, full_scale(type)));
}

Filter make_convolve(const FilterOptions& o, const SampleTypes& types) {
  check_kernel(o);
  check_offset(o, types.image);
  if (!o.kernel) return filter_from<SeparableConvolution>(o, types);
  auto f = filter_from<Convolution>(o, types);
  f.kernel = o.amount ? sharpen8(*o.amount) : o.kernel->values;
  f.width = o.kernel->width;
  f.height = o.kernel->height;
  if (!o.given.has("scale")) f.scale = o.kernel->scale;
  return f;
}

}  // namespace

const FilterVerb convolve_verb{.name = "convolve",
                               .help = convolve_help,
                               .footer = convolve_footer,
                               .add_options = add_convolve_options,
                               .make = make_convolve,
                               .run = run_batch};

}  // namespace selvage::cli
