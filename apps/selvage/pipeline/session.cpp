// SPDX-License-Identifier: Apache-2.0
#include "pipeline/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <type_traits>
#include <utility>

#include "command_line/filter_fields.hpp"
#include "command_line/filter_verb.hpp"
#include "inputs/formats.hpp"
#include "inputs/volume.hpp"
#include "pipeline/cut_page.hpp"
#include "pipeline/elevation.hpp"
#include "pipeline/frame_stack.hpp"
#include "pipeline/resolve.hpp"
#include "pipeline/stack_memory.hpp"
#include "pipeline/video.hpp"
#include "side_images/side_checks.hpp"
#include "side_images/side_video.hpp"

namespace selvage::cli {
namespace {

constexpr double memory_share = 0.75;  // fraction of free memory, without --max-memory

// Returns the type of the computation: the wider of the two, so that rounding comes last.
PixelType filtered_type(PixelType file, PixelType result) {
  if (result == PixelType::f16 && is_integer(file)) return PixelType::f32;  // f16 would round twice
  return sample_bytes(result) > sample_bytes(file) ? result : file;
}

// Returns the simplest filter of the same kind.
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

// Reports a mistyped candidate as an error of the command line instead of one per file.
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

bool same_shapes(const Inputs& a, const Inputs& b) {
  return same_shape(a.image, b.image) && std::ranges::all_of(side_ports, [&](const SidePort& port) {
           return same_shape(a.*port.view, b.*port.view);
         });
}

std::shared_ptr<Plan> plan_of(const PageJob& p, const Inputs& shapes, const Session& session) {
  try {
    if (!session.command.filter.is_stack())
      return std::make_shared<Plan>(session.engine->plan(p.filter, shapes, p.frame, p.request));
    const StackRun run = inner_run(p.filter, shapes, p.frame);
    return std::make_shared<Plan>(session.engine->plan(p.filter, run.shapes, run.frame, p.request));
  } catch (const Error& e) {
    throw with_file(e, *p.side);
  }
}

ReadyPlan make_plan(const PageJob& p, const Inputs& shapes, const Session& session) {
  const auto plan = plan_of(p, shapes, session);
  return {.plan = plan,
          .device = plan->device(),
          .candidate = plan->candidate(),
          .max_error = plan->max_error(),
          .error_bound = plan->error_bound(),
          .predicted_s = plan->predicted_seconds(),
          .scratch_bytes = plan->scratch_bytes()};
}

// Returns the plan of the page's whole result; pages of the same shape share the last one.
ReadyPlan ready_plan(const PageJob& p, Session& session) {
  LastPlan& last = session.last_plans[is_chroma(p.file) ? 1 : 0];
  if (p.samples) {
    last = {};
    return make_plan(p, shapes_of(p, p.samples->view()), session);
  }
  const Inputs shapes = p.side->shapes(p.shape);
  if (!last.ready.plan || !same_shapes(last.shapes, shapes) || last.rows != p.rows ||
      last.filter != p.filter) {
    last = {};
    last = {.shapes = shapes,
            .rows = p.rows,
            .filter = p.filter,
            .ready = make_plan(p, shapes_of(p, window_shape(p, p.rows)), session)};
  }
  return last.ready;
}

// The frames of a sequence share it.
std::shared_ptr<StackMemory> memory_of_pages(const Job& job, Session& session) {
  std::shared_ptr<StackMemory> memory = session.sequence_memory;
  if (!memory)
    memory = std::make_shared<StackMemory>(StackMemory{.lease = {session.memory, session.stop}});
  session.sequence_memory = job.is_frame() && !job.ends_sequence() ? memory : nullptr;
  return memory;
}

bool weighs_alpha(const Filter& filter) {
  return field_of<Alpha>(filter, fields::alpha) == Alpha::weight;
}

// Returns the background that the result is composited over. Throws Error{invalid_argument} if the
// result has no such colours.
std::optional<Background> background_of(const FilterCommand& command,
                                        const ConstImageView& result) {
  const std::optional<Background>& colour = command.output.background;
  if (!colour || !result.alpha || !command.verb->makes_image) return {};
  const int colours = result.colour_channels();
  if (colours != 3 && !(colours == 1 && colour->is_gray()))
    throw Error(Errc::invalid_argument,
                fmt::format("{} {} cannot lie behind an image of {} colour channel{}",
                            colour->option, colour->text, colours, colours == 1 ? "" : "s"),
                colours == 1 ? "the image is gray: use black, white or another gray" : "");
  return colour;
}

// Returns the rows that the result depends on. Others are skipped if the file allows it.
Rows rows_of(const PageJob& p) {
  const Rect& c = p.frame.compute;
  if (!p.file.by_rows || upsamples(p.filter)) return {0, p.shape.height};
  return rows_read({c.y, c.y + c.height}, p.shape.height, border(p.filter), halo(p.filter));
}

// Reads all rows, which the page then holds.
void hold_rows(PageJob& p, Source& source, const Session& session) {
  if (p.samples) return;
  p.rows = {0, p.shape.height};
  p.frame.y = 0;
  grow(p, RowWindow::memory(p.file, p.type, p.divides) + bytes_of(window_shape(p, p.rows)));
  p.samples = window_of(source.reader, p, session.command.limits.image).move_to(p.rows);
}

// Returns whether reading a page once and holding it is better than reading it twice: it would be
// a single band in any case.
bool better_held(const PageJob& p, const Session& session) {
  const std::size_t bytes =
      RowWindow::memory(p.file, p.type) + bytes_of(window_shape(p, {0, p.shape.height}));
  return p.shape.height <= comfortable_height(p.shape.width, halo(p.filter)) &&
         bytes <= session.memory.allowed() / 8;
}

Image tiles_of_image(PageJob& p, Source& source, const Session& session) {
  const Limits& limits = session.command.limits.image;
  const bool read_once = is_video(p.file) || p.divides || !can_be_read_again(source.job.input);
  if (read_once || better_held(p, session)) hold_rows(p, source, session);
  const Rows rows{0, p.samples ? p.shape.height : noise_lattice(p.shape.height).tile};
  const ConstImageView tiles = noise_tiles_shape(window_shape(p, {0, p.shape.height}));
  grow(p, RowWindow::memory(p.file, p.type) + bytes_of(window_shape(p, rows)) + bytes_of(tiles));
  if (p.samples) return noise_tiles(p.samples->view(), limits);
  ImageReader reader = open_input(source.job, session.command);
  return noise_tiles(reader, p.type, limits);
}

// Gives the filter the sigma_range that follows from the noise of the file's first page. U and V of
// a video have their own.
void settle_range(PageJob& p, Source& source, const Session& session) {
  const FilterCommand& c = session.command;
  std::optional<AutomaticRange>& range = source.ranges[is_chroma(p.file) ? 1 : 0];
  if (!range) {
    const SideImages& side = *p.side;
    const bool of_guide = compares_guide(p.filter);
    const Image tiles = of_guide ? noise_tiles(side_ports[1], side.guide(), c.limits.image)
                                 : tiles_of_image(p, source, session);
    const bool masked = side.images[0] && !upsamples(p.filter);
    const Image mask =
        masked ? noise_tiles(side_ports[0], side.images[0], c.limits.image) : Image();
    range = automatic_range(p.filter, tiles, mask, c.filter.strength.value_or(Strength::medium));
    range->over_time = c.filter.temporal && !of_guide;
  }
  p.range = range;
  set_range(p.filter, *range);
}

void settle_small_limit(std::size_t limit, const MessageOptions& messages) {
  if (limit < 2 * least_of_process) return_chunks_at_once();
  if (limit < least_of_process)
    say_note(
        messages,
        fmt::format("selvage: note: --max-memory {} covers image buffers only; code, threads and "
                    "codecs take about {} more (limits of {} and above cover them too)",
                    size_text(limit), size_text(process_bytes), size_text(least_of_process)));
}

// Without a limit that was asked for, what is free counts, most of which is left for the process.
MemoryBudget budget_of(std::optional<std::size_t> limit) {
  if (!limit)
    return MemoryBudget(
        static_cast<std::size_t>(memory_share * static_cast<double>(free_memory())));
  return MemoryBudget(*limit, *limit < least_of_process ? 0 : process_bytes);
}

Engine engine_for(const FilterCommand& command, std::size_t runs) {
  constexpr std::size_t most_runs = std::numeric_limits<int>::max();
  return Engine(select_device(command.engine.device),
                {.threads = command.engine.threads,
                 .device_memory = command.limits.memory.value_or(0),
                 .expected_runs = static_cast<int>(std::min(runs, most_runs))});
}

// The number of frames is not known; a hundred are a few seconds. A device that was named is opened
// anyway.
void expect_frames(Session& session) {
  constexpr std::size_t frames = 100;
  const bool expected = std::exchange(session.expects_frames, true);
  if (!expected && session.command.engine.device == "auto")
    session.engine = engine_for(session.command, frames);
}

}  // namespace

std::unique_ptr<Session> open_session(const FilterCommand& command, std::size_t files,
                                      std::stop_token stop) {
  const EngineChoice& choice = command.engine;
  const LimitOptions& limits = command.limits;
  std::unique_ptr<Session> session(
      new Session{.command = command,
                  .engine = engine_for(command, files),
                  .memory = budget_of(limits.memory),
                  .stop = std::move(stop),
                  .overlaps = choice.threads != 1 && command.verb->makes_image});
  if (limits.memory) settle_small_limit(*limits.memory, command.messages);
  if (command.filter.is_stack()) return_chunks_at_once();  // what is promised holds for slices, too
  if (!choice.use.empty()) check_candidate(*session->engine, command);
  session->side.emplace(command, files, session->memory, session->stop);
  return session;
}

ImageReader open_input(const Job& job, const FilterCommand& command) {
  const Limits& limits = command.limits.image;
  if (command.raw) return {job.input, *command.raw, limits};
  try {
    return ImageReader(job.input, limits);
  } catch (const Error& e) {
    std::error_code ignored;
    if (format_of(job.input) != "raw" || !std::filesystem::exists(job.input, ignored)) throw;
    throw Error(e.code(), e.what(),
                "samples without a header need their shape: --raw 640x480x3:u8");
  }
}

Source open_source(const Job& job, Session& session) {
  if (job.begins_sequence()) session.sequence_memory = {};
  Source source{.job = job, .reader = open_input(job, session.command)};
  const bool may_be_stream = session.command.verb->makes_image && !job.is_frame();
  const bool is_stream = may_be_stream && source.reader.as_stream();
  if (job.is_frame() && !job.begins_sequence()) source.ranges = session.sequence_ranges;
  source.side = session.side->of(job, is_stream ? 2 : source.reader.info().pages);
  if (session.command.filter.is_stack()) source.memory = memory_of_pages(job, session);
  return source;
}

void change_filter(PageJob& p, const Filter& filter, const Session& session) {
  p.filter = filter;
  p.ready = make_plan(p, shapes_of(p, window_shape(p, p.rows)), session);
}

ConstImageView result_shape(const PageJob& p, PixelType type) {
  return result_shape(p, type, p.frame.compute.height);
}

ConstImageView result_shape(const PageJob& p, PixelType type, int rows) {
  return shape_of(type, p.frame.compute.width, rows, p.whole.channels, p.whole.alpha);
}

ConstImageView written_shape(const PageJob& p, const ConstImageView& result) {
  if (!p.background) return result;
  return shape_of(result.type, result.width, result.height, result.channels - 1, false);
}

ConstImageView written_shape(const PageJob& p) {
  return written_shape(p, result_shape(p, p.result));
}

RowWindow window_of(ImageReader& reader, const PageJob& p, const Limits& limits) {
  return p.divides ? RowWindow::of_straight(reader, p.type, limits)
                   : RowWindow(reader, p.type, limits);
}

ConstImageView flags_shape(const PageJob& p) {
  const Rect& rect = p.frame.compute;
  return shape_of(PixelType::u8, rect.width, rect.height, 1, false);
}

PageJob prepare_page(Source& source, Session& session) {
  const FilterCommand& c = session.command;
  PageJob p;
  p.file = source.reader.info();
  p.page = source.page;
  p.shape = shape_of(p.file);
  p.result = c.engine.bits.value_or(p.shape.type);
  p.type = filtered_type(p.shape.type, p.result);
  // Pages that are filtered together keep to the engine of the start, which their filter may ask.
  if (is_video(p.file) && !c.filter.is_stack()) expect_frames(session);
  if (is_frame(p.file, p.page) && !c.limits.memory) reuse_frames();
  p.copied = is_copied(p.file, c);
  const std::shared_ptr<SideImages> side =
      p.copied ? std::make_shared<SideImages>()
               : of_frame(*source.side, p.file, p.page, source.job.input);
  p.side = side;
  const SideImage& guide = side->guide();
  check_sizes(*p.side, c, p.shape, p.file.metadata,
              is_chroma(p.file)  ? "U and V"
              : p.file.pages > 1 ? fmt::format("page {}", p.page + 1)
                                 : "the image");
  const SampleTypes types{.image = p.shape.type, .guide = guide ? guide.shape.type : p.shape.type};
  p.filter = filter_of_plane(c.verb->make(with_spacing(c.filter, p.file), types), p.file.video,
                             traits_of_guide(*side));
  if (source.memory) p.stack = size_of_stack(p, source.job);
  if (p.copied) p.filter = Box{.radius = 0};
  ignore_no_data(p.filter, p.file);
  p.whole = selvage::result_shape(p.filter, p.shape, guide.shape);
  p.divides = p.file.premultiplied && p.file.alpha && weighs_alpha(p.filter);
  p.background = background_of(c, p.whole);
  p.request = request_of_plane(make_request(c.engine, c.filter.like, p.shape.type), p.file.video);
  p.frame = make_frame(c.filter, p.whole.width, p.whole.height);
  p.output = source.job.output;
  if (!p.output.empty()) p.format = output_format(source.job, p.file.format, written_shape(p));
  if (is_video(p.file)) check_video(p, c);
  p.rows = rows_of(p);
  p.frame.y = p.rows.first;
  p.lease = source.memory ? std::shared_ptr<MemoryLease>(source.memory, &source.memory->lease)
                          : std::make_shared<MemoryLease>(session.memory, session.stop);

  // The meaning of an absolute error depends on the largest sample of a float image.
  if (p.request.max_error && !is_integer(p.type)) hold_rows(p, source, session);
  if (c.filter.has_automatic_range() && !p.copied) {
    hold_frame(*side, c.limits.image);
    settle_range(p, source, session);
    if (source.job.is_frame()) session.sequence_ranges = source.ranges;
  }
  if (!p.copied) p.ready = ready_plan(p, session);
  p.bands = cut_of(p, session);
  p.memory = memory_of(p, p.bands.height, session);
  p.scratch = scratch_of(p, p.bands.height);
  if (source.memory) p.memory = memory_of_stack(p, *source.memory, session);
  grow(p, p.memory);
  if (!c.output.dry_run) hold_frame(*side, c.limits.image);
  return p;
}

}  // namespace selvage::cli
