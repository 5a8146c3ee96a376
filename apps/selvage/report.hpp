// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is said about a filtered file.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "file_report.hpp"

namespace selvage::cli {

nlohmann::ordered_json to_json(const FileReport& report);

// For --dry-run: one line.
std::string plan_text(const FileReport& report);
// For --verbose: a line about the file, where and how it was filtered, and its notes.
void say_report(const Talk& talk, const FileReport& report);

// "cuda:0 (NVIDIA H200)"
std::string device_text(const std::string& id);

// An error, or null where there is no bound.
nlohmann::ordered_json error_json(double error);

// An error bound: "0.012 LSB", or for floats "4e-06 of the largest sample".
std::string error_text(double error, PixelType type);

}  // namespace selvage::cli
