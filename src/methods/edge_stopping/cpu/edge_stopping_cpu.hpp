// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "edge_stopping": the geometry-guided mean on the processor's vector units.

#include <memory>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"

namespace selvage::cpu {

Factory make_edge_stopping;

}  // namespace selvage::cpu
