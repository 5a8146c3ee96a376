// SPDX-License-Identifier: Apache-2.0
#include "staal2012_bilateral_cuda/measure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/pictures.hpp"
#include "runner/product.hpp"
#include "staal2012_bilateral_cuda/prepared.hpp"
#include "staal2012_bilateral_cuda/sequential.hpp"

namespace selvage::studies::staal {
namespace {

void compare(Session& session, std::vector<Prepared>& rungs, const Settings& settings,
             const ConstImageView& image) {
  Image before;
  std::string name;
  for (Prepared& rung : rungs) {
    const ConstImageView now = rung.result();
    if (before) {
      const Difference d = difference(before, now);
      session.expect(d.nans == 0 && d.max <= tolerance(settings),
                     fmt::format("{}x{}, radius {}: {} is {} within {:.1e} (differs by {:.1e})",
                                 image.width, image.height, settings.radius, rung.variant().name,
                                 name, tolerance(settings), d.max));
    } else {
      before = Image(PixelType::f32, image.width, image.height, rgb);
    }
    std::copy_n(now.data, before.bytes(), before.view().data);
    name = rung.variant().name;
  }
}

}  // namespace

double tolerance(const Settings& settings) {
  const int side = 2 * settings.radius + 1;
  constexpr double unit = 0x1p-24;  // of rounding, relative
  return 2.0 * side * side * unit + 4e-6;
}

std::vector<Measured> measure(Session& session, const Settings& settings,
                              const ConstImageView& image, int runs) {
  const std::vector<Variant> wanted = variants(session, settings);
  Memory memory(session, image, settings);
  std::vector<Prepared> rungs = prepare(session, memory, wanted, settings);
  compare(session, rungs, settings, image);

  const Filter filter = filter_of(settings);
  const ProductKernel product =
      product_kernel(session, filter, image, memory.interleaved(), memory.result_buffer());
  std::vector<Enqueue> things;
  for (const Prepared& rung : rungs)
    things.emplace_back([&rung](gpu::Stream& stream) { rung.enqueue(stream); });
  things.push_back(product.enqueue);
  const std::vector<Times> kernels = device_times(session, things, runs);

  std::vector<Measured> all;
  for (std::size_t i = 0; i < rungs.size(); ++i) {
    Prepared& rung = rungs[i];
    const Entry& entry = *rung.variant().entry;
    Measured m{.name = rung.variant().name,
               .rung = entry.number,
               .as_document = rung.variant().as_document,
               .kernel = kernels[i]};
    m.whole = host_times([&] { rung.whole(true); }, runs);
    if (reorganises(entry)) m.as_wished = host_times([&] { rung.whole(false); }, runs);
    all.push_back(m);
  }
  Image out(PixelType::f32, image.width, image.height, rgb);
  all.push_back({.name = fmt::format("selvage: {}", product.candidate),
                 .whole = product_times(session, filter, image, out, runs),
                 .kernel = kernels.back()});
  return all;
}

std::optional<BaselineTime> measure_cpu(Session& session, const Settings& settings,
                                        const ConstImageView& image, bool listed, double limit) {
  if (!session.wants_rung(0)) return std::nullopt;
  Image out(PixelType::f32, image.width, image.height, rgb);
  const StaalArguments arguments = arguments_of(settings, image.width, image.height);
  return baseline_time(
      image.height,
      [&](int first, int last) { filter_rows(image, out, arguments, listed, first, last); }, limit);
}

}  // namespace selvage::studies::staal
