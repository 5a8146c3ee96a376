// SPDX-License-Identifier: Apache-2.0
#include "io/exr/exr_channels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace selvage {
namespace {

constexpr std::size_t most_channels = 4;
constexpr std::string_view colour_letters = "RGBAY";

// Returns "N" for "N.X", and an empty name for "Z".
std::string layer_of(const std::string& channel) {
  const std::size_t dot = channel.rfind('.');
  return dot == std::string::npos ? std::string() : channel.substr(0, dot);
}

bool is_colour(const std::string& channel) {
  return channel.size() == 1 && colour_letters.find(channel) != std::string_view::npos;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// Returns 'X' for "N.x"; 0 if more than one letter follows the dot.
char letter_of(const std::string& channel) {
  const std::string last = channel.substr(channel.rfind('.') + 1);
  return last.size() == 1 ? static_cast<char>(std::toupper(static_cast<unsigned char>(last[0])))
                          : '\0';
}

// Sorts the channels of one layer into the order of an image.
ExrChannels in_order(std::vector<std::string> names) {
  std::ranges::sort(names);
  std::string letters;
  for (const std::string& name : names) letters.push_back(letter_of(name));
  for (const std::string_view order : {"RGBA", "RGB", "XYZ", "YA"}) {
    if (!std::ranges::is_permutation(letters, order)) continue;
    std::ranges::sort(names, {},
                      [&](const std::string& name) { return order.find(letter_of(name)); });
    return {.names = names, .alpha = order.ends_with('A')};
  }
  if (names.size() > most_channels)
    return {.problem = fmt::format("the layer has {} channels", names.size())};
  return {.names = names};
}

ExrChannels colours_of(const ExrPart& part) {
  for (const std::vector<std::string>& set :
       {std::vector<std::string>{"R", "G", "B"}, {"X", "Y", "Z"}, {"Y"}}) {
    if (!std::ranges::all_of(set, [&](const auto& name) { return has(part.channels, name); }))
      continue;
    if (set.size() == 1 && (has(part.channels, "RY") || has(part.channels, "BY")))
      return {.problem = "luminance and subsampled chroma (Y, RY, BY) are not supported"};
    ExrChannels found{.names = set, .alpha = has(part.channels, "A")};
    if (found.alpha) found.names.emplace_back("A");
    return found;
  }
  const bool one_layer = std::ranges::all_of(part.channels, [&](const std::string& name) {
    return layer_of(name) == layer_of(part.channels.front()) && !layer_of(name).empty();
  });
  if (part.channels.size() == 1 || (one_layer && !part.channels.empty()))
    return in_order(part.channels);
  return {.problem = "it has several layers, but no channels R, G, B, nor X, Y, Z, nor Y"};
}

// Returns no channels when the part has no such layer.
ExrChannels layer_in(const ExrPart& part, const std::string& layer) {
  if (has(part.channels, layer)) return {.names = {layer}};
  std::vector<std::string> names;
  for (const std::string& channel : part.channels)
    if (layer_of(channel) == layer) names.push_back(channel);
  return names.empty() ? ExrChannels{} : in_order(names);
}

bool is_found(const ExrChannels& channels) {
  return !channels.names.empty() || !channels.problem.empty();
}

// Returns find(part) of the first part in which it finds channels.
template <class Find>
ExrChannels first_found(const std::vector<ExrPart>& parts, Find&& find) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ExrChannels channels = find(parts[i]);
    channels.part = i;
    if (is_found(channels)) return channels;
  }
  return {};
}

}  // namespace

ExrChannels find_exr_channels(const std::vector<ExrPart>& parts, const std::string& layer) {
  if (layer.empty()) return colours_of(parts.front());
  ExrChannels found = first_found(parts, [&](const ExrPart& part) {
    return part.name == layer ? colours_of(part) : ExrChannels{};
  });
  if (!is_found(found))
    found = first_found(parts, [&](const ExrPart& part) { return layer_in(part, layer); });
  if (!is_found(found))
    found = first_found(parts, [&](const ExrPart& part) {
      const bool named = !part.name.empty() && layer.starts_with(part.name + '.');
      return named ? layer_in(part, layer.substr(part.name.size() + 1)) : ExrChannels{};
    });
  if (!is_found(found)) found.problem = fmt::format("it has no layer '{}'", layer);
  return found;
}

std::vector<std::string> exr_layers(const std::vector<ExrPart>& parts) {
  std::vector<std::string> layers;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && !has(layers, name)) layers.push_back(name);
  };
  for (const ExrPart& part : parts) {
    add(part.name);
    for (const std::string& channel : part.channels)
      if (!is_colour(channel)) add(layer_of(channel).empty() ? channel : layer_of(channel));
  }
  return layers;
}

}  // namespace selvage
