// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "reference/reference.hpp"
#include "runner/pictures.hpp"
#include "selvage/error.hpp"
#include "staal2012_bilateral_cuda/experiments.hpp"
#include "staal2012_bilateral_cuda/measure.hpp"
#include "staal2012_bilateral_cuda/prepared.hpp"
#include "staal2012_bilateral_cuda/raw_file.hpp"

namespace selvage::studies::staal {
namespace {

constexpr double cpu_seconds = 30.0;

// What the eight arguments say already.
void check_alone(const Options& options) {
  const std::pair<bool, const char*> given[] = {{!options.radius.empty(), "--radius"},
                                                {options.sigma_space.has_value(), "--sigma-space"},
                                                {options.sigma_range.has_value(), "--sigma-range"},
                                                {options.runs.has_value(), "--runs"},
                                                {!options.image.empty(), "--image"}};
  for (const auto& [is, name] : given)
    if (is)
      throw Error(Errc::invalid_argument,
                  fmt::format("{} beside the eight arguments, which say it too", name),
                  "leave one of them out");
}

constexpr int checked = 32;  // pixels of a side: the reference of a large image takes minutes

// The rung's result against the reference in the corner of the image at its beginning or its end;
// other rungs are compared with this one everywhere.
void check_corner(Session& session, const ConstImageView& image, const ConstImageView& result,
                  const Settings& settings, bool end) {
  // With the pixels that its windows reach.
  const int w = std::min(image.width, checked + settings.radius);
  const int h = std::min(image.height, checked + settings.radius);
  const ConstImageView part =
      image.region({end ? image.width - w : 0, end ? image.height - h : 0, w, h});
  const Image right =
      reference::rounded(reference::run(filter_of(settings), Inputs{.image = part}), part);
  const int cw = std::min(w, checked), ch = std::min(h, checked);
  const Rect in_part = {end ? w - cw : 0, end ? h - ch : 0, cw, ch};
  const Rect in_image = {end ? image.width - cw : 0, end ? image.height - ch : 0, cw, ch};
  const Difference d = difference(right.view().region(in_part), result.region(in_image));
  session.expect(d.nans == 0 && d.max <= tolerance(settings),
                 fmt::format("the {} corner is the reference within {:.1e} (differs by {:.1e})",
                             end ? "last" : "first", tolerance(settings), d.max));
}

void add_row(Table& table, const std::string& name, double whole, const Times* kernel,
             const std::optional<BaselineTime>& cpu) {
  table.cells.add_row({name, 1e3 * whole, cpu ? Cell(cpu->seconds / whole) : Cell(),
                       kernel ? Cell(1e3 * kernel->median) : Cell(), 1.0 / whole});
}

}  // namespace

void run_given(Session& session) {
  check_alone(session.options());
  const RawArguments a = parse_raw_arguments(session.options().rest);
  const Image image = read_raw(a);
  const std::vector<Variant> wanted = variants(session, a.settings);
  if (!wanted.empty()) {
    Memory memory(session, image, a.settings);
    Prepared first(session, memory, wanted.front(), a.settings);
    const ConstImageView result = first.result();
    for (const bool end : {false, true}) check_corner(session, image, result, a.settings, end);
    std::vector<Image> both;
    both.push_back(to_bytes(image));
    both.push_back(to_bytes(result));
    session.keep(Picture{.name = "given", .image = side_by_side(both)});
  }
  const auto cpu = measure_cpu(session, a.settings, image, false, cpu_seconds);
  Table table{
      .name = "given",
      .title = fmt::format("{}: {}x{}, radius {}, sigmas {} and {}, {} iterations", a.file, a.width,
                           a.height, a.settings.radius, a.settings.sigma_space,
                           a.settings.sigma_range, a.iterations),
      .cells = {{"rung", 0}, {"time, ms", 3}, {"speedup", 1}, {"kernel, ms", 4}, {"frames/s", 1}}};
  if (cpu) add_row(table, cpu->sampled ? "CPU (rows sampled)" : "CPU", cpu->seconds, nullptr, cpu);
  for (const Measured& m : measure(session, a.settings, image, session.runs(a.iterations))) {
    add_row(table, m.name, m.whole.average, &m.kernel, cpu);
    if (m.as_wished)
      add_row(table, m.name + ", layout given", m.as_wished->average, &m.kernel, cpu);
  }
  session.keep(table);
}

}  // namespace selvage::studies::staal
