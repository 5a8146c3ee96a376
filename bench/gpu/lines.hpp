// SPDX-License-Identifier: Apache-2.0
#pragma once
// Formats results as text and as JSON.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gpu/family_match.hpp"
#include "gpu/gpu_cases.hpp"
#include "gpu/match.hpp"
#include "gpu/whole_runs.hpp"

namespace selvage::bench {

// Returns one line without its end.
std::string line(const SizedCase& c, const Result& r);
std::string line(const SizedCase& c, const WholeRun& w);
std::string line(const SizedFamilyCase& c, const FamilyResult& r);

nlohmann::json to_json(const SizedCase& c, const Result& r);
nlohmann::json to_json(const SizedCase& c, const WholeRun& w);
nlohmann::json to_json(const SizedFamilyCase& c, const FamilyResult& r);

// Returns a table of the tunings of one case, one per line; `planned` is the planner's.
std::string sweep_table(const std::vector<Result>& results, const std::string& planned);

}  // namespace selvage::bench
