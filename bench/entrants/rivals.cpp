// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <utility>

#include "cases/filter_fields.hpp"
#include "entrants/approximations.hpp"
#include "entrants/entrant.hpp"
#include "entrants/gpu_rivals.hpp"
#include "entrants/opencv.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

constexpr const char *opencv_name = "opencv", *structure_name = "opencv_structure",
                     *copy_name = "copy";

[[noreturn]] void refuse_rival(const std::string& why) {
  throw Error(Errc::unsupported, why);
}

// An image of the host and one like it for results.
struct Pair {
  std::shared_ptr<const InputImages> images;
  Image output;

  const Image& input() const { return images->image; }
};

std::shared_ptr<Pair> make_pair_of(Session& session, const Case& c) {
  auto images = session.inputs(c);
  const Image& input = images->image;
  Image output(input.type(), input.width(), input.height(), input.channels());
  return std::make_shared<Pair>(Pair{std::move(images), std::move(output)});
}

Entrant make_opencv(Session& session, const Setting& setting) {
  if (opencv_version().empty()) refuse_rival("this program was built without OpenCV");
  const auto filter = opencv_filter(setting.what.filter, setting.what.image);
  if (!filter) refuse_rival("OpenCV has no such filter");
  const auto pair = make_pair_of(session, setting.what);
  const auto run = [pair, filter = *filter, threads = setting.threads] {
    run_opencv(filter, pair->input(), pair->output, threads);
  };
  const bool same = *filter == setting.what.filter;
  return {.name = opencv_name,
          .note = same ? "" : filter_text(*filter),
          .instead = same ? std::nullopt : filter,
          .time = on_host(run, session.clock()),
          .check = [pair, run, expected = session.expected(setting.what, *filter)] {
            run();
            return expected->judge(pair->output);
          }};
}

struct Approximation {
  const char* name;
  void (*run)(const Bilateral& f, const ConstImageView& from, const ImageView& to);
};
constexpr std::array approximations = {
    Approximation{"bilateral_grid",
                  [](const Bilateral& f, const ConstImageView& from, const ImageView& to) {
                    bilateral_grid(from, to, double{f.sigma_space}, double{f.sigma_range}, 1.0);
                  }},
    Approximation{"bilateral_grid_fine",
                  [](const Bilateral& f, const ConstImageView& from, const ImageView& to) {
                    bilateral_grid(from, to, double{f.sigma_space}, double{f.sigma_range}, 2.0);
                  }},
    Approximation{"recursive_bilateral",
                  [](const Bilateral& f, const ConstImageView& from, const ImageView& to) {
                    recursive_bilateral(from, to, double{f.sigma_space}, double{f.sigma_range});
                  }}};

// Returns whether the approximations are another way to compute the setting's filter.
bool can_be_approximated(const Setting& setting) {
  const auto* bilateral = std::get_if<Bilateral>(&setting.what.filter);
  return bilateral && bilateral->iterations == 1 && setting.what.image == Form{PixelType::u8, 1} &&
         setting.device == "cpu" && setting.threads == 1;
}

Entrant make_approximation(Session& session, const Setting& setting, const Approximation& which) {
  if (!can_be_approximated(setting))
    refuse_rival("approximations serve bilateral filters of u8, one channel, by one thread");
  const auto pair = make_pair_of(session, setting.what);
  const auto run = [pair, which, filter = std::get<Bilateral>(setting.what.filter)] {
    which.run(filter, pair->input(), pair->output);
  };
  return {.name = which.name,
          .time = on_host(run, session.clock()),
          .check = [pair, run, expected = session.expected(setting.what, setting.what.filter)] {
            run();
            return expected->judge(pair->output);
          }};
}

Entrant copy_of_host(Session& session, const Setting& setting) {
  const auto pair = make_pair_of(session, setting.what);
  return {.name = copy_name,
          .time = on_host(
              [pair] {
                std::memcpy(pair->output.view().data, pair->input().view().data,
                            pair->input().bytes());
              },
              session.clock())};
}

// What a rival on the device holds.
struct OnDevice {
  Place& place;
  std::shared_ptr<const DeviceCopies> copies;
  std::unique_ptr<gpu::Buffer> output;
  Enqueue enqueue = {};

  Image result() const {
    enqueue(*place.stream);
    place.stream->wait();
    const ConstImageView& shape = copies->images().image.shape;
    Image image(shape.type, shape.width, shape.height, shape.channels);
    download(place, *output, image);
    return image;
  }
};

std::shared_ptr<OnDevice> make_on_device(Session& session, const Setting& setting) {
  Place& place = session.place(setting.device);
  auto copies = session.copies(place, setting.what);
  auto output = copies->output_buffer(place);
  return std::make_shared<OnDevice>(OnDevice{place, std::move(copies), std::move(output)});
}

Timed timed_on_device(const std::shared_ptr<OnDevice>& made) {
  return on_device(*made->place.stream, [made](gpu::Stream& s) { made->enqueue(s); });
}

Entrant copy_on_device(Session& session, const Setting& setting) {
  if (image_size(setting.what) != setting.what.size)
    refuse_rival("the image is smaller than the result");
  const auto made = make_on_device(session, setting);
  const gpu::Buffer& from = *made->copies->images().image.buffer;
  made->enqueue =
      make_copy(made->place, session.inputs(setting.what)->image.bytes(), from, *made->output);
  return {.name = copy_name, .time = timed_on_device(made)};
}

Entrant make_structure(Session& session, const Setting& setting) {
  const Case& c = setting.what;
  if (!has_opencv_structure(c, session.place(setting.device).device->facts().gpu))
    refuse_rival("OpenCV's CUDA module has no such filter");
  const auto made = make_on_device(session, setting);
  made->enqueue =
      make_opencv_structure(made->place, c, *made->copies->images().image.buffer, *made->output);
  return {.name = structure_name,
          .time = timed_on_device(made),
          .check = [made, expected = session.expected(c, c.filter)] {
            return expected->judge(made->result());
          }};
}

}  // namespace

Entrant rival(Session& session, const Setting& setting, const std::string& name) {
  const bool cpu = setting.device == "cpu";
  if (name == opencv_name && cpu) return make_opencv(session, setting);
  if (name == structure_name && !cpu) return make_structure(session, setting);
  if (name == copy_name)
    return cpu ? copy_of_host(session, setting) : copy_on_device(session, setting);
  for (const Approximation& a : approximations)
    if (name == a.name) return make_approximation(session, setting, a);
  throw Error(
      Errc::invalid_argument, fmt::format("{} has no rival {}", setting.device, name),
      "the rivals are opencv, bilateral_grid, bilateral_grid_fine and recursive_bilateral on "
      "the CPU, opencv_structure on devices, and copy");
}

std::vector<std::string> rivals_of(const Setting& setting) {
  if (setting.measure == Measure::plan) return {};
  if (setting.device != "cpu" && setting.measure != Measure::kernel) return {};
  const Case& c = setting.what;
  if (setting.device == "cpu") {
    std::vector<std::string> names;
    if (opencv_filter(c.filter, c.image)) names.emplace_back(opencv_name);
    if (c.set == "error" && can_be_approximated(setting))
      for (const Approximation& a : approximations) names.emplace_back(a.name);
    return names;
  }
  if (has_opencv_structure(c, {.largest_group = 256})) return {structure_name};
  const bool copies = !std::holds_alternative<Bilateral>(c.filter) && image_size(c) == c.size;
  return copies ? std::vector<std::string>{copy_name} : std::vector<std::string>{};
}

}  // namespace selvage::bench
