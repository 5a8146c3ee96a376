// SPDX-License-Identifier: Apache-2.0
#include "entrants/ours_counts.hpp"

#include <span>
#include <utility>
#include <vector>

#include "gpu/problems.hpp"
#include "methods/histogram/gpu/histogram_code.hpp"
#include "methods/histogram/histogram.hpp"
#include "planner/decision.hpp"

namespace selvage::bench {
namespace {

// The counting kernel on an image in device memory.
struct CountRun {
  Place& place;
  std::shared_ptr<const DeviceCopies> copies;
  std::shared_ptr<const Expected> expected;
  Histogram filter;
  PixelType type;
  std::int64_t samples;
  gpu::CountKernels kernels;
  Binning binning;
  std::unique_ptr<gpu::Buffer> edges = {}, counters = {};

  std::size_t bytes() const { return kernels.counters() * sizeof(std::uint32_t); }

  void make_buffers() {
    kernels.set_range(binning);
    if (const auto data = std::as_bytes(kernels.edges()); !data.empty()) {
      edges = place.device->buffer(data.size());
      place.stream->upload(*edges, 0, data.data(), data.size());
    }
    counters = place.device->buffer(bytes());
    clear_counters();
  }
  void clear_counters() {
    const std::vector<std::byte> zeros(bytes());
    place.stream->upload(*counters, 0, zeros.data(), zeros.size());
    place.stream->wait();
  }
  void enqueue(gpu::Stream& stream) {
    kernels.count(stream, *copies->images().image.buffer, samples, edges.get(), *counters);
  }
  Error255 check() {
    clear_counters();
    enqueue(*place.stream);
    std::vector<std::uint32_t> found(kernels.counters());
    place.stream->download(std::as_writable_bytes(std::span(found)).data(), *counters, 0, bytes());
    place.stream->wait();
    const std::vector<std::uint64_t> wide(found.begin(), found.end());
    Counts counts;
    if (type == PixelType::u8)
      count_values(filter, type, wide, counts);
    else
      count_slots(binning, wide, counts);
    return expected->judge(counts);
  }
};

}  // namespace

bool has_count_kernel(const Problem& problem) {
  const auto* filter = std::get_if<Histogram>(&problem.filter);
  return filter && !finds_range(*filter, problem.type) &&
         counted_channels(*filter, problem.channels) == problem.channels;
}

Entrant count_kernel(Session& session, const Setting& setting, const planner::Decision& decision) {
  const Case& c = setting.what;
  const Problem& problem = decision.problem;
  const auto& filter = std::get<Histogram>(problem.filter);
  Place& place = session.place(setting.device);
  const auto run = std::make_shared<CountRun>(
      CountRun{.place = place,
               .copies = session.copies(place, c),
               .expected = session.expected(c, c.filter),
               .filter = filter,
               .type = problem.type,
               .samples = std::int64_t{problem.width} * problem.height * problem.channels,
               .kernels = gpu::CountKernels(filter, problem.type, problem.channels,
                                            decision.offer.tuning.as<HistogramGpuTuning>(),
                                            place.device->facts().gpu, *place.programs),
               .binning = make_binning(filter, problem.type, {})});
  run->make_buffers();
  return {.name = std::string(decision.candidate->name),
          .predicted_seconds = decision.offer.seconds,
          .allowed_255 = allowed_255(problem, decision.offer.error),
          .time = on_device(*place.stream, [run](gpu::Stream& stream) { run->enqueue(stream); }),
          .check = [run] { return run->check(); }};
}

}  // namespace selvage::bench
