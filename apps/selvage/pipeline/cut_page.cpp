// SPDX-License-Identifier: Apache-2.0
#include "pipeline/cut_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "command_line/filter_verb.hpp"
#include "inputs/formats.hpp"
#include "pipeline/video.hpp"

namespace selvage::cli {
namespace {

// Returns the part of the allowed memory that bands leave to what is not counted. At least half of
// what the decoder leaves is for bands.
std::size_t spared(std::size_t allowed, std::size_t decoder) {
  constexpr std::size_t most = std::size_t{32} << 20;
  const std::size_t remaining = allowed - std::min(decoder, allowed);
  return std::min({allowed / 8, most, remaining / 2});
}

// The number of chunks of a page that are in memory at a time.
struct Alive {
  std::size_t inputs = 1, outputs = 1;
};

Alive alive(int bands, const Session& session) {
  const bool pages = session.command.filter.is_stack() && session.overlaps;
  if (bands == 1 && !pages) return {};
  // One is filtered, one waits before and one after it, one is decoded and one is encoded.
  const auto most = static_cast<std::size_t>(pages ? 5 : bands);
  if (session.overlaps) return {std::min<std::size_t>(3, most), std::min<std::size_t>(3, most)};
  return {2, 1};  // rows shared by two bands are copied between windows
}

// Returns why the page cannot be filtered in bands, or an empty string if it can.
std::string obstacle(const PageJob& p) {
  if (!p.file.by_rows)
    return "this file cannot be read row by row; non-interlaced PNG, non-progressive JPEG, TIFF "
           "and PNM can";
  if (upsamples(p.filter)) return "--upsample reads whole images";
  if (p.samples && p.request.max_error && !is_integer(p.type))
    return "without --max-error, float images are filtered in bands";
  if (p.samples) return "with a number as --sigma-range, images are filtered in bands";
  const Rect& c = p.frame.compute;
  const bool reaches_over =
      c.y < halo(p.filter) || c.y + c.height > p.shape.height - halo(p.filter);
  if (border(p.filter) == Border::wrap && reaches_over)
    return "--border wrap reads the opposite side; with other borders, images are filtered in "
           "bands";
  return {};
}

std::size_t bytes_of_result(const PageJob& p, int rows, const Session& session) {
  if (!session.command.verb->makes_image) return 0;
  std::size_t bytes = bytes_of(result_shape(p, p.type, rows));
  if (!session.command.filter.flags.file.empty())
    bytes += bytes_of(shape_of(PixelType::u8, p.frame.compute.width, rows, 1, false));
  return bytes;
}

// Returns the bytes that writers buffer if they cannot write rows from top to bottom.
std::size_t held_by_writers(const PageJob& p, const Session& session) {
  std::size_t bytes = 0;
  if (!p.format.empty() && !writes_by_rows(p.format)) bytes += bytes_of(result_shape(p, p.result));
  const std::string& flags = session.command.filter.flags.file;
  if (!flags.empty() && !writes_by_rows(format_of(flags))) bytes += bytes_of(flags_shape(p));
  return bytes;
}

// Returns a band from the middle, which reads the most rows.
Rows largest_band(const PageJob& p, const Cut& bands) {
  const Rect& c = p.frame.compute;
  return bands.band({c.y, c.y + c.height}, bands.count > 2 ? 1 : 0);
}

// Returns whether one band is preferable: partial standard output cannot be taken back, frames
// overlap one another, and the range of a float image is found before its samples are counted.
bool better_whole(const PageJob& p) {
  const auto* counts = std::get_if<Histogram>(&p.filter);
  return p.output == "-" || p.copied || is_frame(p.file, p.page) ||
         (counts && finds_range(*counts, p.type));
}

}  // namespace

bool finds_range(const Histogram& filter, PixelType type) {
  return !is_integer(type) && !(filter.low && filter.high);
}

Plan plan_of_band(const PageJob& p, Rows band) {
  const Rows rows = rows_of_band(p, band);
  Frame frame = p.frame;
  frame.y = rows.first;
  frame.compute.y = band.first;
  frame.compute.height = band.count();
  return p.ready.plan->part(shapes_of(p, window_shape(p, rows)), frame);
}

Rows rows_of_band(const PageJob& p, Rows band) {
  return rows_read(band, p.shape.height, border(p.filter), halo(p.filter));
}

ConstImageView window_shape(const PageJob& p, Rows rows) {
  return shape_of(p.type, p.shape.width, rows.count(), p.shape.channels, p.shape.alpha);
}

Inputs shapes_of(const PageJob& p, const ConstImageView& image) {
  if (upsamples(p.filter)) return p.side->shapes(image);
  return p.side->shapes(image, image.height);
}

std::size_t memory_of(const PageJob& p, int height, const Session& session) {
  const Cut bands = cut(p.frame.compute.height, height);
  const bool whole = bands.count == 1;
  const Rows band = largest_band(p, bands);
  const Rows rows = whole ? p.rows : rows_of_band(p, band);
  const Alive chunks = alive(bands.count, session);
  std::size_t bytes =
      RowWindow::memory(p.file, p.type, p.divides) + p.side->bytes(rows.count(), chunks.inputs);
  bytes += chunks.inputs * bytes_of(window_shape(p, rows));
  bytes += chunks.outputs * bytes_of_result(p, band.count(), session);
  if (session.command.verb->makes_image && (p.type != p.result || p.background))
    bytes += bytes_of(result_shape(p, p.result, band.count()));
  return bytes + scratch_of(p, height) + (whole ? 0 : held_by_writers(p, session));
}

std::size_t scratch_of(const PageJob& p, int height) {
  const Cut bands = cut(p.frame.compute.height, height);
  return bands.count == 1 ? p.ready.scratch_bytes
                          : plan_of_band(p, largest_band(p, bands)).scratch_bytes();
}

Cut cut_of(const PageJob& p, const Session& session) {
  const int rows = p.frame.compute.height;
  const Cut whole{rows, 1};
  if (p.copied || session.command.filter.is_stack() || !obstacle(p).empty()) return whole;
  const auto memory = [&](int height) { return memory_of(p, height, session); };
  const std::size_t allowed = session.memory.allowed(), needed = memory(rows);
  const bool fits = needed <= allowed;
  const int comfortable = comfortable_height(p.shape.width, halo(p.filter));
  const std::size_t room = allowed - spared(allowed, p.file.decoder_bytes);
  if (fits) {  // large images gain from overlapping stages
    const Cut bands = cut(rows, comfortable);
    return better_whole(p) || memory(bands.height) > room ? whole : bands;
  }
  return cut(rows, fitting_height(std::min(comfortable, rows), room, memory));
}

void grow(PageJob& p, std::size_t bytes) {
  try {
    p.lease->grow(bytes);
  } catch (const Error& e) {
    const std::string why = obstacle(p);
    if (e.code() != Errc::limit || why.empty()) throw;
    throw Error(Errc::limit, e.what(), fmt::format("{}; {}", e.hint(), why));
  }
}

}  // namespace selvage::cli
