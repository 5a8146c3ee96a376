// SPDX-License-Identifier: Apache-2.0
#pragma once
// Results as lines of text and as JSON.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "run/contest.hpp"

namespace selvage::bench {

// "1.23 ms (1.20..1.25)": median and quartiles.
std::string milliseconds(const Spread& s);
// "error 0.501/255, 0.02 % differ"; what is allowed only for a result that is wrong.
std::string error_text(const Result& r);

// Returns one line without its end; its figures relative to the rivals among `all`, which took
// turns with it.
std::string line(const Result& r, const std::vector<Result>& all);

nlohmann::json to_json(const Spread& s);
nlohmann::json to_json(const Result& r, const std::vector<Result>& all);

// Returns what a report begins with: versions, machine, devices, images, clock and turns.
nlohmann::json head(Session& session, const std::vector<std::string>& devices);

}  // namespace selvage::bench
