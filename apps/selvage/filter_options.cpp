// SPDX-License-Identifier: Apache-2.0
// The table of what a filter computes.

#include "option_table.hpp"
#include "options.hpp"

namespace selvage::cli {
namespace {

using std::string;

constexpr int max_radius = 4096;
constexpr int max_iterations = 1000;

void set_border(FilterOptions& o, const string& option, const string& text) {
  constexpr std::string_view constant = "constant:";
  if (text.starts_with(constant)) {
    o.border = Border::constant;
    o.border_value = parse_value(option + " constant", text.substr(constant.size()));
    return;
  }
  if (text == "constant")
    throw Error(Errc::invalid_argument, option + " constant needs a value",
                "for instance: --border constant:0");
  o.border = parse_choice<Border>(option, text,
                                  {{name(Border::reflect101), Border::reflect101},
                                   {name(Border::reflect), Border::reflect},
                                   {name(Border::clamp), Border::clamp},
                                   {name(Border::wrap), Border::wrap},
                                   {"constant:V", Border::constant},
                                   {name(Border::shrink), Border::shrink},
                                   {name(Border::copy), Border::copy}});
}

void add_shape(CLI::App& verb, FilterOptions& o) {
  OptionTable table(verb, "Filter");
  table.value({"-s,--sigma-space,--sigma-spatial", "PX", "3", "standard deviation over distance"},
              [&o](const string& option, const string& text) {
                o.sigma_space = parse_number(option, text);
              });
  table.value({"-r,--sigma-range,--sigma-color", "V", "0.1",
               "standard deviation over differences: 0.1, 25/255 or 10%"},
              [&o](const string& option, const string& text) {
                o.sigma_range = parse_value(option, text);
              });
  table.value({"--radius", "PX", "ceil(3 sigma-space)", "of the window, 0..4096"},
              [&o](const string& option, const string& text) {
                o.radius = static_cast<int>(parse_whole(option, text, 0, max_radius));
              });
  table.value({"--diameter", "PX", "", "2 radius + 1, odd; with --like opencv as OpenCV takes it"},
              [&o](const string& option, const string& text) {
                o.diameter = static_cast<int>(
                    parse_whole(option, text, -2 * max_radius - 1, 2 * max_radius + 1));
              });
  table.value({"--iterations", "N", "1", "apply the filter N times"},
              [&o](const string& option, const string& text) {
                o.iterations = static_cast<int>(parse_whole(option, text, 1, max_iterations));
              });
  table.value({"--window", "square|disc", "square", "which neighbours take part"},
              [&o](const string& option, const string& text) {
                o.window = parse_choice<Window>(
                    option, text,
                    {{name(Window::square), Window::square}, {name(Window::disc), Window::disc}});
              });
  table.value({"--norm", "l2|l1|per_channel|luma|lab", "l2", "distance between two colours"},
              [&o](const string& option, const string& text) {
                o.norm = parse_choice<Norm>(option, text,
                                            {{name(Norm::l2), Norm::l2},
                                             {name(Norm::l1), Norm::l1},
                                             {name(Norm::per_channel), Norm::per_channel},
                                             {name(Norm::luma), Norm::luma},
                                             {name(Norm::lab), Norm::lab}});
              });
  table.value({"--border", "reflect101|reflect|clamp|wrap|constant:V|shrink|copy", "reflect101",
               "what stands outside the image, drawn below"},
              [&o](const string& option, const string& text) { set_border(o, option, text); });
  table.value({"--like", "opencv", "",
               "the pixels of cv2.bilateralFilter: disc, l1, its radius rule, --exact, and "
               "--sigma-color in 0..255 (16-bit: 0..65535); other options given with it win"},
              [&o](const string& option, const string& text) {
                o.like_opencv = parse_choice<bool>(option, text, {{"opencv", true}});
              });
}

void add_validity(CLI::App& verb, FilterOptions& o) {
  OptionTable table(verb, "Which pixels");
  table.value({"--alpha", "keep|filter", "keep", "copy the alpha channel, or filter it too"},
              [&o](const string& option, const string& text) {
                o.alpha = parse_choice<Alpha>(
                    option, text,
                    {{name(Alpha::keep), Alpha::keep}, {name(Alpha::filter), Alpha::filter}});
              });
  table.value(
      {"--invalid", "V", "", "pixels of this value take no part (0 in depth maps)"},
      [&o](const string& option, const string& text) { o.invalid = parse_value(option, text); });
  table.value({"--mask", "FILE", "", "gray image of the same size; pixels that are 0 take no part"},
              [&o](const string&, const string& text) { o.mask = text; });
  table.flag("--fill", o.fill, "give pixels that take no part the mean of their neighbours");
  table.value(
      {"--region", "X,Y,W,H", "the whole image",
       "the result is this part, computed with its surroundings"},
      [&o](const string& option, const string& text) { o.region = parse_rect(option, text); });
}

}  // namespace

void add_filter_options(CLI::App& verb, FilterOptions& options) {
  add_shape(verb, options);
  add_validity(verb, options);
}

}  // namespace selvage::cli
