// SPDX-License-Identifier: Apache-2.0
#pragma once
// The choice of the channels that make an image.

#include <string>
#include <vector>

namespace selvage {

// A part of a file: its name (may be empty) and the names of its channels.
struct ExrPart {
  std::string name;
  std::vector<std::string> channels;
};

struct ExrChannels {
  std::size_t part = 0;
  std::vector<std::string> names = {};  // 1..4, in the image's order
  bool alpha = false;                   // the last channel is alpha
  std::string problem = {};             // the reason if there are none: "it has no layer 'x'"
};

// Returns the channels of a layer. `layer` can be
//   empty: R, G, B, else X, Y, Z, else Y, each with A, of the first part; or its only layer
//   the name of a part: the same channels of that part
//   the name of a channel ("Z"): that channel
//   the prefix of channels before the last dot ("N" of N.X, N.Y, N.Z): these channels, in the order
//     X Y Z, R G B A or Y A, otherwise alphabetical
// of the first part that has it; "PART.LAYER" names a layer of the part PART.
ExrChannels find_exr_channels(const std::vector<ExrPart>& parts, const std::string& layer);

// Returns the names of all layers, including parts, without duplicates.
std::vector<std::string> exr_layers(const std::vector<ExrPart>& parts);

}  // namespace selvage
