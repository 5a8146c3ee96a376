// SPDX-License-Identifier: Apache-2.0
#include "runner/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "selvage/device.hpp"
#include "selvage/error.hpp"

namespace selvage::studies {
namespace {

constexpr int quick_runs = 2;

// CUDA where there is one, else OpenCL.
std::string default_device() {
  for (const Device& device : devices())
    if (device.missing.empty() && device.id.starts_with("cuda")) return device.id;
  return "opencl";
}

template <class Named>
bool has(const std::vector<Named>& all, const std::string& name) {
  return std::ranges::find(all, name, &Named::name) != all.end();
}

void check_new(bool taken, const std::string& name) {
  if (taken) throw std::logic_error(fmt::format("two results have the name {}", name));
}

}  // namespace

Session::Session(const Study& study, Options options)
    : study_(study),
      options_(std::move(options)),
      place_(bench::open_place(options_.device.empty() ? default_device() : options_.device)) {
  results_.study = study.name;
  results_.device = place_.description.name;
  results_.driver = place_.description.driver;
  results_.processor = Device::cpu().name;
  results_.quick = options_.quick;
  results_.origin = origin_of(study.name);
}

void Session::print(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void Session::keep(Table table) {
  check_new(has(results_.tables, table.name), table.name);
  print(fmt::format("\n{}", text(table)));
  results_.tables.push_back(std::move(table));
}

void Session::keep(Plot plot) {
  check_new(has(results_.plots, plot.name) || has(results_.pictures, plot.name), plot.name);
  results_.plots.push_back(std::move(plot));
}

void Session::keep(Picture picture) {
  check_new(has(results_.plots, picture.name) || has(results_.pictures, picture.name),
            picture.name);
  results_.pictures.push_back(std::move(picture));
}

void Session::expect(bool holds, const std::string& fact) {
  ++stated_;
  if (holds) return;
  ++failed_;
  print(fmt::format("WRONG: {}", fact));
}

std::string Session::verdict() const {
  if (stated_ == 0) return "nothing was checked";
  if (failed_ == 0) return fmt::format("all {} checks hold", stated_);
  return fmt::format("{} of {} checks FAILED", failed_, stated_);
}

std::string Session::slug() const {
  return device_slug(results_.device, place_.description.is_processor);
}

int Session::runs(int document) const {
  if (options_.runs) return *options_.runs;
  return options_.quick ? quick_runs : document;
}

bool Session::wants_rung(int number) const {
  return options_.rungs.empty() ||
         std::ranges::find(options_.rungs, number) != options_.rungs.end();
}

}  // namespace selvage::studies
