// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include "filter_verb.hpp"
#include "resolve.hpp"

namespace selvage::cli {
namespace {

constexpr double memory_share = 0.75;  // of what is free, without --max-memory

// A result of a wider type is computed in it, so that rounding comes last.
PixelType filtered_type(PixelType file, PixelType result) {
  return sample_bytes(result) > sample_bytes(file) ? result : file;
}

// All that is alive at some time, as if it were alive at once.
std::size_t memory_needed(const Prepared& p, const Session& session) {
  ConstImageView filtered = p.source.shape;
  filtered.type = p.type;
  std::size_t bytes = bytes_of(p.source.shape) + session.side.bytes() + p.ready.scratch_bytes;
  if (p.type != p.source.shape.type) bytes += bytes_of(filtered);
  if (!session.command.verb->makes_image) return bytes;
  bytes += bytes_of(result_shape(p, p.type));
  if (p.type != p.result) bytes += bytes_of(result_shape(p, p.result));
  if (!session.command.filter.flags.empty()) bytes += bytes_of(flags_shape(p));
  return bytes;
}

// The simplest filter of the same kind.
Filter plain_like(const Filter& filter) {
  return std::visit(
      []<class F>(const F&) -> Filter {
        if constexpr (std::is_same_v<F, GeometryGuided>)
          return F{.edge_threshold = 0.0f};
        else
          return F{};
      },
      filter);
}

// A mistyped candidate is an error of the command line, not one of each file.
void check_candidate(const Engine& engine, const FilterCommand& command) {
  const Filter filter = plain_like(
      command.verb->make(command.filter, {.image = PixelType::f32, .guide = PixelType::f32}));
  const ConstImageView shape = shape_of(PixelType::u8, 8, 8, 3, false);
  const bool guided = !command.filter.side.guide.empty();
  try {
    engine.plan(filter, {.image = shape, .guide = guided ? shape : ConstImageView{}},
                Frame::whole(8, 8), {.use = command.engine.use});
  } catch (const Error& e) {
    if (e.code() == Errc::invalid_argument) throw;
  }
}

// Said here, since the library does not know of --upsample.
void check_guide(const FilterOptions& options, const Image& guide, const ConstImageView& image) {
  const bool same = guide.width() == image.width && guide.height() == image.height;
  if (!guide || options.upsample || same) return;
  const bool larger = guide.width() >= image.width && guide.height() >= image.height;
  throw Error(Errc::invalid_argument,
              fmt::format("--guide {} is {}x{}, the image is {}x{}", options.side.guide,
                          guide.width(), guide.height(), image.width, image.height),
              larger ? "--upsample gives the result the guide's size"
                     : "a guide has the image's size, or is larger and --upsample is given");
}

bool same_shape(const ConstImageView& a, const ConstImageView& b) {
  return a.type == b.type && a.width == b.width && a.height == b.height &&
         a.channels == b.channels && a.alpha == b.alpha;
}

ReadyPlan make_plan(const Prepared& p, const ConstImageView& image, const Session& session) {
  auto plan = std::make_shared<Plan>(
      session.engine.plan(p.filter, session.side.with(image), p.frame, p.request));
  return {.plan = plan,
          .device = plan->device(),
          .candidate = plan->candidate(),
          .error_bound = plan->error_bound(),
          .predicted_s = plan->predicted_seconds(),
          .scratch_bytes = plan->scratch_bytes()};
}

}  // namespace

std::unique_ptr<Session> open_session(const FilterCommand& command, std::size_t files,
                                      std::stop_token stop) {
  const EngineChoice& choice = command.engine;
  const LimitOptions& limits = command.limits;
  const auto free_share =
      static_cast<std::size_t>(memory_share * static_cast<double>(free_memory()));
  constexpr std::size_t most_runs = std::numeric_limits<int>::max();
  const EngineOptions options{.threads = choice.threads,
                              .device_memory = limits.memory.value_or(0),
                              .expected_runs = static_cast<int>(std::min(files, most_runs))};
  std::unique_ptr<Session> session(
      new Session{.command = command,
                  .engine = Engine(select_device(choice.device), options),
                  .side = {},
                  .memory = MemoryBudget(limits.memory.value_or(free_share)),
                  .stop = std::move(stop)});
  if (!choice.use.empty()) check_candidate(session->engine, command);
  session->side = load_side_images(command.filter.side, limits.image,
                                   MemoryLease(session->memory, session->stop));
  return session;
}

ConstImageView result_shape(const Prepared& p, PixelType type) {
  const Rect& rect = p.frame.compute;
  return shape_of(type, rect.width, rect.height, p.whole.channels, p.whole.alpha);
}

ConstImageView flags_shape(const Prepared& p) {
  const Rect& rect = p.frame.compute;
  return shape_of(PixelType::u8, rect.width, rect.height, 1, false);
}

Prepared prepare(const std::string& input, Session& session) {
  const FilterCommand& c = session.command;
  Prepared p;
  p.source = open_source(input, c.limits.image);
  const ConstImageView& file = p.source.shape;
  p.result = c.engine.bits.value_or(file.type);
  p.type = filtered_type(file.type, p.result);
  const Image& guide = session.side.guide;
  check_guide(c.filter, guide, file);
  p.filter =
      c.verb->make(c.filter, {.image = file.type, .guide = guide ? guide.type() : file.type});
  p.whole = selvage::result_shape(p.filter, file, guide);
  p.request = make_request(c.engine, c.filter.like_opencv, file.type);
  p.frame = make_frame(c.filter, p.whole.width, p.whole.height);
  p.lease.emplace(session.memory, session.stop);

  // What an absolute error is worth depends on a float image's largest sample.
  const bool needs_samples = p.request.max_error && !is_integer(p.type);
  if (needs_samples) p.lease->grow(bytes_of(file));
  if (needs_samples || p.source.image) decode(p.source, p.type, c.limits.image);

  ConstImageView image = shape_of(p.type, file.width, file.height, file.channels, file.alpha);
  if (p.source.image) image = p.source.image;
  const bool by_shape_alone = !needs_samples;
  if (by_shape_alone && session.last_plan.plan && same_shape(session.last_shape, file)) {
    p.ready = session.last_plan;
  } else {
    session.last_plan = {};
    p.ready = make_plan(p, image, session);
  }
  if (by_shape_alone) {
    session.last_shape = file;
    session.last_plan = p.ready;
  }
  p.memory = memory_needed(p, session);
  p.lease->grow(p.memory);
  return p;
}

}  // namespace selvage::cli
