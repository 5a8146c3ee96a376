// SPDX-License-Identifier: Apache-2.0
#include "run/session.hpp"

#include <fmt/format.h>

#include "cases/filter_fields.hpp"
#include "engine/devices/runtimes.hpp"

namespace selvage::bench {
namespace {

// Names all that the images of a case depend on.
std::string key_of_images(const Case& c) {
  const auto* geometry = std::get_if<GeometryGuided>(&c.filter);
  return fmt::format("{} {} {} {} {} {} {} {} {}", filter_name(c.filter),
                     geometry && geometry->edge_threshold, name(c.image.type), c.image.channels,
                     name(c.guide.type), c.guide.channels, text(c.size), c.reduction,
                     name_of(c.scene));
}

}  // namespace

Place& Session::place(const std::string& device) {
  const auto known = places_.find(device);
  if (known != places_.end()) return known->second;
  return places_.emplace(device, open_place(device)).first->second;
}

DeviceFacts Session::facts(const Setting& setting) {
  if (setting.device == "cpu") return open_runtime("cpu", options_of(setting))->facts();
  DeviceFacts facts = place(setting.device).device->facts();
  facts.gpu.staging_threads = staging_threads(options_of(setting));  // those of its engine
  return facts;
}

std::shared_ptr<const InputImages> Session::inputs(const Case& c) {
  std::string key = key_of_images(c);
  if (key != inputs_.key) {
    inputs_ = {};  // frees before it makes
    inputs_ = {std::move(key), std::make_shared<InputImages>(make_inputs(c, photos_))};
  }
  return inputs_.value;
}

std::shared_ptr<const Expected> Session::expected(const Case& c, const Filter& filter) {
  std::string key = fmt::format("{} {}", c.name, filter_text(filter));
  if (key != expected_.key)
    expected_ = {std::move(key), std::make_shared<Expected>(filter, inputs(c)->views())};
  return expected_.value;
}

std::shared_ptr<const DeviceCopies> Session::copies(Place& place, const Case& c) {
  std::string key = fmt::format("{} {}", place.description.id, key_of_images(c));
  if (key != copies_.key) {
    copies_ = {};
    copies_ = {std::move(key), std::make_shared<DeviceCopies>(place, c.filter, inputs(c)->views())};
  }
  return copies_.value;
}

}  // namespace selvage::bench
