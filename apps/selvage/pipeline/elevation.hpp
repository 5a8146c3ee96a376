// SPDX-License-Identifier: Apache-2.0
#pragma once
// GeoTIFF: the nodata value as --invalid, and the place of the result.

#include <optional>
#include <string>
#include <vector>

#include "pipeline/session.hpp"

namespace selvage::cli {

// Returns the nodata value of the file (GDAL_NODATA) in the samples' unit. Returns nothing if it
// has none, or one that its samples cannot have; NaN is invalid anyway.
std::optional<float> no_data_of(const FileInfo& file);

// Sets `invalid` of the filter to the file's nodata value if it has that field without a value.
void ignore_no_data(Filter& filter, const FileInfo& file);
// Returns the field of the filter.
std::optional<float> invalid_of(const Filter& filter);

// Returns the tags for the result: moved to a --region, and without what does not apply to it.
GeoTags geo_of_result(GeoTags geo, const PageJob& page);
// Says what becomes of them.
std::vector<std::string> elevation_notes(const GeoTags& geo, const PageJob& page,
                                         const FilterCommand& command);

}  // namespace selvage::cli
