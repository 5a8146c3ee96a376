// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where results come from: when, from which sources, by which kernels.

#include <string>
#include <string_view>

namespace selvage::studies {

struct Origin {
  std::string date = {};     // "2026-01-31", UTC
  std::string commit = {};   // of the sources; "-dirty": changed since; "unknown"
  std::string kernels = {};  // hash of the study's texts
  std::string product = {};  // hash of the product's texts
};

// Of results that the study makes now.
Origin origin_of(std::string_view study);

// What tells that results of this origin are not of today's kernels; empty: they are.
std::string age_text(const Origin& made, const Origin& now);

}  // namespace selvage::studies
