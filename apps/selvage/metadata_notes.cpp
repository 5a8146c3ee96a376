// SPDX-License-Identifier: Apache-2.0
#include "metadata_notes.hpp"

#include <fmt/format.h>

#include "selvage/metadata.hpp"

namespace selvage::cli {

bool is_srgb(const Metadata& metadata) {
  return metadata.icc.empty() ||
         profile_description(metadata.icc).find("sRGB") != std::string::npos;
}

std::vector<std::string> metadata_notes(const FileTraits& traits, const Session& session,
                                        const std::string& output, const ConstImageView& shape,
                                        const SaveOptions& options) {
  std::vector<std::string> notes = lost_metadata(output, shape, options, traits);
  const Image& guide = session.side.guide;
  const Metadata& compared = guide ? guide.file.metadata : traits.metadata;
  if (session.command.filter.norm == Norm::lab && !is_srgb(compared))
    notes.push_back(
        fmt::format("--norm lab takes {} as sRGB, but its colour profile is another one: {}",
                    guide ? "the guide" : "it", profile_description(compared.icc)));
  return notes;
}

}  // namespace selvage::cli
