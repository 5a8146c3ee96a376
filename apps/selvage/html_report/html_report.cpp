// SPDX-License-Identifier: Apache-2.0
#include "html_report/html_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <span>
#include <utility>

#include "compare/scale_bar.hpp"
#include "html_report/data_uri.hpp"
#include "html_report/page_text.hpp"
#include "inputs/folders.hpp"
#include "inputs/formats.hpp"
#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

using Json = nlohmann::ordered_json;

// JSON for a script element, which "</script>" or "<!--" would end. Bytes that are not UTF-8 become
// U+FFFD.
std::string script_text(const Json& value) {
  const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string result;
  result.reserve(text.size());
  for (const char c : text)
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  return result;
}

Json json_of(const ShownFile& file, const Preview& preview) {
  const bool turns = preview.picture.width() != preview.picture.height() &&
                     (preview.shape.width > preview.shape.height) !=
                         (preview.picture.width() > preview.picture.height());
  const int width = turns ? preview.shape.height : preview.shape.width;
  const int height = turns ? preview.shape.width : preview.shape.height;
  return {{"name", printable(file.name)},
          {"what", shape_text(preview.shape)},
          {"width", width},
          {"height", height},
          {"reduced", preview.reduced},
          {"png", png_uri(preview.picture)}};
}

Json json_of(const DifferenceMap& map, PixelType type, bool same_type) {
  const Difference& d = map.found;
  return {{"max", d.max},
          {"mean", d.mean},
          {"rms", d.rms},
          {"psnr", std::isfinite(d.psnr) ? Json(d.psnr) : Json()},
          {"max_text", difference_text(d.max, type, same_type)},
          {"scale", map.scale},
          {"scale_text", difference_text(map.scale, type, same_type)},
          {"png", png_uri(map.picture)}};
}

// One row for each channel that either image has.
Json histograms_of(const PairPreview& pair) {
  const Preview& most =
      pair.before.histograms.size() > pair.after.histograms.size() ? pair.before : pair.after;
  Json channels = Json::array(), before = Json::array(), after = Json::array();
  for (std::size_t c = 0; c < most.histograms.size(); ++c) {
    channels.push_back(channel_name(most.shape, static_cast<int>(c)));
    const auto of = [&](const Preview& p) {
      return c < p.histograms.size() ? Json(p.histograms[c]) : Json();
    };
    before.push_back(of(pair.before));
    after.push_back(of(pair.after));
  }
  return {{"channels", channels}, {"before", before}, {"after", after}};
}

std::vector<std::string> notes_of(const ReportedPair& pair, const PairPreview& preview) {
  std::vector<std::string> notes;
  for (const std::string& note : pair.notes) notes.push_back(printable(note));
  if (preview.before.is_video)
    notes.emplace_back("The pictures are the luma of the first frame.");
  else if (preview.before.pages > 1)
    notes.push_back(
        fmt::format("The pictures are page {} of {}.", pair.before.page, preview.before.pages));
  if (!preview.difference)
    notes.emplace_back("There is no difference map: the images have different sizes or channels.");
  if (const int channels = preview.after.shape.colour_channels(); channels > most_histograms)
    notes.push_back(
        fmt::format("The picture and the histograms are of the first of {} channels.", channels));
  if (preview.range.low != 0.0 || preview.range.high != 1.0)
    notes.push_back(fmt::format("Black is {:.4g}, white is {:.4g}: the range of the samples.",
                                preview.range.low, preview.range.high));
  return notes;
}

Json json_of(const ReportedPair& pair, const PairPreview& preview) {
  const PixelType type = preview.after.shape.type;
  Json object{{"report", pair.report},
              {"page", pair.before.page},
              {"device", pair.device},
              {"error_bound", pair.error_bound},
              {"sigma_range", pair.sigma_range},
              {"before", json_of(pair.before, preview.before)},
              {"after", json_of(pair.after, preview.after)},
              {"difference", nullptr},
              {"low", preview.range.low},
              {"high", preview.range.high},
              {"histograms", histograms_of(preview)},
              {"notes", notes_of(pair, preview)}};
  if (preview.difference)
    object["difference"] = json_of(*preview.difference, type, preview.before.shape.type == type);
  return object;
}

// A part of the file, below what is shown of it.
ShownFile part_of(ShownFile file, Rect part) {
  if (file.part) {
    part.x += file.part->x;
    part.y += file.part->y;
  }
  file.part = part;
  return file;
}

// Returns the middle of reduced images at full size, or null.
Json detail_of(const ReportedPair& pair, const PairPreview& preview, std::int64_t pixels,
               const Limits& limits, const std::stop_token& stop) {
  const std::optional<Rect> middle = middle_of(preview, pixels);
  if (!middle) return nullptr;
  const PairPreview part = preview_of(part_of(pair.before, *middle), part_of(pair.after, *middle),
                                      pixels, limits, stop, &preview);
  return {{"before", json_of(pair.before, part.before)},
          {"after", json_of(pair.after, part.after)},
          {"difference", {{"png", png_uri(part.difference->picture)}}}};
}

// The colours of the difference map from 0 to its scale.
Json map_colours() {
  constexpr int steps = 16;
  Json colours = Json::array();
  for (int i = 0; i <= steps; ++i) {
    const Colour colour = map_colour(static_cast<double>(i) / steps);
    colours.push_back(fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue));
  }
  return colours;
}

bool is_plain(char c) {
  constexpr std::string_view others = "_-+=:,./@%^";
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         others.find(c) != std::string_view::npos;
}

// Adds `"name": value` of the outermost object.
void add(std::string& text, std::string_view name, const Json& value) {
  text += fmt::format("\"{}\":{},\n", name, script_text(value));
}

}  // namespace

std::int64_t pixels_of_page(std::size_t memory) {
  constexpr std::int64_t most = std::int64_t{1} << 23;
  // Three pictures as PNG and base64, and the page's last copy.
  constexpr std::size_t bytes_per_pixel = 32;
  if (memory == 0) return most;
  return std::min(most, static_cast<std::int64_t>(memory / bytes_per_pixel));
}

std::int64_t pixels_of_pair(std::int64_t of_page, std::size_t pairs) {
  constexpr std::int64_t most = std::int64_t{1} << 21, least = 1024;
  const auto count = static_cast<std::int64_t>(std::max<std::size_t>(1, pairs));
  return std::max(least, std::min(most, of_page / count));
}

std::string shell_command(const std::vector<std::string>& words) {
  std::string text = "selvage";
  for (const std::string& word : words) {
    if (!word.empty() && std::ranges::all_of(word, is_plain)) {
      text += " " + word;
      continue;
    }
    text += " '";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}

void check_report_name(const std::string& file, const std::vector<std::string>& others) {
  const auto refuse = [](const std::string& what, const std::string& hint) {
    throw Error(Errc::invalid_argument, what, hint);
  };
  const std::filesystem::path path = file;
  if (path.extension() != ".html" && path.extension() != ".htm")
    refuse(fmt::format("--report {}: reports are HTML files", file),
           file == "-"
               ? "for instance: --report report.html"
               : fmt::format("for instance: --report {}",
                             std::filesystem::path(file).replace_extension(".html").string()));
  for (const std::string& other : others)
    if (other != "-" && place_of(other) == place_of(file))
      refuse(fmt::format("--report {} is also another file of this command", file),
             "name another file");
}

void write_report(const std::string& file, const RunReport& run, bool overwrite,
                  const Limits& limits, std::size_t memory, const std::stop_token& stop) {
  const std::int64_t pixels = pixels_of_pair(pixels_of_page(memory), run.pairs.size());
  constexpr std::string_view mark = "@DATA@";
  const std::size_t place = page_text.find(mark);
  std::string text(page_text.substr(0, place));
  text += "{";
  add(text, "version", SELVAGE_VERSION);
  add(text, "command", shell_command(run.words));
  add(text, "labels", run.labels);
  add(text, "colours", map_colours());
  add(text, "failures", run.failures);
  text += "\"entries\":[";
  for (const ReportedPair& pair : run.pairs) {
    if (&pair != &run.pairs.front()) text += ",\n";
    const PairPreview preview = preview_of(pair.before, pair.after, pixels, limits, stop);
    Json entry = json_of(pair, preview);
    entry["detail"] = detail_of(pair, preview, pixels / 2, limits, stop);
    text += script_text(entry);
  }
  text += "]}";
  text += page_text.substr(place + mark.size());
  save_bytes(file, std::as_bytes(std::span(text)), overwrite);
}

}  // namespace selvage::cli
