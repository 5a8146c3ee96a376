// SPDX-License-Identifier: Apache-2.0
#pragma once
// The measured cases: a filter on an image.

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "selvage/filters.hpp"
#include "selvage/image.hpp"
#include "selvage/names.hpp"

namespace selvage::bench {

struct Size {
  int width = 0, height = 0;  // pixels

  friend bool operator==(const Size&, const Size&) = default;
};
std::string text(const Size& size);  // "1920x1080"
// Throws Error{invalid_argument}.
Size size_of(const std::string& text);

// What an image shows. Look-up tables and caches flatter smooth images; noise and checkerboards
// agree as little as possible with their windows; flat images agree most.
enum class Scene { photos, salt, noise, checkerboard, flat };
}  // namespace selvage::bench
template <>
inline constexpr auto selvage::names_of<selvage::bench::Scene> =
    std::to_array<selvage::Named<selvage::bench::Scene>>(
        {{selvage::bench::Scene::photos, "photos"},
         {selvage::bench::Scene::salt, "salt"},
         {selvage::bench::Scene::noise, "noise"},
         {selvage::bench::Scene::checkerboard, "checkerboard"},
         {selvage::bench::Scene::flat, "flat"}});
namespace selvage::bench {

// The type and channels of an image: "u8x3".
struct Form {
  PixelType type = PixelType::u8;
  int channels = 3;

  friend bool operator==(const Form&, const Form&) = default;
};

struct Case {
  std::string name = {};  // "bilateral.u8x3.l1.disc.r7.1920x1080", as on the command line
  std::string set = {};   // cases that are measured together: "common", "radius"
  Form image = {};
  Form guide = {};  // of filters that have one
  Size size = {1920, 1080};
  int reduction = 1;  // upsampling: how many times smaller the image is than guide and result
  Scene scene = Scene::photos;
  Filter filter = {};
};

// Reads an object with the members set, image, guide, size, reduction, scene, filter, fields (of
// the filter, filter_fields.hpp) and tag, which ends the name. Throws Error{invalid_argument} for a
// bad value or another member.
Case case_of(const nlohmann::json& object);

// Returns the sizes of the image that the filter reads.
Size image_size(const Case& c);

// Returns the taps of one run, all channels together (per_channel: each).
double taps(const Case& c);
// Returns the bytes that must be read and written once: of all inputs and of the result.
double bytes(const Case& c);
// Returns the bytes of the image that the filter reads.
double image_bytes(const Case& c);

// Returns the objects of a table. An object stands for one object for each choice of an element
// from all its lists, also those inside `fields` and `rival`.
std::vector<nlohmann::json> products(const nlohmann::json& table);

// Reads a table of cases. Throws Error{invalid_argument} for a bad one, and for two cases with the
// same name.
std::vector<Case> cases_of(const nlohmann::json& table);

}  // namespace selvage::bench
