// SPDX-License-Identifier: Apache-2.0
#include "filter_options.hpp"

namespace selvage::cli {
namespace {

using std::string;

constexpr int max_radius = 4096;
constexpr int max_iterations = 1000;
constexpr const char* pixels = "Which pixels";

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

}  // namespace

void add_sigma_space(OptionTable& table, FilterOptions& o, const char* fallback) {
  table.value(
      {"-s,--sigma-space,--sigma-spatial", "PX", fallback, "standard deviation over distance"},
      [&o](const string& option, const string& text) {
        o.sigma_space = parse_number(option, text);
      });
}

void add_sigma_range(OptionTable& table, FilterOptions& o, const char* text) {
  table.value({"-r,--sigma-range,--sigma-color", "V", "0.1", text},
              [&o](const string& option, const string& given) {
                o.sigma_range = parse_value(option, given);
              });
}

void add_radius(OptionTable& table, FilterOptions& o, const char* fallback) {
  table.value({"--radius", "PX", fallback, "of the window, 0..4096"},
              [&o](const string& option, const string& text) {
                o.radius = static_cast<int>(parse_whole(option, text, 0, max_radius));
              });
}

void add_diameter(OptionTable& table, FilterOptions& o, const char* text) {
  table.value({"--diameter", "PX", "", text}, [&o](const string& option, const string& given) {
    o.diameter =
        static_cast<int>(parse_whole(option, given, -2 * max_radius - 1, 2 * max_radius + 1));
  });
}

void add_iterations(OptionTable& table, FilterOptions& o, const char* fallback, const char* text) {
  table.value({"--iterations", "N", fallback, text},
              [&o](const string& option, const string& given) {
                o.iterations = static_cast<int>(parse_whole(option, given, 1, max_iterations));
              });
}

void add_window(OptionTable& table, FilterOptions& o) {
  table.value({"--window", "square|disc", "square", "which neighbours take part"},
              [&o](const string& option, const string& text) {
                o.window = parse_choice<Window>(
                    option, text,
                    {{name(Window::square), Window::square}, {name(Window::disc), Window::disc}});
              });
}

void add_norm(OptionTable& table, FilterOptions& o, const char* text) {
  table.value({"--norm", "l2|l1|per_channel|luma|lab", "l2", text},
              [&o](const string& option, const string& given) {
                o.norm = parse_choice<Norm>(option, given,
                                            {{name(Norm::l2), Norm::l2},
                                             {name(Norm::l1), Norm::l1},
                                             {name(Norm::per_channel), Norm::per_channel},
                                             {name(Norm::luma), Norm::luma},
                                             {name(Norm::lab), Norm::lab}});
              });
}

void add_border(OptionTable& table, FilterOptions& o, const char* fallback) {
  table.value({"--border", "reflect101|reflect|clamp|wrap|constant:V|shrink|copy", fallback,
               "what stands outside the image, drawn below"},
              [&o](const string& option, const string& text) { set_border(o, option, text); });
}

void add_row_and_column(OptionTable& table, FilterOptions& o, const char* text) {
  table.value({"--row", "N,N,N", "", text}, [&o](const string& option, const string& given) {
    o.row = parse_numbers(option, given);
  });
  table.value(
      {"--column", "N,N,N", "", "likewise, from top to bottom; together with --row"},
      [&o](const string& option, const string& given) { o.column = parse_numbers(option, given); });
}

void add_alpha(CLI::App& verb, FilterOptions& o) {
  OptionTable(verb, pixels)
      .value({"--alpha", "keep|filter", "keep", "copy the alpha channel, or filter it too"},
             [&o](const string& option, const string& text) {
               o.alpha = parse_choice<Alpha>(
                   option, text,
                   {{name(Alpha::keep), Alpha::keep}, {name(Alpha::filter), Alpha::filter}});
             });
}

void add_invalid_and_mask(CLI::App& verb, FilterOptions& o) {
  OptionTable table(verb, pixels);
  table.value(
      {"--invalid", "V", "", "pixels of this value take no part (0 in depth maps)"},
      [&o](const string& option, const string& text) { o.invalid = parse_value(option, text); });
  table.value(
      {"--mask", "FILE|DIR/", "",
       "gray image of the same size, or a folder with one for each input; pixels that are 0 "
       "take no part"},
      [&o](const string&, const string& text) { o.side.mask = text; });
}

void add_fill(CLI::App& verb, FilterOptions& o) {
  OptionTable(verb, pixels)
      .flag("--fill", o.fill, "give pixels that take no part the mean of their neighbours");
}

void add_region(CLI::App& verb, FilterOptions& o) {
  OptionTable(verb, pixels)
      .value(
          {"--region", "X,Y,W,H", "the whole image",
           "the result is this part, computed with its surroundings"},
          [&o](const string& option, const string& text) { o.region = parse_rect(option, text); });
}

void add_pixel_options(CLI::App& verb, FilterOptions& o) {
  add_alpha(verb, o);
  add_invalid_and_mask(verb, o);
  add_fill(verb, o);
  add_region(verb, o);
}

}  // namespace selvage::cli
