// SPDX-License-Identifier: Apache-2.0
// selvage-study: runs the studies of this folder. See docs/studies.md.

#include <algorithm>
#include <string>
#include <vector>

#include "runner/app.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  return selvage::studies::run_app(selvage::studies::all_studies(), arguments);
}
