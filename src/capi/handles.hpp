// SPDX-License-Identifier: Apache-2.0
#pragma once
// The contents of the C interface's handles.

#include <stop_token>
#include <string>
#include <vector>

#include "selvage/engine.hpp"
#include "selvage/selvage.h"

struct selvage_error {
  selvage_status code = SELVAGE_OK;
  std::string message, hint;
};

struct selvage_devices {
  std::vector<selvage::Device> list;
};

struct selvage_engine {
  selvage::Engine engine;
};

struct selvage_plan {
  selvage::Plan plan;
};

struct selvage_counts {
  selvage::Counts counts;
};

struct selvage_cancel {
  std::stop_source source;
};

struct selvage_report {
  selvage::Report report;
};
