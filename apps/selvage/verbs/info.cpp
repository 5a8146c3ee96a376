// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "command_line/help.hpp"
#include "command_line/option_table.hpp"
#include "command_line/options.hpp"
#include "inputs/formats.hpp"
#include "inputs/source.hpp"
#include "selvage/io.hpp"
#include "selvage/metadata.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

struct InfoCommand {
  std::vector<std::string> files;
  Limits limits;
  MessageOptions messages;
};

constexpr double metres_per_inch = 0.0254;

bool is_geotiff(const GeoTags& geo) {
  return !geo.keys.empty() || !geo.tie_points.empty() || !geo.transformation.empty();
}

// Returns the metadata of the file; absent entries are null.
nlohmann::ordered_json json_of(const Metadata& m) {
  nlohmann::ordered_json icc, dpi, exif, xmp;
  if (!m.icc.empty()) icc = {{"bytes", m.icc.size()}, {"description", profile_description(m.icc)}};
  if (m.x_density > 0) dpi = {m.x_density * metres_per_inch, m.y_density * metres_per_inch};
  if (!m.exif.empty()) exif = {{"bytes", m.exif.size()}, {"orientation", exif_orientation(m.exif)}};
  if (!m.xmp.empty()) xmp = {{"bytes", m.xmp.size()}};
  return {{"icc", icc}, {"dpi", dpi}, {"exif", exif}, {"xmp", xmp}};
}

std::string text_of(const Metadata& m) {
  std::string text;
  if (!m.icc.empty()) {
    const std::string name = profile_description(m.icc);
    text += fmt::format("  colour profile: {}{}{} bytes\n", printable(name),
                        name.empty() ? "" : ", ", m.icc.size());
  }
  if (m.x_density > 0) {
    const double x = m.x_density * metres_per_inch, y = m.y_density * metres_per_inch;
    text += m.x_density == m.y_density ? fmt::format("  resolution: {:.4g} dpi\n", x)
                                       : fmt::format("  resolution: {:.4g} x {:.4g} dpi\n", x, y);
  }
  if (!m.exif.empty()) {
    const int orientation = exif_orientation(m.exif);
    text += fmt::format("  EXIF: {} bytes, orientation {}{}\n", m.exif.size(), orientation,
                        orientation == 1 ? "" : " (viewers turn the image)");
  }
  if (is_geotiff(m.geo)) text += "  a GeoTIFF: its place on the Earth is kept in TIFF\n";
  if (!m.geo.no_data.empty()) text += fmt::format("  nodata: {}\n", printable(m.geo.no_data));
  if (!m.xmp.empty()) text += fmt::format("  XMP: {} bytes\n", m.xmp.size());
  return text;
}

// The numbers are floats in the file; 0.8 is to be shown as 0.8.
std::array<double, 3> rounded(std::array<double, 3> spacing) {
  for (double& distance : spacing) distance = std::stod(fmt::format("{:.7g}", distance));
  return spacing;
}

nlohmann::ordered_json json_of(const std::string& file, const FileInfo& i) {
  nlohmann::ordered_json object{
      {"input", file},        {"verb", "info"},           {"format", i.format},
      {"width", i.width},     {"height", i.height},       {"channels", i.channels},
      {"alpha", i.alpha},     {"type", name(i.type)},     {"file_bits", i.file_bits},
      {"palette", i.palette}, {"max_value", i.max_value}, {"pages", i.pages}};
  object.update(json_of(i.metadata));
  const GeoTags& geo = i.metadata.geo;
  if (is_geotiff(geo)) object["geotiff"] = true;
  if (!geo.no_data.empty()) object["nodata"] = geo.no_data;
  if (!i.video.header.empty()) object["video"] = i.video.header;
  if (!i.volume.nifti.empty()) object["spacing"] = rounded(i.volume.spacing);
  object["notes"] = i.notes;
  object["layers"] = i.layers;
  return object;
}

std::string text_of(const std::string& file, const FileInfo& i) {
  const ConstImageView shape = shape_of(i.type, i.width, i.height, i.channels, i.alpha);
  std::string text = fmt::format("{}: {} {}", printable(file), i.format, shape_text(shape));
  if (i.palette)
    text += fmt::format(", from a palette of {}-bit indices", i.file_bits);
  else if (i.max_value > 0)
    text += fmt::format(", full scale {} in the file", i.max_value);
  else if (static_cast<std::size_t>(i.file_bits) != 8 * sample_bytes(i.type))
    text += fmt::format(", {}-bit in the file", i.file_bits);
  if (i.pages > 1) text += fmt::format(", the first of {} pages", i.pages);
  text += '\n';
  if (!i.layers.empty())
    text += fmt::format("  layers: {}\n", printable(fmt::format("{}", fmt::join(i.layers, ", "))));
  if (!i.video.header.empty()) text += fmt::format("  video: {}\n", printable(i.video.header));
  if (!i.volume.nifti.empty()) {
    const auto [x, y, z] = rounded(i.volume.spacing);
    text += fmt::format("  voxels of {} x {} x {}\n", x, y, z);
  }
  text += text_of(i.metadata);
  for (const std::string& note : i.notes) text += fmt::format("  note: {}\n", printable(note));
  return text;
}

}  // namespace

Verb add_info(CLI::App& root) {
  const auto command = std::make_shared<InfoCommand>();
  CLI::App& verb = add_verb(root, "info", info_help);
  add_files(verb, command->files);
  add_size_limits(verb, command->limits);
  add_json_option(verb, command->messages);
  return {&verb, {command, &command->messages}, [command](const std::stop_token&) {
            return for_each_file(
                find_inputs(command->files), command->messages, [&](const InputFile& file) {
                  const FileInfo header = info(file.path, command->limits);
                  if (command->messages.json)
                    print(command->messages, json_of(file.path, header));
                  else
                    print(command->messages, std::string_view(text_of(file.path, header)));
                });
          }};
}

}  // namespace selvage::cli
