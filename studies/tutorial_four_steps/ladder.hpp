// SPDX-License-Identifier: Apache-2.0
#pragma once
// The four steps as data, and one run of them.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/pictures.hpp"
#include "runner/product.hpp"
#include "runner/rung.hpp"
#include "runner/timing.hpp"

namespace selvage::studies::four_steps {

struct Step {
  int number;
  std::string_view file;
  bool has_tables;       // as buffers
  bool tables_in_local;  // copied there
  bool image_in_local;   // likewise
};
inline constexpr std::array steps = {
    Step{1, "01_naive.cl", false, false, false},
    Step{2, "02_tables_in_global_memory.cl", true, false, false},
    Step{3, "03_tables_in_local_memory.cl", true, true, false},
    Step{4, "04_image_in_local_memory.cl", true, true, true},
};

// What one run of the ladder filters, and how.
struct Setting {
  Image input;
  Bilateral filter;  // the same as the product's
  GroupSize group;
};

// Bytes of local memory that a step's launch needs.
std::size_t local_bytes(const Step& step, int radius, const GroupSize& group);

// One row of the study's tables.
struct Outcome {
  std::string name = {};
  std::optional<double> document_us = {};
  Image result;      //
  Times times = {};  // of the kernel, by the device's clock; OpenCV's by the host's
  Times whole = {};  // from host memory to host memory, by the host's clock
  Difference from_opencv = {}, from_reference = {};
  CodeFacts code = {};
};

// The steps that the session wants, then the product; each is checked against the reference, and
// against the step before it. Blocks.
std::vector<Outcome> climb(Session& session, const Setting& setting);

// OpenCV's, whose times are the host's; none where the study was built without it.
std::optional<Outcome> run_opencv(Session& session, const Setting& setting);

}  // namespace selvage::studies::four_steps
