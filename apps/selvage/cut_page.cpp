// SPDX-License-Identifier: Apache-2.0
#include "cut_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "filter_verb.hpp"
#include "formats.hpp"

namespace selvage::cli {
namespace {

// Of the memory that is allowed, for what is not counted. Half of what the page's decoder leaves is
// for bands in any case.
std::size_t spared(std::size_t allowed, std::size_t decoder) {
  constexpr std::size_t most = std::size_t{32} << 20;
  const std::size_t left = allowed - std::min(decoder, allowed);
  return std::min(allowed < least_of_process ? allowed / 8 : most, left / 2);
}

// Pieces of a page that hold memory at a time.
struct Alive {
  std::size_t inputs = 1, outputs = 1;
};

Alive alive(int bands, const Session& session) {
  if (bands == 1) return {};
  // One is filtered; one lies before it and one behind it; one is decoded and one is encoded.
  const auto most = static_cast<std::size_t>(bands);
  if (session.overlaps) return {std::min<std::size_t>(3, most), std::min<std::size_t>(3, most)};
  return {2, 1};  // the rows that two bands read are copied from window to window
}

// Why bands cannot be had; empty: they can.
std::string obstacle(const Prepared& p) {
  if (!p.file.by_rows)
    return "this file cannot be read by rows: PNG without interlacing, JPEG that is not "
           "progressive, TIFF and PNM can";
  if (std::holds_alternative<JointUpsampling>(p.filter)) return "--upsample reads whole images";
  if (p.samples) return "without --max-error, float images are filtered in bands of rows";
  const Rect& c = p.frame.compute;
  const bool reaches_over =
      c.y < halo(p.filter) || c.y + c.height > p.shape.height - halo(p.filter);
  if (border(p.filter) == Border::wrap && reaches_over)
    return "--border wrap reads the far side; with others, images are filtered in bands of rows";
  return {};
}

std::size_t bytes_of_result(const Prepared& p, int rows, const Session& session) {
  if (!session.command.verb->makes_image) return 0;
  std::size_t bytes = bytes_of(result_shape(p, p.type, rows));
  if (!session.command.filter.flags.empty())
    bytes += bytes_of(shape_of(PixelType::u8, p.frame.compute.width, rows, 1, false));
  return bytes;
}

// What writers hold that cannot write rows from top to bottom.
std::size_t held_by_writers(const Prepared& p, const Session& session) {
  std::size_t bytes = 0;
  if (!p.format.empty() && !writes_by_rows(p.format)) bytes += bytes_of(result_shape(p, p.result));
  const std::string& flags = session.command.filter.flags;
  if (!flags.empty() && !writes_by_rows(format_of(flags))) bytes += bytes_of(flags_shape(p));
  return bytes;
}

// One in the middle reads most.
Rows largest_band(const Prepared& p, const Cut& bands) {
  const Rect& c = p.frame.compute;
  return bands.band({c.y, c.y + c.height}, bands.count > 2 ? 1 : 0);
}

// What goes to standard output cannot be taken back: better all or nothing. A float image's range
// is found before its samples are counted.
bool better_whole(const Prepared& p) {
  const auto* counts = std::get_if<Histogram>(&p.filter);
  return p.output == "-" || (counts && finds_range(*counts, p.type));
}

}  // namespace

bool finds_range(const Histogram& filter, PixelType type) {
  return !is_integer(type) && !(filter.low && filter.high);
}

Plan plan_of_band(const Prepared& p, Rows band) {
  const Rows rows = rows_of_band(p, band);
  Frame frame = p.frame;
  frame.y = rows.first;
  frame.compute.y = band.first;
  frame.compute.height = band.count();
  return p.ready.plan->part(shapes_of(p, window_shape(p, rows)), frame);
}

Rows rows_of_band(const Prepared& p, Rows band) {
  return rows_read(band, p.shape.height, border(p.filter), halo(p.filter));
}

ConstImageView window_shape(const Prepared& p, Rows rows) {
  return shape_of(p.type, p.shape.width, rows.count(), p.shape.channels, p.shape.alpha);
}

Inputs shapes_of(const Prepared& p, const ConstImageView& image) {
  if (std::holds_alternative<JointUpsampling>(p.filter)) return p.side->shapes(image);
  return p.side->shapes(image, image.height);
}

std::size_t memory_of(const Prepared& p, int height, const Session& session) {
  const Cut bands = cut(p.frame.compute.height, height);
  const bool whole = bands.count == 1;
  const Rows band = largest_band(p, bands);
  const Rows rows = whole ? p.rows : rows_of_band(p, band);
  const Alive pieces = alive(bands.count, session);
  std::size_t bytes =
      RowWindow::memory(p.file, p.type) + p.side->bytes(rows.count(), pieces.inputs);
  bytes += pieces.inputs * bytes_of(window_shape(p, rows));
  bytes += pieces.outputs * bytes_of_result(p, band.count(), session);
  if (session.command.verb->makes_image && p.type != p.result)
    bytes += bytes_of(result_shape(p, p.result, band.count()));
  return bytes + scratch_of(p, height) + (whole ? 0 : held_by_writers(p, session));
}

std::size_t scratch_of(const Prepared& p, int height) {
  const Cut bands = cut(p.frame.compute.height, height);
  return bands.count == 1 ? p.ready.scratch_bytes
                          : plan_of_band(p, largest_band(p, bands)).scratch_bytes();
}

Cut cut_of(const Prepared& p, const Session& session) {
  const int rows = p.frame.compute.height;
  const Cut whole{rows, 1};
  if (!obstacle(p).empty()) return whole;
  const auto memory = [&](int height) { return memory_of(p, height, session); };
  const std::size_t allowed = session.memory.allowed(), needed = memory(rows);
  const bool fits = needed <= allowed;
  const int comfortable = comfortable_height(p.shape.width, halo(p.filter));
  const std::size_t room = allowed - spared(allowed, p.file.decoder_bytes);
  if (fits) {  // a large image gains by stages that overlap
    const Cut bands = cut(rows, comfortable);
    return better_whole(p) || memory(bands.height) > room ? whole : bands;
  }
  return cut(rows, fitting_height(std::min(comfortable, rows), room, memory));
}

void grow(Prepared& p, std::size_t bytes) {
  try {
    p.lease->grow(bytes);
  } catch (const Error& e) {
    const std::string why = obstacle(p);
    if (e.code() != Errc::limit || why.empty()) throw;
    throw Error(Errc::limit, e.what(), fmt::format("{}; {}", e.hint(), why));
  }
}

}  // namespace selvage::cli
