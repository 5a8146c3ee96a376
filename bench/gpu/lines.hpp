// SPDX-License-Identifier: Apache-2.0
#pragma once
// Results for people and for files.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gpu/family_match.hpp"
#include "gpu/gpu_cases.hpp"
#include "gpu/match.hpp"
#include "gpu/whole_runs.hpp"

namespace selvage::bench {

// One line without its end.
std::string line(const SizedCase& c, const Result& r);
std::string line(const SizedCase& c, const WholeRun& w);
std::string line(const SizedFamilyCase& c, const FamilyResult& r);

nlohmann::json to_json(const SizedCase& c, const Result& r);
nlohmann::json to_json(const SizedCase& c, const WholeRun& w);
nlohmann::json to_json(const SizedFamilyCase& c, const FamilyResult& r);

// Tunings of one case, one for each line; `planned` is the planner's.
std::string sweep_table(const std::vector<Result>& results, const std::string& planned);

}  // namespace selvage::bench
