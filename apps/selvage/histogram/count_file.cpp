// SPDX-License-Identifier: Apache-2.0
#include "histogram/count_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "pipeline/band_reader.hpp"
#include "pipeline/cut_page.hpp"

namespace selvage::cli {
namespace {

// The smallest and the largest finite sample.
struct Range {
  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();

  bool empty() const { return low > high; }
};

void include(Range& range, const ConstImageView& image, std::optional<int> channel) {
  const int first = channel.value_or(0), end = channel ? *channel + 1 : image.channels;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = first; c < end; ++c) {
        const float v = *reinterpret_cast<const float*>(image.at(x, y, c));
        if (!std::isfinite(v)) continue;
        range.low = std::min(range.low, v);
        range.high = std::max(range.high, v);
      }
}

void add(Counts& all, const Counts& more) {
  if (all.bins.empty()) {
    all = more;
    return;
  }
  for (std::size_t c = 0; c < all.bins.size(); ++c) {
    for (std::size_t i = 0; i < all.bins[c].size(); ++i) all.bins[c][i] += more.bins[c][i];
    all.not_numbers[c] += more.not_numbers[c];
  }
}

Range find_range(Source& source, const PageJob& page, const Session& session) {
  Range range;
  for (BandReader bands(source, page, session); !bands.done();) {
    const ReadBand band = bands.next();
    const std::optional<int> channel = std::get<Histogram>(page.filter).channel;
    if (page.type == PixelType::f32)
      include(range, band.input->view(), channel);
    else
      include(range, convert(band.input->view(), PixelType::f32), channel);
  }
  return range;
}

// If the range must be found, sets that of all bands in the filter and returns it.
std::optional<Range> settle_range(Source& source, PageJob& page, const Session& session) {
  auto filter = std::get<Histogram>(page.filter);
  if (page.bands.count == 1 || !finds_range(filter, page.type)) return {};
  const std::string& name = source.job.input;
  if (!can_be_read_again(name))
    throw Error(Errc::limit,
                fmt::format("{} can be read only once, but the range must be found first",
                            name == "-" ? "standard input" : name),
                "give --low and --high, or raise --max-memory");
  const Range found = find_range(source, page, session);
  source.reader = open_input(source.job, session.command);
  if (found.empty()) return {};
  const float low = filter.low.value_or(found.low + 0.0f);  // turns -0 into 0
  const float high = filter.high.value_or(found.high + 0.0f);
  if (low < high) {  // otherwise the ranges of the bands give the same bins
    filter.low = low;
    filter.high = high;
    change_filter(page, filter, session);
  }
  return Range{low, high};
}

}  // namespace

HistogramReport count_file(const Job& job, Session& session) {
  Source source = open_source(job, session);
  if (source.reader.info().pages > 1)
    throw Error(Errc::invalid_argument,
                fmt::format("{} has {} pages", job.input, source.reader.info().pages),
                "histogram reads files with a single page");
  PageJob page = prepare_page(source, session);
  HistogramReport report;
  report.file = job.input;
  report.shape = page.shape;
  report.bands = page.bands.count;
  const Stopwatch decoding;
  const std::optional<Range> range = settle_range(source, page, session);
  report.decode_s = decoding.seconds();
  for (BandReader bands(source, page, session); !bands.done();) {
    const Stopwatch reading;
    const ReadBand band = bands.next();
    report.decode_s += reading.seconds();
    Counts counts;
    const Stopwatch counting;
    const Report run = band.plan->run(band.side.with(band.input->view()), {.counts = &counts},
                                      {.cancel = session.stop});
    report.filter_s += counting.seconds();
    report.device = run.device;
    report.candidate = run.candidate;
    add(report.counts, counts);
  }
  if (range) {
    report.counts.low = double{range->low};
    report.counts.high = double{range->high};
  }
  return report;
}

}  // namespace selvage::cli
