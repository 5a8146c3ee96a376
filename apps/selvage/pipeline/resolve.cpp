// SPDX-License-Identifier: Apache-2.0
#include "pipeline/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "command_line/filter_parts.hpp"
#include "command_line/filter_verb.hpp"
#include "console/option_names.hpp"
#include "inputs/folders.hpp"
#include "inputs/jobs.hpp"
#include "parameters/depth_window.hpp"
#include "selvage/fields.hpp"
#include "side_images/side_images.hpp"

namespace selvage::cli {
namespace {

std::span<const std::string> inputs_of(const FilterCommand& c) {
  const bool has_output = c.verb->makes_image && output_is_last(c.files, c.output);
  return std::span(c.files).first(c.files.size() - (has_output ? 1 : 0));
}

bool all_digits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

Request make_request(const EngineChoice& choice, Preset like, PixelType type) {
  Request request{.exact = choice.exact, .method = choice.method, .use = choice.use};
  if (choice.max_error)
    request.max_error = error_in_unit(*choice.max_error, type);
  else if (like == Preset::opencv)
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
                "give X,Y,WIDTH,HEIGHT in pixels, from the top left corner");
  return Frame::region(width, height, r);
}

Device select_device(const std::string& id) {
  const std::string_view maker = std::string_view(id).substr(0, id.find(':'));
  const std::string_view number = std::string_view(id).substr(maker.size());  // ":1"
  const bool numbered = number.empty() || (number.size() > 1 && all_digits(number.substr(1)));
  const bool known =
      id == "auto" || id == "cpu" || ((maker == "cuda" || maker == "opencl") && numbered);
  if (!known)
    throw Error(Errc::invalid_argument, fmt::format("unknown --device {}", id),
                "use auto, or a device that `selvage devices` lists");
  try {
    return find_device(id);
  } catch (const Error& e) {
    if (e.code() != Errc::device || e.hint().empty()) throw;
    throw Error(Errc::device, fmt::format("{} ({})", e.what(), hint_in_options(e.hint())));
  }
}

namespace {

void check_stack(const FilterOptions& o, const EngineChoice& engine, const Filter& filter) {
  const bool sigma = o.given.has(fields::sigma_depth.name);
  const bool radius = o.given.has(fields::radius_depth.name);
  if (o.volume && o.temporal) refuse_both("--volume", "--temporal");
  if (o.spacing && sigma) refuse_both("--spacing", "--sigma-depth");
  if (o.spacing && !o.volume)
    throw Error(Errc::invalid_argument, "--spacing is for --volume", "add --volume");
  if (o.temporal && radius) refuse_both("--temporal", "--radius-depth");
  if (o.causal && !o.temporal)
    throw Error(Errc::invalid_argument, "--causal is for --temporal", "add --temporal R");
  if ((sigma || radius) && !o.is_stack())
    throw Error(Errc::invalid_argument,
                fmt::format("{} needs several slices or frames",
                            sigma ? "--sigma-depth" : "--radius-depth"),
                "add --volume or --temporal R");
  if (!o.is_stack()) return;
  const char* const option = option_of_depth(o);
  if (o.upsample) refuse_both("--upsample", option);
  if (engine.max_error) refuse_both("--max-error", option);
  if (border(filter) == Border::wrap && !o.causal)
    throw Error(Errc::invalid_argument,
                fmt::format("--border wrap and {} cannot be combined", option),
                "the first frame would need the last one: use another border");
}

}  // namespace

void check_options(const FilterCommand& c) {
  if (c.filter.given.has("radius") && c.filter.diameter) refuse_both("--radius", "--diameter");
  if (c.filter.given.has("sigma_range")) {
    if (c.filter.strength) refuse_both("--sigma-range", "--strength");
    if (c.filter.automatic_range) refuse_both("--sigma-range auto", "a second value");
  }
  if (c.engine.exact && c.engine.max_error) refuse_both("--exact", "--max-error");
  if (c.engine.method == Method::separable) {  // which has no error bound
    if (c.engine.exact) refuse_both("--exact", "--method separable");
    if (c.engine.max_error) refuse_both("--max-error", "--method separable");
    if (c.filter.like == Preset::opencv) refuse_both("--like opencv", "--method separable");
  }
  if (c.output.force && c.output.skip_existing) refuse_both("--force", "--skip-existing");
  if (c.messages.quiet && c.messages.verbose) refuse_both("--quiet", "--verbose");
  if (c.engine.max_error && !(c.engine.max_error->number > 0.0))
    throw Error(Errc::invalid_argument,
                fmt::format("--max-error {} is not above 0", c.engine.max_error->text),
                "--exact selects the most accurate method");
  if (c.raw)
    for (const std::string& input : inputs_of(c))
      if (is_folder(input))
        throw Error(
            Errc::invalid_argument, fmt::format("--raw describes files, but {} is a folder", input),
            fmt::format("name its files: {}", (std::filesystem::path(input) / "*.raw").string()));
  check_standard_input(c.filter.side, inputs_of(c));
  const Filter filter = c.verb->make(c.filter, {.image = PixelType::f32, .guide = PixelType::f32});
  validate(filter);
  check_stack(c.filter, c.engine, filter);
}

}  // namespace selvage::cli
