// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which channels of a file are an image's.

#include <string>
#include <vector>

namespace selvage {

// A part of a file: its name, empty where it has none, and the names of its channels.
struct ExrPart {
  std::string name;
  std::vector<std::string> channels;
};

struct ExrChannels {
  std::size_t part = 0;
  std::vector<std::string> names = {};  // 1..4, in the image's order
  bool alpha = false;                   // the last one
  std::string problem = {};             // why there are none: "it has no layer 'x'"
};

// The channels of a layer, which is
//   empty: R, G, B, else X, Y, Z, else Y, with A, of the first part, or the only layer that this
//     part has
//   a part's name: the same of that part
//   a channel's name ("Z"): that channel
//   what stands before the last dot of channels ("N" of N.X, N.Y, N.Z): those, in the order X Y Z,
//     R G B A or Y A, or else alphabetical
// of the first part that has it, or of the part PART for "PART.LAYER".
ExrChannels find_exr_channels(const std::vector<ExrPart>& parts, const std::string& layer);

// The names of all layers that can be asked for, parts included, each once.
std::vector<std::string> exr_layers(const std::vector<ExrPart>& parts);

}  // namespace selvage
