// SPDX-License-Identifier: Apache-2.0
#include "pipeline/encode_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "inputs/volume.hpp"
#include "pipeline/background.hpp"
#include "pipeline/elevation.hpp"
#include "pipeline/video.hpp"
#include "selvage/metadata.hpp"

namespace selvage::cli {
namespace {

// Adds the report of a later chunk.
void add_to(FileReport& all, FileReport chunk) {
  if (!chunk.device.empty()) {  // something was filtered
    all.device = std::move(chunk.device);
    all.candidate = std::move(chunk.candidate);
  }
  if (chunk.error_bound > all.error_bound) {  // from another page, perhaps of another type
    all.filtered = chunk.filtered;
    all.max_error = chunk.max_error;
    all.error_bound = chunk.error_bound;
  }
  all.memory = std::max(all.memory, chunk.memory);
  all.bands += chunk.bands;
  for (const auto part : {&FileReport::decode_s, &FileReport::filter_s, &FileReport::total_s,
                          &FileReport::upload_s, &FileReport::download_s, &FileReport::kernel_s})
    all.*part += chunk.*part;
  all.certified += chunk.certified;
  all.recomputed += chunk.recomputed;
  all.terms = std::max(all.terms, chunk.terms);
  if (all.lone.empty()) all.lone = std::move(chunk.lone);
  for (std::string& note : chunk.notes)
    if (std::ranges::find(all.notes, note) == all.notes.end()) all.notes.push_back(std::move(note));
}

// Returns whether colours are divided by alpha here. Integers are divided as floats, so that they
// are rounded once.
bool is_divided(const Chunk& chunk) {
  return chunk.traits.premultiplied && is_integer(chunk.page->result);
}

// Returns how much larger an average pixel is than one of the first page, at least 1.
double growth(const FileInfo& first) {
  const std::size_t pixel = static_cast<std::size_t>(first.channels) * sample_bytes(first.type);
  const double as_first = static_cast<double>(first.all_pixels) * static_cast<double>(pixel);
  return std::max(1.0, static_cast<double>(first.all_bytes) / as_first);
}

// Makes all flags but 0 white.
void brighten(const ImageView& flags) {
  for (int y = 0; y < flags.height; ++y)
    std::transform(flags.at(0, y), flags.at(0, y) + flags.width, flags.at(0, y),
                   [](std::byte flag) { return std::byte(flag == std::byte{} ? 0 : 255); });
}

void begin(std::optional<ImageWriter>& writer, const Job& job, const ConstImageView& shape,
           const SaveOptions& options, const FileTraits& traits) {
  if (writer) return writer->next(shape, traits);
  make_folder(job);
  writer.emplace(job.output, shape, options, traits);
}

}  // namespace

std::uint64_t expected_bytes(const PageJob& first, const ConstImageView& result) {
  if (first.file.pages == 1) return 0;
  const bool whole = result.width == first.shape.width && result.height == first.shape.height;
  const auto pages = static_cast<std::uint64_t>(first.file.pages);
  const auto pixels = static_cast<std::uint64_t>(first.file.all_pixels);
  const std::size_t pixel = static_cast<std::size_t>(result.channels) * sample_bytes(result.type);
  const std::uint64_t as_first = whole ? pixels * pixel : pages * bytes_of(result);
  constexpr double most = 0x1p62;  // limits what a file can claim
  return static_cast<std::uint64_t>(
      std::min(most, static_cast<double>(as_first) * growth(first.file)));
}

void Encoder::begin_page(const Chunk& chunk) {
  const PageJob& p = *chunk.page;
  const Job& job = chunk.file->job;
  FileTraits traits = chunk.traits;
  if (p.result != p.shape.type) traits.max_value = 0;  // the scale differs from the file's
  if (is_divided(chunk) || p.background) traits.premultiplied = false;
  traits.metadata.geo = geo_of_result(std::move(traits.metadata.geo), p);
  traits.metadata.exif = without_thumbnail(traits.metadata.exif);
  SaveOptions options = save_options(job, p.format, command_.output);
  options.expected_bytes = expected_bytes(p, written_shape(p));
  options.threads = command_.engine.threads;
  if (p.whole.width == p.shape.width && p.whole.height == p.shape.height)
    options.volume = volume_of_region(p.file.volume, p.frame.compute);
  begin(image_, job, written_shape(p), options, traits);
  begun_with_ = std::move(traits.metadata);
  if (chunk.flags)
    begin(flags_, flags_job(job, command_.filter.flags), flags_shape(p),
          {.overwrite = command_.output.force,
           .expected_bytes = expected_bytes(p, flags_shape(p)),
           .threads = command_.engine.threads},
          {});
}

// Metadata behind the pixels is known only after they are read. With bands, the writer has begun by
// then.
void Encoder::add_late_metadata(const Chunk& chunk) {
  const Metadata& now = chunk.traits.metadata;
  Metadata late;
  if (begun_with_.exif.empty()) late.exif = without_thumbnail(now.exif);
  if (begun_with_.xmp.empty()) late.xmp = now.xmp;
  if (late == Metadata{} || image_->add(late)) return;
  for (const auto& [bytes, name] : {std::pair{&late.exif, "EXIF"}, {&late.xmp, "XMP"}})
    if (!bytes->empty())
      report_.notes.push_back(fmt::format(
          "its {} is not kept: it follows the pixels, which were processed in bands", name));
}

void Encoder::write(Chunk& chunk) {
  if (chunk.begins_page) begin_page(chunk);
  const PixelType type = chunk.page->result;
  if (chunk.page->background)
    chunk.result =
        over_background(chunk.result, *chunk.page->background, chunk.traits.premultiplied);
  else if (is_divided(chunk))
    divide_by_alpha(chunk.result);
  if (chunk.result.type() != type) chunk.result = convert(chunk.result, type);
  image_->write(chunk.result);
  if (!chunk.flags) return;
  if (command_.filter.flags.black_and_white) brighten(chunk.flags);
  flags_->write(chunk.flags);
}

void Encoder::add(Chunk& chunk) {
  const Stopwatch encoding;
  if (chunk.result) write(chunk);
  chunk.result = {};
  chunk.flags = {};
  chunk.report.notes.insert(chunk.report.notes.begin(), chunk.traits.notes.begin(),
                            chunk.traits.notes.end());
  if (chunk.page) count_frames(chunk);
  if (chunk.begins_file)
    report_ = std::move(chunk.report);
  else
    add_to(report_, std::move(chunk.report));
  if (image_ && chunk.ends_page) add_late_metadata(chunk);
  report_.encode_s += encoding.seconds();
}

void Encoder::count_frames(const Chunk& chunk) {
  const PageJob& p = *chunk.page;
  if (chunk.ends_page && (p.file.video.planes == 1 || is_chroma(p.file))) ++frames_;
  has_frames_ = is_frame(p.file, p.page);
}

const FileReport& Encoder::finish(double wall_s) {
  const Stopwatch encoding;
  for (std::optional<ImageWriter>* writer : {&image_, &flags_}) {
    if (!*writer) continue;
    std::ranges::move((*writer)->notes(), std::back_inserter(report_.notes));
    (*writer)->commit();
  }
  report_.encode_s += encoding.seconds();
  report_.total_s += report_.encode_s;
  if (has_frames_) {
    report_.pages = report_.frames = frames_;
    report_.wall_s = wall_s;
  }
  return report_;
}

}  // namespace selvage::cli
