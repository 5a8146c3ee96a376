// SPDX-License-Identifier: Apache-2.0
#include "pipeline/video.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>

#include "command_line/filter_verb.hpp"
#include "selvage/fields.hpp"
#include "side_images/side_video.hpp"

namespace selvage::cli {
namespace {

constexpr double half_step = 0.5 / 65535.0;  // the largest error of rounding to 16 bits

// Returns the sample of the largest stored value, as a fraction of the type's full scale.
double white_of(const VideoTraits& video) {
  const bool is_wide = video.bits > 8 && !video.header.empty();
  return is_wide ? full_scale_of(video) * std::exp2(16 - video.bits) / 65535.0 : 1.0;
}

class Scaling {
 public:
  Scaling(const VideoTraits& plane, const VideoTraits& guide)
      : step_(std::sqrt(plane.x_step * plane.y_step)),
        white_(white_of(plane)),
        guide_white_(white_of(guide)),
        full_scale_(full_scale_of(plane)) {}

  bool changes() const { return step_ != 1.0 || white_ != 1.0 || guide_white_ != 1.0; }

  void apply(const FieldText& field, float& value) const {
    if (field.unit == FieldUnit::pixels) value = static_cast<float>(value / step_);
    if (field.unit == FieldUnit::guide_samples) value = static_cast<float>(value * guide_white_);
    if (field.unit != FieldUnit::samples || white_ == 1.0) return;
    // A value that is compared with samples must be one that a file can hold.
    const double stored =
        field.is_sample ? std::nearbyint(value * full_scale_) / full_scale_ : double{value};
    value = static_cast<float>(stored * white_);
  }
  void apply(const FieldText& field, int& value) const {
    if (field.unit == FieldUnit::pixels) value = static_cast<int>(std::ceil(value / step_));
  }
  template <class T>
  void apply(const FieldText& field, std::optional<T>& value) const {
    if (value) apply(field, *value);
  }
  template <class T>
  void apply(const FieldText&, T&) const {}

 private:
  double step_, white_, guide_white_, full_scale_;
};

[[noreturn]] void refuse_video(const std::string& what, const char* hint) {
  throw Error(Errc::invalid_argument, what, hint);
}

// Returns an option that describes luma, or null. A guide may have U and V of its own.
const char* option_of_luma(const FilterOptions& o, const VideoTraits& guide) {
  if (!o.side.mask.empty()) return "--mask";
  if (!o.side.guide.empty() && guide.planes == 1) return "--guide";
  if (o.given.has("invalid")) return "--invalid";
  return o.given.has("fill") ? "--fill" : nullptr;
}

// Returns an option whose result has another size or type, or another output; or null.
const char* option_of_images(const FilterCommand& c) {
  if (c.filter.region) return "--region";
  if (c.engine.bits) return "--bits";
  if (c.filter.upsample) return "--upsample";
  return c.filter.flags.file.empty() ? nullptr : c.filter.flags.option();
}

}  // namespace

double full_scale_of(const VideoTraits& plane) {
  return std::exp2(plane.bits) - 1.0;
}

bool is_video(const FileInfo& page) {
  return !page.video.header.empty();
}

std::string pixel_format(const VideoTraits& video) {
  if (video.planes == 1) return "gray";
  constexpr std::size_t digits = 3;  // 4:2:0 if the header does not say
  const std::size_t space = video.header.find(" C");
  const std::string name =
      space == std::string::npos ? "420" : video.header.substr(space + 2, digits);
  return fmt::format("yuv{}p", name);
}

bool is_chroma(const FileInfo& page) {
  return is_video(page) && page.channels == 2;
}

bool is_frame(const FileInfo& page, int index) {
  return page.stream && (is_video(page) || index > 0);
}

std::string place_of(const FileInfo& page, int index) {
  if (is_frame(page, index)) return fmt::format("frame {}", index / page.video.planes + 1);
  return index > 0 ? fmt::format("page {}", index + 1) : "";
}

bool is_copied(const FileInfo& page, const FilterCommand& command) {
  return is_chroma(page) && command.filter.planes == Planes::luma;
}

void check_video(const PageJob& p, const FilterCommand& c) {
  if (!c.verb->makes_image)
    refuse_video(fmt::format("{} reads images, and this is a video", c.verb->name),
                 "extract a frame: ffmpeg -i IN -frames:v 1 OUT.png");
  constexpr const char* copying = "--planes luma filters luma alone and copies U and V";
  if (!p.output.empty() && p.format != "y4m")
    refuse_video(fmt::format("{}: a video is written as Y4M", p.output),
                 "name a .y4m file, or give - and let ffmpeg encode it");
  if (const char* option = option_of_images(c))
    refuse_video(fmt::format("{} does not apply to video", option),
                 "the result has the video's format");
  if (c.filter.like == Preset::opencv && p.file.video.bits > 8)
    refuse_video(fmt::format("--like opencv has no scale for {}-bit video", p.file.video.bits),
                 "give --sigma-range as a fraction of full scale: 25/255");
  if (p.file.video.planes == 1 || c.filter.planes == Planes::luma) return;
  if (!c.verb->filters_chroma)
    refuse_video(fmt::format("{} does not filter U and V of a video in colour", c.verb->name),
                 copying);
  if (const char* option = option_of_luma(c.filter, traits_of_guide(*p.side)))
    refuse_video(fmt::format("{} describes luma, and U and V have other samples", option), copying);
}

Filter filter_of_plane(Filter filter, const VideoTraits& plane, const VideoTraits& guide) {
  const Scaling scaling(plane, guide);
  if (scaling.changes())
    std::visit(
        [&]<class F>(F& f) {
          for_each_field<F>([&](const auto& field) { scaling.apply(field, f.*field.member); });
        },
        filter);
  return filter;
}

Request request_of_plane(Request request, const VideoTraits& plane) {
  const double white = white_of(plane);
  if (white == 1.0 || !request.max_error) return request;
  const double error = *request.max_error * white - half_step;
  if (!(error > 0.0))
    refuse_video("--max-error is below the error of rounding to 16 bits", "--exact is within it");
  request.max_error = static_cast<float>(error);
  return request;
}

double error_of_video(double error, const VideoTraits& plane) {
  const double white = white_of(plane);
  return white == 1.0 ? error : (error + half_step) / white;
}

}  // namespace selvage::cli
