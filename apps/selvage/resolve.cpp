// SPDX-License-Identifier: Apache-2.0
#include "resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace selvage::cli {
namespace {

// OpenCV rounds with cvRound: to nearest, ties to even. Validation refuses what is too large.
int opencv_radius(const FilterOptions& o) {
  const double radius = o.diameter.value_or(0) > 0 ? std::floor(*o.diameter / 2.0)
                                                   : std::nearbyint(1.5 * o.sigma_space);
  constexpr double largest = std::numeric_limits<int>::max();  // that the cast may see
  return static_cast<int>(std::clamp(radius, 1.0, largest));
}

std::optional<int> radius_of(const FilterOptions& o) {
  if (o.radius) return o.radius;
  if (o.like_opencv) return opencv_radius(o);
  if (!o.diameter) return {};
  if (*o.diameter < 1 || *o.diameter % 2 == 0)
    throw Error(Errc::invalid_argument,
                fmt::format("--diameter {} is not odd and above 0", *o.diameter),
                "--diameter is 2 radius + 1; --like opencv takes it as OpenCV does");
  return *o.diameter / 2;
}

// With --like opencv a bare number is on the scale of the stored samples, as OpenCV takes it.
double sigma_range_of(const FilterOptions& o, PixelType type) {
  if (!o.sigma_range) return Bilateral{}.sigma_range;
  if (o.like_opencv && o.sigma_range->bare) return o.sigma_range->number / full_scale(type);
  return in_unit("--sigma-range", *o.sigma_range, type);
}

// A value that is compared with samples is one that the file's type can hold, also when the image
// is widened.
float as_sample(std::string_view option, const Value& value, PixelType type) {
  const double sample = sample_in_unit(option, value, type);
  if (!is_integer(type)) return static_cast<float>(sample);
  const double scale = full_scale(type);
  return static_cast<float>(std::nearbyint(sample * scale) / scale);
}

bool all_digits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

Bilateral make_filter(const FilterOptions& o, PixelType type) {
  Bilateral filter{.sigma_space = static_cast<float>(o.sigma_space),
                   .sigma_range = static_cast<float>(sigma_range_of(o, type)),
                   .radius = radius_of(o),
                   .window = o.window.value_or(o.like_opencv ? Window::disc : Window::square),
                   .norm = o.norm.value_or(o.like_opencv ? Norm::l1 : Norm::l2),
                   .border = o.border.value_or(Border::reflect101),
                   .iterations = o.iterations,
                   .alpha = o.alpha,
                   .fill = o.fill};
  if (filter.border == Border::constant)
    filter.border_value = as_sample("--border constant", o.border_value, type);
  if (o.invalid) filter.invalid = as_sample("--invalid", *o.invalid, type);
  return filter;
}

Request make_request(const EngineChoice& choice, bool like_opencv, PixelType type) {
  Request request{.exact = choice.exact, .method = choice.method, .use = choice.use};
  if (choice.max_error)
    request.max_error = in_unit("--max-error", *choice.max_error, type);
  else if (like_opencv)
    request.exact = true;
  return request;
}

Frame make_frame(const FilterOptions& o, int width, int height) {
  if (!o.region) return Frame::whole(width, height);
  const Rect& r = *o.region;
  const bool inside = r.x >= 0 && r.y >= 0 && r.width >= 1 && r.height >= 1 &&
                      r.width <= width - r.x && r.height <= height - r.y;
  if (!inside)
    throw Error(Errc::invalid_argument,
                fmt::format("--region {},{},{},{} is not inside the image of {}x{}", r.x, r.y,
                            r.width, r.height, width, height),
                "X,Y,WIDTH,HEIGHT in pixels, from the upper left corner");
  return Frame::region(width, height, r);
}

double asked_error(const Request& request, PixelType type) {
  if (request.max_error) return *request.max_error;
  if (is_integer(type) && !request.exact) return 0.5 / full_scale(type);
  switch (type) {  // the contract of Request::exact
    case PixelType::u8: return 0.02 / full_scale(type);
    case PixelType::u16: return 0.2 / full_scale(type);
    case PixelType::f16:
    case PixelType::f32: return 4e-6;
  }
  return 0.0;
}

Device select_device(const std::string& id) {
  const std::string_view maker = std::string_view(id).substr(0, id.find(':'));
  const std::string_view number = std::string_view(id).substr(maker.size());  // ":1"
  const bool numbered = number.empty() || (number.size() > 1 && all_digits(number.substr(1)));
  const bool known =
      id == "auto" || id == "cpu" || ((maker == "cuda" || maker == "opencl") && numbered);
  if (!known)
    throw Error(Errc::invalid_argument, fmt::format("unknown --device {}", id),
                "auto, or one that `selvage devices` lists");
  try {
    return find_device(id);
  } catch (const Error& e) {
    if (e.code() != Errc::device || e.hint().empty()) throw;
    throw Error(Errc::device, fmt::format("{} ({})", e.what(), e.hint()));
  }
}

void check_options(const FilterCommand& c) {
  const auto refuse_both = [](const char* a, const char* b) {
    throw Error(Errc::invalid_argument, fmt::format("{} and {} exclude one another", a, b),
                "give one of them");
  };
  if (c.filter.radius && c.filter.diameter) refuse_both("--radius", "--diameter");
  if (c.engine.exact && c.engine.max_error) refuse_both("--exact", "--max-error");
  if (c.output.force && c.output.skip_existing) refuse_both("--force", "--skip-existing");
  if (c.talk.quiet && c.talk.verbose) refuse_both("--quiet", "--verbose");
  if (c.engine.max_error && !(c.engine.max_error->number > 0.0))
    throw Error(Errc::invalid_argument,
                fmt::format("--max-error {} is not above 0", c.engine.max_error->number),
                "--exact asks for the smallest error that there is");
  const bool reads_twice =
      c.filter.mask == "-" && std::find(c.files.begin(), c.files.end(), "-") != c.files.end();
  if (reads_twice)
    throw Error(Errc::invalid_argument, "standard input cannot be both the image and the mask",
                "give one of them as a file");
  validate(make_filter(c.filter, PixelType::f32));
}

}  // namespace selvage::cli
