// SPDX-License-Identifier: Apache-2.0
// Plots the histogram as SVG.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "console/messages.hpp"
#include "histogram/histogram_report.hpp"

namespace selvage::cli {
namespace {

// Lengths in units of the drawing.
constexpr int plot_left = 90, plot_top = 40, plot_width = 768, plot_height = 320;
constexpr int drawing_width = plot_left + plot_width + 30,
              drawing_height = plot_top + plot_height + 60;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      default: result += c;
    }
  return result;
}

std::string colour_of(const std::string& channel) {
  struct Entry {
    std::string_view channel, colour;
  };
  constexpr std::array entries{Entry{"red", "#cc2222"},  Entry{"green", "#1a8f1a"},
                               Entry{"blue", "#2244cc"}, Entry{"alpha", "#999999"},
                               Entry{"1", "#b8860b"},    Entry{"2", "#6a3d9a"},
                               Entry{"3", "#008b8b"}};
  const auto* entry = std::ranges::find(entries, channel, &Entry::channel);
  return std::string(entry == entries.end() ? "#222222" : entry->colour);
}

// Returns a step of 1, 2 or 5 times a power of ten, of which about five fit in `range`.
double tick_step(double range) {
  const double power = std::pow(10.0, std::floor(std::log10(range / 5.0)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (power * factor * 5.0 >= range * (1.0 - 1e-9)) return power * factor;
  return power * 10.0;
}

// Returns the columns of the plot: one bin each, or the fullest of the bins that share one.
std::vector<std::uint64_t> columns_of(const std::vector<std::uint64_t>& bins) {
  const std::size_t count = std::min(bins.size(), std::size_t{plot_width});
  std::vector<std::uint64_t> columns(count, 0);
  for (std::size_t i = 0; i < bins.size(); ++i) {
    std::uint64_t& column = columns[i * count / bins.size()];
    column = std::max(column, bins[i]);
  }
  return columns;
}

std::string tick(double x, double y, const std::string& text, bool below) {
  return below ? fmt::format(
                     "<path d=\"M{0:.1f} {1:.1f}v5\" stroke=\"#222\"/><text x=\"{0:.1f}\" "
                     "y=\"{2:.1f}\" "
                     "text-anchor=\"middle\">{3}</text>\n",
                     x, y, y + 20, text)
               : fmt::format(
                     "<path d=\"M{0:.1f} {1:.1f}h-5\" stroke=\"#222\"/><text x=\"{2:.1f}\" "
                     "y=\"{3:.1f}\" "
                     "text-anchor=\"end\">{4}</text>\n",
                     x, y, x - 9, y + 4, text);
}

std::string axes(const Counts& counts, double most) {
  constexpr double bottom = plot_top + plot_height;
  constexpr int most_ticks = 12;
  std::string text = fmt::format(
      "<path d=\"M{} {}V{}H{}\" stroke=\"#222\" fill=\"none\"/>\n<g font-size=\"12\">\n", plot_left,
      plot_top, bottom, plot_left + plot_width);
  const double range = std::max(counts.high - counts.low, 1e-30);
  const double step = tick_step(range), rise = std::max(1.0, tick_step(most));
  const double first = std::ceil(counts.low / step) * step;
  for (int i = 0; i < most_ticks && first + i * step <= counts.high + range * 1e-9; ++i) {
    const double v = first + i * step;
    if (i > 0 && v <= first) break;  // all samples are (nearly) equal
    text += tick(plot_left + plot_width * (v - counts.low) / range, bottom,
                 fmt::format("{:.4g}", std::abs(v) < step * 1e-6 ? 0.0 : v), true);
  }
  for (int i = 0; i < most_ticks && i * rise <= most; ++i)
    text += tick(plot_left, bottom - plot_height * i * rise / most, fmt::format("{:.6g}", i * rise),
                 false);
  return text + "</g>\n";
}

std::string curve(const std::vector<std::uint64_t>& columns, double most,
                  const std::string& colour) {
  constexpr double bottom = plot_top + plot_height;
  std::string path = fmt::format("M{} {}", plot_left, bottom);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const double right =
        plot_left + plot_width * static_cast<double>(i + 1) / static_cast<double>(columns.size());
    path += fmt::format("V{:.1f}H{:.1f}",
                        bottom - plot_height * static_cast<double>(columns[i]) / most, right);
  }
  return fmt::format("<path d=\"{}V{}Z\" fill=\"{}\" fill-opacity=\"0.15\" stroke=\"{}\"/>\n", path,
                     bottom, colour, colour);
}

std::string legend(const std::vector<std::string>& channels) {
  std::string text;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    const int x = plot_left + plot_width - 70 * static_cast<int>(channels.size() - c);
    text += fmt::format(
        "<path d=\"M{} 26h16\" stroke=\"{}\" stroke-width=\"3\"/><text x=\"{}\" "
        "y=\"30\">{}</text>\n",
        x, colour_of(channels[c]), x + 21, channels[c]);
  }
  return text;
}

}  // namespace

std::string svg_of(const HistogramReport& r) {
  double most = 1.0;
  for (const auto& bins : r.counts.bins)
    most = std::max(most, static_cast<double>(*std::max_element(bins.begin(), bins.end())));
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"13\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n"
      "<text x=\"{2}\" y=\"30\">{3}</text>\n",
      drawing_width, drawing_height, plot_left, escaped(printable(r.file)));
  text += axes(r.counts, most) + legend(r.channels);
  for (std::size_t c = 0; c < r.channels.size(); ++c)
    text += curve(columns_of(r.counts.bins[c]), most, colour_of(r.channels[c]));
  const bool shared = r.counts.bins.front().size() > std::size_t{plot_width};
  text += fmt::format(
      "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">sample value</text>\n"
      "<text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\">samples in a "
      "bin{}</text>\n</svg>\n",
      plot_left + plot_width / 2, drawing_height - 14, plot_top + plot_height / 2,
      shared ? " (the fullest of those that share a column)" : "");
  return text;
}

}  // namespace selvage::cli
