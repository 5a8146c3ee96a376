// SPDX-License-Identifier: Apache-2.0
#include "metadata_notes.hpp"

#include <fmt/format.h>

#include "selvage/metadata.hpp"

namespace selvage::cli {

bool is_srgb(const Metadata& metadata) {
  return metadata.icc.empty() ||
         profile_description(metadata.icc).find("sRGB") != std::string::npos;
}

std::vector<std::string> metadata_notes(const FileTraits& traits, const Prepared& page,
                                        const Job& job, const FilterCommand& command) {
  std::vector<std::string> notes =
      lost_metadata(job.output, result_shape(page, page.result),
                    save_options(job, page.format, command.output), traits);
  const SideImage& guide = page.side->guide();
  const Metadata& compared = guide ? guide.metadata : traits.metadata;
  if (command.filter.norm == Norm::lab && !is_srgb(compared))
    notes.push_back(
        fmt::format("--norm lab takes {} as sRGB, but its colour profile is another one: {}",
                    guide ? "the guide" : "it", profile_description(compared.icc)));
  return notes;
}

}  // namespace selvage::cli
