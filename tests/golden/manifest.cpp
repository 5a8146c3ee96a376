// SPDX-License-Identifier: Apache-2.0
#include "golden/manifest.hpp"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>

#include "selvage/io.hpp"

namespace selvage::testing {
namespace {

using Json = nlohmann::json;

template <class Enum>
Enum enum_of(const Json& word, Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i)
    if (name(static_cast<Enum>(i)) == word.get<std::string>()) return static_cast<Enum>(i);
  throw std::runtime_error("unknown word in the manifest: " + word.dump());
}

Bilateral filter_of(const Json& json) {
  Bilateral f;
  for (const auto& [key, value] : json.items()) {
    if (key == "sigma_space")
      f.sigma_space = value;
    else if (key == "sigma_range")
      f.sigma_range = value;
    else if (key == "radius")
      f.radius = value.get<int>();
    else if (key == "window")
      f.window = enum_of(value, Window::disc);
    else if (key == "norm")
      f.norm = enum_of(value, Norm::lab);
    else if (key == "border")
      f.border = enum_of(value, Border::copy);
    else if (key == "border_value")
      f.border_value = value;
    else if (key == "iterations")
      f.iterations = value;
    else
      throw std::runtime_error("unknown key in the manifest: " + key);
  }
  return f;
}

}  // namespace

void PrintTo(const GoldenCase& c, std::ostream* out) {
  *out << c.name;
}

std::filesystem::path golden_folder() {
  const char* name = std::getenv("SELVAGE_GOLDEN_FOLDER");
  return name != nullptr ? name : SELVAGE_GOLDEN_FOLDER;
}

Manifest read_manifest(const std::filesystem::path& folder) {
  const Json json = Json::parse(std::ifstream(folder / "manifest.json"));
  Manifest manifest;
  for (const Json& photo : json.at("photos")) {
    const auto crop = photo.at("crop").get<std::vector<int>>();
    manifest.photos.push_back({.file = folder / photo.at("file").get<std::string>(),
                               .source = photo.at("source"),
                               .crop = {crop.at(0), crop.at(1), crop.at(2), crop.at(3)}});
  }
  for (const Json& c : json.at("cases"))
    manifest.cases.push_back({.name = c.at("name"),
                              .photo = folder / c.at("photo").get<std::string>(),
                              .expected = folder / c.at("expected").get<std::string>(),
                              .type = enum_of(c.at("type"), PixelType::f32),
                              .filter = filter_of(c.at("filter")),
                              .max_difference = c.at("max_difference"),
                              .min_equal = c.at("min_equal")});
  return manifest;
}

Image golden_input(const GoldenCase& c) {
  return convert(load(c.photo), c.type);
}

}  // namespace selvage::testing
