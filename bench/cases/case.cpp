// SPDX-License-Identifier: Apache-2.0
#include "cases/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <set>

#include "cases/filter_fields.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

using nlohmann::json;

[[noreturn]] void refuse_case(const std::string& what) {
  throw Error(Errc::invalid_argument, what);
}

// Reads two numbers with an x between them.
bool read_pair(const char*& at, const char* end, int& a, int& b) {
  const auto first = std::from_chars(at, end, a);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != 'x') return false;
  const auto second = std::from_chars(first.ptr + 1, end, b);
  at = second.ptr;
  return second.ec == std::errc{};
}

Form form_of(const std::string& text) {
  for (const auto& [type, type_name] : names_of<PixelType>)
    for (int channels = 1; channels <= max_channels; ++channels)
      if (text == fmt::format("{}x{}", type_name, channels)) return {type, channels};
  refuse_case(fmt::format("{} is no type and channels of an image, such as u8x3", text));
}

std::string form_text(const Form& form) {
  return fmt::format("{}x{}", name_of(form.type), form.channels);
}

constexpr Form normals_and_depth{PixelType::f32, 4};

double bytes_of(const Form& form, const Size& size) {
  return static_cast<double>(sample_bytes(form.type)) * form.channels * size.width * size.height;
}

bool has_guide(const Filter& filter) {
  return std::ranges::any_of(ports(filter), [](const Port& p) { return p.name == "guide"; });
}

std::string name_of_case(const Case& c, const std::string& tag) {
  std::string name = fmt::format("{}.{}", filter_name(c.filter), form_text(c.image));
  if (has_guide(c.filter)) name += fmt::format(".by-{}", form_text(c.guide));
  name += fmt::format(".{}.{}", filter_text(c.filter), text(c.size));
  if (c.scene != Scene::photos) name += fmt::format(".{}", name_of(c.scene));
  return tag.empty() ? name : name + "." + tag;
}

bool is_integer_above_0(const json& value) {
  return value.is_number_integer() && value.get<int>() > 0;
}

// Returns the place of a list, if there is one. Coefficients are written in another way, so that
// every list is a choice.
std::optional<json::json_pointer> list_in(const json& object) {
  const json leaves = object.flatten();
  for (const auto& [key, value] : leaves.items()) {
    json::json_pointer around = json::json_pointer(key).parent_pointer();
    if (object.at(around).is_array()) return around;
  }
  return {};
}

// Returns one object for each element of the list at `place`.
std::vector<json> split(const json& object, const json::json_pointer& place) {
  std::vector<json> all;
  for (const json& element : object.at(place)) {
    all.push_back(object);
    all.back()[place] = element;
  }
  return all;
}

}  // namespace

std::string text(const Size& size) {
  return fmt::format("{}x{}", size.width, size.height);
}

Size size_of(const std::string& text) {
  Size size;
  const char* at = text.data();
  const char* const end = at + text.size();
  constexpr int most = 1 << 20;
  if (!read_pair(at, end, size.width, size.height) || at != end || size.width < 1 ||
      size.height < 1 || size.width > most || size.height > most)
    throw Error(Errc::invalid_argument, fmt::format("{} is no size", text),
                "for instance 1920x1080");
  return size;
}

Case case_of(const json& object) try {
  Case c;
  std::string tag, filter;
  json fields = json::object();
  for (const auto& [key, value] : object.items()) {
    if (key == "set") {
      c.set = value.get<std::string>();
    } else if (key == "image") {
      c.image = form_of(value.get<std::string>());
    } else if (key == "guide") {
      c.guide = form_of(value.get<std::string>());
    } else if (key == "size") {
      c.size = size_of(value.get<std::string>());
    } else if (key == "reduction" && is_integer_above_0(value)) {
      c.reduction = value.get<int>();
    } else if (key == "scene") {
      const auto scene = value_named<Scene>(value.get<std::string>());
      if (!scene) refuse_case(fmt::format("there is no scene {}", value.dump()));
      c.scene = *scene;
    } else if (key == "filter") {
      filter = value.get<std::string>();
    } else if (key == "fields") {
      fields = value;
    } else if (key == "tag") {
      tag = value.get<std::string>();
    } else {
      refuse_case(fmt::format("a case has no member {} of {}", key, value.dump()));
    }
  }
  c.filter = filter_of(filter, fields);
  c.name = name_of_case(c, tag);
  return c;
} catch (const json::exception& e) {
  refuse_case(fmt::format("{} is no case: {}", object.dump(), e.what()));
}

Size image_size(const Case& c) {
  return {std::max(1, c.size.width / c.reduction), std::max(1, c.size.height / c.reduction)};
}

double taps(const Case& c) {
  return taps_of_pixel(c.filter, c.image.channels) * c.size.width * c.size.height;
}

double image_bytes(const Case& c) {
  return bytes_of(c.image, image_size(c));
}

double bytes(const Case& c) {
  double sum = image_bytes(c);
  if (has_guide(c.filter)) sum += bytes_of(c.guide, c.size);
  if (const auto* geometry = std::get_if<GeometryGuided>(&c.filter))
    if (!geometry->edge_threshold) sum += bytes_of(normals_and_depth, c.size);
  if (!std::holds_alternative<Histogram>(c.filter)) sum += bytes_of(c.image, c.size);
  return sum;
}

std::vector<json> products(const json& table) {
  if (!table.is_array()) refuse_case("a table is a list of objects");
  std::vector<json> all = table;
  for (std::size_t i = 0; i < all.size();) {
    const auto place = list_in(all[i]);
    if (!place) {
      ++i;
      continue;
    }
    const std::vector<json> parts = split(all[i], *place);
    const auto at = all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    all.insert(at, parts.begin(), parts.end());
  }
  return all;
}

std::vector<Case> cases_of(const json& table) {
  std::vector<Case> cases;
  std::set<std::string> names;
  for (const json& object : products(table)) {
    cases.push_back(case_of(object));
    if (!names.insert(cases.back().set + "/" + cases.back().name).second)
      refuse_case(fmt::format("two cases of one set are called {}", cases.back().name));
  }
  return cases;
}

}  // namespace selvage::bench
