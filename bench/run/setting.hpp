// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a case is measured: where, with what, and by which clock.

#include <nlohmann/json.hpp>
#include <string>

#include "cases/case.hpp"
#include "planner/device_facts.hpp"
#include "selvage/engine.hpp"

namespace selvage::bench {

enum class Measure {
  host,    // from host memory to host memory, the output written before
  fresh,   // the same, with new memory for each output
  kernel,  // the passes alone, on images in device memory, by the device's clock
  plan,    // making a plan and reserving its memory
};
}  // namespace selvage::bench
template <>
inline constexpr auto selvage::names_of<selvage::bench::Measure> =
    std::to_array<selvage::Named<selvage::bench::Measure>>(
        {{selvage::bench::Measure::host, "host"},
         {selvage::bench::Measure::fresh, "fresh"},
         {selvage::bench::Measure::kernel, "kernel"},
         {selvage::bench::Measure::plan, "plan"}});
namespace selvage::bench {

struct Setting {
  Case what = {};
  std::string device = "cpu";         // "cuda" or "opencl": the first one; "cuda:1", "opencl:0"
  std::string simd = {};              // the beginning of an instruction set's name; empty: the best
  int threads = 1;                    // of the CPU
  std::string use = {};               // a candidate; empty: the planner's choice
  std::string tuning = {};            // changes of its tuning (tuning_text.hpp); kernels alone
  Method method = Method::automatic;  // of the request
  bool exact = false;                 //
  double max_error = 0.0;             // of the request; 0: the default
  Measure measure = Measure::host;
};

// Reads an object with the members device, simd, threads, use, tuning, method, exact, max_error and
// measure, and those of a case. Throws Error{invalid_argument}.
Setting setting_of(const nlohmann::json& object);

Request request_of(const Setting& setting);

// Returns the instruction set that the setting stands for; empty: this build has none for this
// machine. Throws Error{unsupported} if the machine lacks the one that is named.
std::string simd_of(const Setting& setting);

// Returns the options of an engine for the setting.
EngineOptions options_of(const Setting& setting);

}  // namespace selvage::bench
