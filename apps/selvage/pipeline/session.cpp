// SPDX-License-Identifier: Apache-2.0
#include "pipeline/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <type_traits>
#include <utility>

#include "command_line/filter_verb.hpp"
#include "inputs/formats.hpp"
#include "pipeline/cut_page.hpp"
#include "pipeline/resolve.hpp"
#include "side_images/side_checks.hpp"

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
    return std::make_shared<Plan>(session.engine->plan(p.filter, shapes, p.frame, p.request));
  } catch (const Error& e) {
    throw with_file(e, *p.side);
  }
}

ReadyPlan make_plan(const PageJob& p, const Inputs& shapes, const Session& session) {
  const auto plan = plan_of(p, shapes, session);
  return {.plan = plan,
          .device = plan->device(),
          .candidate = plan->candidate(),
          .error_bound = plan->error_bound(),
          .predicted_s = plan->predicted_seconds(),
          .scratch_bytes = plan->scratch_bytes()};
}

// Returns the plan of the page's whole result; pages of the same shape share the last one.
ReadyPlan ready_plan(const PageJob& p, Session& session) {
  if (p.samples) {
    session.last_plan = {};
    return make_plan(p, shapes_of(p, p.samples->view()), session);
  }
  const Inputs shapes = p.side->shapes(p.shape);
  if (!session.last_plan.plan || !same_shapes(session.last_shapes, shapes) ||
      session.last_rows != p.rows) {
    session.last_plan = {};
    session.last_plan = make_plan(p, shapes_of(p, window_shape(p, p.rows)), session);
    session.last_shapes = shapes;
    session.last_rows = p.rows;
  }
  return session.last_plan;
}

// Returns the rows that the result depends on. Others are skipped if the file allows it.
Rows rows_of(const PageJob& p) {
  const Rect& c = p.frame.compute;
  if (!p.file.by_rows || std::holds_alternative<JointUpsampling>(p.filter))
    return {0, p.shape.height};
  return rows_read({c.y, c.y + c.height}, p.shape.height, border(p.filter), halo(p.filter));
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

}  // namespace

std::unique_ptr<Session> open_session(const FilterCommand& command, std::size_t files,
                                      std::stop_token stop) {
  const EngineChoice& choice = command.engine;
  const LimitOptions& limits = command.limits;
  constexpr std::size_t most_runs = std::numeric_limits<int>::max();
  const EngineOptions options{.threads = choice.threads,
                              .device_memory = limits.memory.value_or(0),
                              .expected_runs = static_cast<int>(std::min(files, most_runs))};
  std::unique_ptr<Session> session(
      new Session{.command = command,
                  .engine = Engine(select_device(choice.device), options),
                  .memory = budget_of(limits.memory),
                  .stop = std::move(stop),
                  .overlaps = choice.threads != 1 && command.verb->makes_image});
  if (limits.memory) settle_small_limit(*limits.memory, command.messages);
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
  Source source{.job = job, .reader = open_input(job, session.command)};
  source.side = session.side->of(job, source.reader.info().pages);
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
  p.side = source.side;
  const SideImage& guide = p.side->guide();
  check_sizes(*p.side, c.filter, p.shape, p.file.metadata,
              p.file.pages > 1 ? fmt::format("page {}", p.page + 1) : "the image");
  p.filter = c.verb->make(
      c.filter, {.image = p.shape.type, .guide = guide ? guide.shape.type : p.shape.type});
  p.whole = selvage::result_shape(p.filter, p.shape, guide.shape);
  p.request = make_request(c.engine, c.filter.like, p.shape.type);
  p.frame = make_frame(c.filter, p.whole.width, p.whole.height);
  p.output = source.job.output;
  if (!p.output.empty())
    p.format = output_format(source.job, p.file.format, result_shape(p, p.result));
  p.rows = rows_of(p);
  p.frame.y = p.rows.first;
  p.lease.emplace(session.memory, session.stop);

  // The meaning of an absolute error depends on the largest sample of a float image.
  if (p.request.max_error && !is_integer(p.type)) {
    p.rows = {0, p.shape.height};
    p.frame.y = 0;
    grow(p, RowWindow::memory(p.file, p.type) + bytes_of(p.shape));
    p.samples = RowWindow(source.reader, p.type, c.limits.image).move_to(p.rows);
  }
  p.ready = ready_plan(p, session);
  p.bands = cut_of(p, session);
  p.memory = memory_of(p, p.bands.height, session);
  p.scratch = scratch_of(p, p.bands.height);
  grow(p, p.memory);
  return p;
}

}  // namespace selvage::cli
