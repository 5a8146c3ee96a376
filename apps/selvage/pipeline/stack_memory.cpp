// SPDX-License-Identifier: Apache-2.0
#include "pipeline/stack_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "parameters/depth_window.hpp"
#include "pipeline/cut_page.hpp"
#include "pipeline/frame_stack.hpp"
#include "pipeline/video.hpp"

namespace selvage::cli {
namespace {

// Returns the samples of U and V for each one of luma.
double share_of_chroma(const VideoTraits& video) {
  const std::string format = pixel_format(video);
  if (format == "yuv444p") return 2.0;
  return format == "yuv422p" ? 1.0 : 0.5;
}

// Without a limit the allocator keeps what freed frames of a stream and scratch memory had.
std::size_t kept_times(const PageJob& p, const Session& session) {
  return p.file.stream && !session.command.limits.memory ? 2 : 1;
}

// Returns the bytes of the scratch memory. The plan of pages far from the ends is kept while one of
// those at the ends runs.
std::size_t scratch_of_stack(const PageJob& p, const Session& session) {
  return 2 * p.scratch * kept_times(p, session);
}

// Returns the bytes of the pages of a plane like this page's, if it is only copied or if not;
// without scratch memory.
std::size_t bytes_of_pages(const PageJob& p, bool copied, const Session& session) {
  const Inputs page = shapes_of(p, window_shape(p, p.rows));
  const std::size_t samples = bytes_of(page.image), all = bytes_of_page(page, *p.side);
  const auto waiting = static_cast<std::size_t>(p.stack.waiting);
  const std::size_t in_stages =
      kept_times(p, session) * (memory_of(p, p.bands.height, session) - p.scratch);
  if (copied) return in_stages + waiting * samples;
  // Pages wait and are encoded without their samples, but with side images that are theirs alone.
  constexpr std::size_t most_in_stages = 5;
  const std::size_t held =
      static_cast<std::size_t>(p.stack.held) * all + (waiting + most_in_stages) * (all - samples);
  const std::size_t of_range = p.samples ? samples : 0;  // of the first page, for sigma_range
  return in_stages + held + of_range;
}

// Returns the bytes that U and V will need at most, from a page of luma.
std::size_t memory_of_chroma(const PageJob& luma, const Session& session) {
  if (luma.file.video.planes == 1) return 0;
  const bool copied = session.command.filter.planes == Planes::luma;
  const auto pages = static_cast<double>(bytes_of_pages(luma, copied, session));
  const std::size_t scratch = copied ? 0 : 2 * scratch_of_stack(luma, session);  // two channels
  return static_cast<std::size_t>(share_of_chroma(luma.file.video) * pages) + scratch;
}

}  // namespace

std::size_t memory_of_stack(const PageJob& p, StackMemory& memory, const Session& session) {
  auto& [luma, chroma] = memory.planes;
  const std::size_t bytes = bytes_of_pages(p, p.copied, session) + scratch_of_stack(p, session);
  if (is_chroma(p.file)) {
    chroma = bytes;
  } else {
    luma = std::max(luma, bytes);
    if (chroma == 0) chroma = memory_of_chroma(p, session);  // not known yet
  }
  const std::size_t needed = luma + chroma;
  const std::size_t allowed = session.memory.allowed(), limit = session.memory.limit();
  if (needed <= allowed) return needed;
  throw Error(Errc::limit,
              fmt::format("{}s that are filtered together need {}, the limit is {}",
                          page_of_depth(session.command.filter),
                          size_text(needed + limit - allowed), size_text(limit)),
              session.command.filter.volume ? "use a smaller --radius-depth, or raise --max-memory"
                                            : "use a smaller radius, --causal, or --max-memory");
}

}  // namespace selvage::cli
