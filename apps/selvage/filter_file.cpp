// SPDX-License-Identifier: Apache-2.0
#include "filter_file.hpp"

#include <fmt/format.h>

#include <utility>

#include "formats.hpp"
#include "memory.hpp"
#include "resolve.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {
namespace {

constexpr double memory_share = 0.75;  // of what is free, without --max-memory

// A result of a wider type is computed in it, so that rounding comes last.
PixelType filtered_type(PixelType file, PixelType result) {
  return sample_bytes(result) > sample_bytes(file) ? result : file;
}

ConstImageView result_shape(const Prepared& p, PixelType type) {
  const Rect& rect = p.frame.compute;
  return shape_of(type, rect.width, rect.height, p.source.shape.channels, p.source.shape.alpha);
}

// All that is alive at some time, as if it were alive at once.
std::size_t memory_needed(const Prepared& p, const Session& session) {
  ConstImageView filtered = p.source.shape;
  filtered.type = p.type;
  std::size_t bytes = bytes_of(p.source.shape) + bytes_of(result_shape(p, p.type)) +
                      session.mask.bytes() + p.plan->scratch_bytes();
  if (p.type != p.source.shape.type) bytes += bytes_of(filtered);
  if (p.type != p.result) bytes += bytes_of(result_shape(p, p.result));
  return bytes;
}

// A mistyped candidate is an error of the command line, not one of each file.
void check_candidate(const Engine& engine, const std::string& use) {
  try {
    engine.plan(Bilateral{}, {.image = shape_of(PixelType::u8, 8, 8, 3, false)}, Frame::whole(8, 8),
                {.use = use});
  } catch (const Error& e) {
    if (e.code() == Errc::invalid_argument) throw;
  }
}

FileReport planned(const Job& job, const Prepared& p, const Session& session) {
  const ConstImageView shape = result_shape(p, p.result);
  return {.job = job,
          .dry_run = session.command.output.dry_run,
          .shape = shape,
          .filtered = p.type,
          .format = output_format(job, p.source.format, shape),
          .device = session.engine.device().id,
          .candidate = p.plan->candidate(),
          .max_error = asked_error(p.request, p.type),
          .error_bound = p.plan->error_bound(),
          .predicted_s = p.plan->predicted_seconds(),
          .memory = p.memory,
          .notes = p.source.notes};
}

Image run(Prepared& p, const Session& session, Progress& progress) {
  const ConstImageView shape = result_shape(p, p.type);
  Image image(p.type, shape.width, shape.height, shape.channels, shape.alpha, 1,
              session.command.limits.image);
  p.plan->run({.image = p.source.image, .mask = session.mask}, {.image = image},
              {.cancel = session.stop, .progress = [&](double done) { progress.update(done); }});
  return image;
}

SaveOptions save_options(const FileReport& report, const OutputOptions& output) {
  const bool by_name = report.job.output != "-" && !format_of(report.job.output).empty();
  return {
      .format = by_name ? "" : report.format, .quality = output.quality, .overwrite = output.force};
}

void write(Image result, const FileReport& report, const Prepared& p, const OutputOptions& output) {
  if (result.type() != p.result) result = convert(result, p.result);
  FileTraits traits = p.source.traits;
  if (p.result != p.source.shape.type) traits.max_value = 0;  // another scale than the file's
  save(report.job.output, result.view(), save_options(report, output), traits);
}

}  // namespace

Session open_session(const FilterCommand& command, std::stop_token stop) {
  const EngineChoice& choice = command.engine;
  const auto free_share =
      static_cast<std::size_t>(memory_share * static_cast<double>(free_memory()));
  Session session{.command = command,
                  .engine = Engine(select_device(choice.device), {.threads = choice.threads}),
                  .mask = {},
                  .memory = command.limits.memory.value_or(free_share),
                  .stop = std::move(stop)};
  if (!choice.use.empty()) check_candidate(session.engine, choice.use);
  if (const std::string& mask = command.filter.mask; !mask.empty())
    session.mask = load_mask(mask, command.limits.image);
  return session;
}

Prepared prepare(const std::string& input, const Session& session) {
  const FilterCommand& c = session.command;
  Prepared p;
  p.source = open_source(input, c.limits.image);
  const ConstImageView& file = p.source.shape;
  p.result = c.engine.bits.value_or(file.type);
  p.type = filtered_type(file.type, p.result);
  p.filter = make_filter(c.filter, file.type);
  p.request = make_request(c.engine, c.filter.like_opencv, file.type);
  p.frame = make_frame(c.filter, file.width, file.height);

  // What an absolute error is worth depends on a float image's largest sample.
  const bool needs_samples = p.request.max_error && !is_integer(p.type);
  if (needs_samples) check_memory(bytes_of(file), session.memory);
  if (needs_samples || p.source.image) decode(p.source, p.type, c.limits.image);

  ConstImageView image = shape_of(p.type, file.width, file.height, file.channels, file.alpha);
  if (p.source.image) image = p.source.image;
  p.plan =
      session.engine.plan(p.filter, {.image = image, .mask = session.mask}, p.frame, p.request);
  p.memory = memory_needed(p, session);
  check_memory(p.memory, session.memory);
  return p;
}

FileReport filter_file(const Job& job, const Session& session, Progress& progress) {
  const Stopwatch total;
  const OutputOptions& output = session.command.output;
  check_output(job, output);
  Prepared p = prepare(job.input, session);
  FileReport report = planned(job, p, session);
  check_save(job.output, report.shape, save_options(report, output));
  if (output.dry_run) return report;

  progress.size(std::int64_t{report.shape.width} * report.shape.height);
  decode(p.source, p.type, session.command.limits.image);
  report.decode_s = p.source.decode_s;
  report.notes = p.source.notes;

  const Stopwatch filtering;
  Image result = run(p, session, progress);
  report.filter_s = filtering.seconds();
  p.source.image = {};  // its memory is not needed for encoding

  const Stopwatch encoding;
  write(std::move(result), report, p, output);
  report.encode_s = encoding.seconds();
  report.total_s = total.seconds();
  return report;
}

}  // namespace selvage::cli
