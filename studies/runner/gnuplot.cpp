// SPDX-License-Identifier: Apache-2.0
#include "runner/gnuplot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "selvage/error.hpp"

namespace selvage::studies {
namespace {

// Colours that differ for all eyes and on paper: Okabe and Ito's without yellow, then three more.
constexpr std::array<std::string_view, 10> colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                      "#e69f00", "#56b4e9", "#000000", "#999999",
                                                      "#882255", "#7a7a00"};
// Point types that are filled; one less is the same shape, hollow.
constexpr std::array shapes = {7, 5, 9, 11, 13};
constexpr std::string_view not_there = "?";
constexpr std::size_t most_letters = 60;  // of the groups' names beside one another
constexpr std::size_t most_points = 40;   // of a line that shows them
constexpr double room = 0.03;             // of the axis, beside its first and its last point

std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') result += '\'';
    result += c == '\n' ? ' ' : c;
  }
  return result + "'";
}

// A word of a data line.
std::string data_word(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? '\'' : c;
  return result + "\"";
}

// A document's series has the colour and the shape of ours that it names: "GPU3" for "Staal's
// GPU3".
std::size_t look_of(const Plot& plot, std::size_t i) {
  const Series& s = plot.series[i];
  for (std::size_t other = 0; s.document && other < plot.series.size(); ++other)
    if (other != i && s.name.find(plot.series[other].name) != std::string::npos) return other;
  return i;
}

std::string_view colour_of(const Plot& plot, std::size_t i) {
  return colours[look_of(plot, i) % colours.size()];
}

// Series of the same colour have different shapes.
int shape_of(const Plot& plot, std::size_t i) {
  const std::size_t look = look_of(plot, i);
  return shapes[(look + look / colours.size()) % shapes.size()];
}

bool can_be_drawn(double value, bool logarithmic) {
  return std::isfinite(value) && (!logarithmic || value > 0.0);
}

std::string lines_data(const Plot& plot) {
  std::string script;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& s = plot.series[i];
    script += fmt::format("$data{} << END\n", i);
    for (std::size_t k = 0; k < std::min(s.x.size(), s.y.size()); ++k)
      if (can_be_drawn(s.x[k], plot.log_x) && can_be_drawn(s.y[k], plot.log_y))
        script += fmt::format("{} {}\n", s.x[k], s.y[k]);
    script += "END\n";
  }
  return script;
}

// A single point has no line, in the legend neither; hundreds of points would hide theirs.
std::string style_of(const Plot& plot, std::size_t i) {
  const Series& s = plot.series[i];
  const std::string line = fmt::format("linewidth 2 dashtype {} linecolor rgb '{}'",
                                       s.document ? 2 : 1, colour_of(plot, i));
  if (s.x.size() > most_points) return "lines " + line;
  return fmt::format("{} pointsize {} pointtype {} {}", s.x.size() == 1 ? "points" : "linespoints",
                     s.document ? 1.3 : 0.9, shape_of(plot, i) - (s.document ? 1 : 0), line);
}

std::string lines_command(const Plot& plot) {
  std::string command = "plot ";
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    command += fmt::format("{}$data{} using 1:2 with {} title {}", i == 0 ? "" : ", ", i,
                           style_of(plot, i), in_quotes(plot.series[i].name));
  return command + "\n";
}

// One line for each group: its name, then the height of each series' bar.
std::string bars_data(const Plot& plot) {
  std::string script = "$data << END\n";
  for (std::size_t group = 0; group < plot.x_names.size(); ++group) {
    script += data_word(plot.x_names[group]);
    for (const Series& s : plot.series) {
      const auto at = std::ranges::find(s.x, static_cast<double>(group));
      const auto k = static_cast<std::size_t>(at - s.x.begin());
      const bool there = k < s.y.size() && can_be_drawn(s.y[k], plot.log_y);
      script += there ? fmt::format(" {}", s.y[k]) : fmt::format(" {}", not_there);
    }
    script += "\n";
  }
  return script + "END\n";
}

std::string bars_command(const Plot& plot) {
  std::string command =
      "set style data histograms\nset style histogram clustered gap 1\nset boxwidth 0.9\n";
  std::size_t letters = 0;
  for (const std::string& name : plot.x_names) letters += name.size();
  if (letters > most_letters) command += "set xtics rotate by 40 right\n";
  command += "plot ";
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& s = plot.series[i];
    command += fmt::format("{}$data using {}:xtic(1) title {} linecolor rgb '{}' fillstyle {}",
                           i == 0 ? "" : ", ", i + 2, in_quotes(s.name), colour_of(plot, i),
                           s.document ? "pattern 4" : "solid 0.85");
  }
  return command + "\n";
}

// "set xtics (1, 2, 4)".
std::string ticks(const Plot& plot) {
  std::set<double> at;
  for (const Series& s : plot.series) at.insert(s.x.begin(), s.x.end());
  return fmt::format("set xtics ({})\n", fmt::join(at, ", "));
}

// From before the first point to behind the last one, which no tick or frame then covers.
std::string x_range(const Plot& plot) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Series& s : plot.series)
    for (const double x : s.x)
      if (can_be_drawn(x, plot.log_x)) low = std::min(low, x), high = std::max(high, x);
  if (!(low < high)) return {};
  if (plot.log_x) {
    const double factor = std::pow(high / low, room);
    return fmt::format("set xrange [{:.6g}:{:.6g}]\n", low / factor, high * factor);
  }
  const double margin = room * (high - low);
  return fmt::format("set xrange [{:.6g}:{:.6g}]\n", low - margin, high + margin);
}

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
};

Extent y_extent(const Plot& plot) {
  Extent extent;
  for (const Series& s : plot.series)
    for (const double y : s.y)
      if (can_be_drawn(y, plot.log_y)) {
        extent.low = std::min(extent.low, y);
        extent.high = std::max(extent.high, y);
      }
  return extent;
}

// A logarithmic axis of two decades at most would have two labels or none: 1, 2, 5, 10, 20 ...
std::string log_ticks(const Extent& extent) {
  if (extent.high > 100.0 * extent.low) return {};
  std::vector<std::string> at;
  const int first = static_cast<int>(std::floor(std::log10(extent.low))) - 1;
  for (int decade = first; decade <= first + 5; ++decade)
    for (const int digit : {1, 2, 5}) at.push_back(fmt::format("{}e{}", digit, decade));
  return fmt::format("set ytics ({})\nset format y '%g'\n", fmt::join(at, ", "));
}

std::string y_range(const Plot& plot) {
  const Extent extent = y_extent(plot);
  const bool bars = plot.kind == Plot::Kind::bars;
  if (!plot.log_y)
    return plot.from_zero ? "set yrange [0:*]\n" : "set offsets 0, 0, graph 0.05, graph 0.05\n";
  std::string script = "set logscale y\n" + log_ticks(extent);
  // A logarithm has no zero for bars to stand on: the lowest is seen too.
  if (bars) script += fmt::format("set yrange [{}:*]\n", extent.low / 2.0);
  return script;
}

// Beside lines, of which there may be twenty; above bars. Where the axes have no labels.
std::string_view legend(const Plot& plot) {
  if (plot.kind == Plot::Kind::bars) return "set key tmargin center horizontal Left reverse";
  return "set key outside right center Left reverse";
}

std::string settings(const Plot& plot) {
  const bool bars = plot.kind == Plot::Kind::bars;
  std::string script = fmt::format(
      "set termoption noenhanced\nset encoding utf8\nset datafile missing '{}'\nset title {}\n"
      "set xlabel {}\nset ylabel {}\nset grid ytics linetype 1 linecolor rgb '#cccccc'\n"
      "{}\n",
      not_there, in_quotes(plot.title), in_quotes(plot.x_label), in_quotes(plot.y_label),
      legend(plot));
  if (!bars) script += x_range(plot);
  if (plot.log_x && !bars) script += "set logscale x 2\n";
  if (plot.ticks_at_points && !bars) script += ticks(plot);
  return script + y_range(plot);
}

}  // namespace

bool has_gnuplot() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/gnuplot").c_str(), X_OK) == 0) return true;
  return false;
}

std::string gnuplot_script(const Plot& plot, const std::filesystem::path& stem) {
  const bool bars = plot.kind == Plot::Kind::bars;
  const std::string data = bars ? bars_data(plot) : lines_data(plot);
  const std::string command = bars ? bars_command(plot) : lines_command(plot);
  const auto drawn = [&](const char* terminal, const char* extension) {
    return fmt::format("set terminal {}\nset output {}\n{}{}unset output\n", terminal,
                       in_quotes(stem.string() + extension), settings(plot), command);
  };
  return data + drawn("svg size 900,560 font 'sans,16' background rgb 'white'", ".svg") +
         drawn("pngcairo size 1200,750 font 'sans,16'", ".png");
}

void draw(const Plot& plot, const std::filesystem::path& stem) {
  if (std::isinf(y_extent(plot).low))
    throw Error(Errc::output, fmt::format("the plot {} has nothing to draw", plot.name));
  const std::string script = gnuplot_script(plot, stem);
  // A gnuplot that ends early is an error to report, not a signal to die of.
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  FILE* const pipe = popen("gnuplot >/dev/null", "w");
  const bool written =
      pipe != nullptr && std::fwrite(script.data(), 1, script.size(), pipe) == script.size();
  const int status = pipe != nullptr ? pclose(pipe) : -1;
  std::signal(SIGPIPE, before);
  if (!written || status != 0)
    throw Error(Errc::output, fmt::format("gnuplot cannot draw {}", stem.string()),
                "its words stand above");
}

}  // namespace selvage::studies
