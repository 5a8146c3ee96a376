// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include "filter_options.hpp"
#include "filter_parts.hpp"
#include "help.hpp"

namespace selvage::cli {
namespace {

using std::string;

constexpr std::string_view amount_taker = "sharpen8";

std::string convolve_help() {
  return image_help("convolve", "sharpen, emboss, find edges: convolution with a matrix",
                    " --kernel NAME|FILE",
                    "result = offset + scale * sum of coefficient * sample. The matrix lies on the "
                    "image as it is\n"
                    "written, its top row above the centre. Integer results are clamped to 0 and "
                    "full scale. Instead\n"
                    "of --kernel: --row and --column, whose product is the matrix.");
}

std::string convolve_footer() {
  return "Kernels:\n"
         "  sharpen    5, with -1 at the four sides\n"
         "  sharpen8   9 amid -1; with --amount K: 8 K + 1 amid -K\n"
         "  edge       1 amid -1/8\n"
         "  edge-y     a row of -1 above, of 1 below\n"
         "  emboss     2, -1, -1 along the diagonal; usual with --gray --offset 0.5\n"
         "  box        3x3 of 1, with the scale 1/9\n"
         "  gauss5     5x5, with the scale 1/273\n"
         "  a file     a row of the matrix a line, numbers or fractions separated by\n"
         "             spaces or commas; odd sides up to 63; comments begin with #\n"
         "--scale takes the place of a kernel's own scale.\n"
         "\n" +
         borders_text() +
         "\n"
         "Examples:\n"
         "  selvage convolve in.png out.png --kernel sharpen8 --amount 0.5\n"
         "  selvage convolve in.png out.png --kernel emboss --gray --offset 0.5\n"
         "  selvage convolve in.png out.png --row \"1 2 1\" --column \"1 2 1\" --scale 1/16\n"
         "  selvage convolve in.png out.png --kernel matrix.txt";
}

void add_convolve_options(CLI::App& verb, FilterCommand& command) {
  FilterOptions& o = command.filter;
  OptionTable table(verb, "Filter");
  table.value(
      {"--kernel", fmt::format("{}|FILE", fmt::join(matrix_names(), "|")), "",
       "the matrix: one of those below, or a text file"},
      [&o](const string& option, const string& text) { o.kernel = find_matrix(option, text); });
  table.value(
      {"--amount", "K", "1", "how much --kernel sharpen8 sharpens"},
      [&o](const string& option, const string& text) { o.amount = parse_number(option, text); });
  add_row_and_column(table, o, "coefficients from left to right, instead of --kernel");
  table.value({"--scale", "S", "the kernel's, else 1", "that the sum is multiplied by: 1/16"},
              [&o](const string& option, const string& text) {
                o.scale = parse_value(option, text).number;
              });
  table.value(
      {"--offset", "V", "0", "that is added: 0.5, 128/255 or 50%"},
      [&o](const string& option, const string& text) { o.offset = parse_value(option, text); });
  table.flag("--gray", o.gray, "make the image gray first: 0.299 R + 0.587 G + 0.114 B");
  table.flag("--flip", o.flip, "the mathematical convolution: turn the matrix by 180 degrees");
  add_border(table, o);
  add_alpha(verb, o);
  add_invalid_and_mask(verb, o);
  add_region(verb, o);
}

void check_matrix(const FilterOptions& o) {
  const bool separable = !o.row.empty() || !o.column.empty();
  if (o.kernel && separable) refuse_both("--kernel", o.row.empty() ? "--column" : "--row");
  if (!o.kernel && !separable)
    throw Error(Errc::invalid_argument, "convolve needs --kernel, or --row and --column",
                "for instance: --kernel sharpen");
  need_both(o);
  if (o.amount && !(o.kernel && o.kernel->name == amount_taker))
    throw Error(Errc::invalid_argument, "--amount is for --kernel sharpen8",
                "--scale multiplies any matrix");
}

float offset_of(const FilterOptions& o, PixelType type) {
  if (!o.offset) return 0.0f;
  const double number = o.offset->number;
  if (o.offset->bare && is_integer(type) && number < -1.0)
    throw Error(Errc::invalid_argument,
                fmt::format("--offset {:.6g} is below -1 for an integer image", number),
                fmt::format("did you mean {:.6g}/{:.0f}?", number, full_scale(type)));
  return static_cast<float>(in_unit("--offset", *o.offset, type));
}

template <class F>
F convolution(const FilterOptions& o, const SampleTypes& types) {
  F f = filter_from<F>(o, types);
  if (o.scale) f.scale = static_cast<float>(*o.scale);
  f.offset = offset_of(o, types.image);
  f.gray = o.gray;
  f.flip = o.flip;
  return f;
}

Filter make_convolve(const FilterOptions& o, const SampleTypes& types) {
  check_matrix(o);
  if (!o.kernel) {
    auto f = convolution<SeparableConvolution>(o, types);
    f.row = o.row;
    f.column = o.column;
    return f;
  }
  auto f = convolution<Convolution>(o, types);
  f.kernel = o.amount ? sharpen8(*o.amount) : o.kernel->values;
  f.width = o.kernel->width;
  f.height = o.kernel->height;
  if (!o.scale) f.scale = o.kernel->scale;
  return f;
}

}  // namespace

const FilterVerb convolve_verb{.name = "convolve",
                               .help = convolve_help,
                               .footer = convolve_footer,
                               .add_options = add_convolve_options,
                               .make = make_convolve};

}  // namespace selvage::cli
