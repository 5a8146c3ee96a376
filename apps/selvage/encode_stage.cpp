// SPDX-License-Identifier: Apache-2.0
#include "encode_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "selvage/metadata.hpp"

namespace selvage::cli {
namespace {

// Adds what is known of a later piece.
void add_to(FileReport& all, FileReport piece) {
  all.device = std::move(piece.device);
  all.candidate = std::move(piece.candidate);
  if (piece.error_bound > all.error_bound) {  // of another page, perhaps of another type
    all.filtered = piece.filtered;
    all.max_error = piece.max_error;
    all.error_bound = piece.error_bound;
  }
  all.memory = std::max(all.memory, piece.memory);
  all.bands += piece.bands;
  for (const auto part : {&FileReport::decode_s, &FileReport::filter_s, &FileReport::total_s,
                          &FileReport::upload_s, &FileReport::download_s, &FileReport::kernel_s})
    all.*part += piece.*part;
  for (std::string& note : piece.notes)
    if (std::ranges::find(all.notes, note) == all.notes.end()) all.notes.push_back(std::move(note));
}

// Straight colours of integers are rounded once: they are divided by alpha while they are floats.
bool is_divided(const Piece& piece) {
  return piece.traits.premultiplied && is_integer(piece.page->result);
}

// A pixel of an average page beside one of the first, where it is larger.
double growth(const FileInfo& first) {
  const std::size_t pixel = static_cast<std::size_t>(first.channels) * sample_bytes(first.type);
  const double as_first = static_cast<double>(first.all_pixels) * static_cast<double>(pixel);
  return std::max(1.0, static_cast<double>(first.all_bytes) / as_first);
}

void begin(std::optional<ImageWriter>& writer, const Job& job, const ConstImageView& shape,
           const SaveOptions& options, const FileTraits& traits) {
  if (writer) return writer->next(shape, traits);
  make_folder(job);
  writer.emplace(job.output, shape, options, traits);
}

}  // namespace

std::uint64_t expected_bytes(const Prepared& first, const ConstImageView& result) {
  if (first.file.pages == 1) return 0;
  const bool whole = result.width == first.shape.width && result.height == first.shape.height;
  const auto pages = static_cast<std::uint64_t>(first.file.pages);
  const auto pixels = static_cast<std::uint64_t>(first.file.all_pixels);
  const std::size_t pixel = static_cast<std::size_t>(result.channels) * sample_bytes(result.type);
  const std::uint64_t as_first = whole ? pixels * pixel : pages * bytes_of(result);
  constexpr double most = 0x1p62;  // whatever the file claims
  return static_cast<std::uint64_t>(
      std::min(most, static_cast<double>(as_first) * growth(first.file)));
}

void Encoder::begin_page(const Piece& piece) {
  const Prepared& p = *piece.page;
  const Job& job = piece.file->job;
  FileTraits traits = piece.traits;
  if (p.result != p.shape.type) traits.max_value = 0;  // another scale than the file's
  if (is_divided(piece)) traits.premultiplied = false;
  traits.metadata.exif = without_thumbnail(traits.metadata.exif);
  SaveOptions options = save_options(job, p.format, command_.output);
  options.expected_bytes = expected_bytes(p, result_shape(p, p.result));
  options.threads = command_.engine.threads;
  begin(image_, job, result_shape(p, p.result), options, traits);
  begun_with_ = std::move(traits.metadata);
  if (piece.flags)
    begin(flags_, flags_job(job, command_.filter.flags), flags_shape(p),
          {.overwrite = command_.output.force,
           .expected_bytes = expected_bytes(p, flags_shape(p)),
           .threads = command_.engine.threads},
          {});
}

// What stands behind the pixels is known once they are read; in bands, the writer has begun then.
void Encoder::add_late_metadata(const Piece& piece) {
  const Metadata& now = piece.traits.metadata;
  Metadata late;
  if (begun_with_.exif.empty()) late.exif = without_thumbnail(now.exif);
  if (begun_with_.xmp.empty()) late.xmp = now.xmp;
  if (late == Metadata{} || image_->add(late)) return;
  for (const auto& [bytes, name] : {std::pair{&late.exif, "EXIF"}, {&late.xmp, "XMP"}})
    if (!bytes->empty())
      report_.notes.push_back(fmt::format(
          "its {} is not kept: it stands behind the pixels, which went by in bands", name));
}

void Encoder::write(Piece& piece) {
  if (piece.begins_page) begin_page(piece);
  const PixelType type = piece.page->result;
  if (is_divided(piece)) divide_by_alpha(piece.result);
  if (piece.result.type() != type) piece.result = convert(piece.result, type);
  image_->write(piece.result);
  if (piece.flags) flags_->write(piece.flags);
}

void Encoder::add(Piece& piece) {
  const Stopwatch encoding;
  if (piece.result) write(piece);
  piece.result = {};
  piece.flags = {};
  piece.report.notes.insert(piece.report.notes.begin(), piece.traits.notes.begin(),
                            piece.traits.notes.end());
  if (piece.begins_file)
    report_ = std::move(piece.report);
  else
    add_to(report_, std::move(piece.report));
  if (image_ && piece.ends_page) add_late_metadata(piece);
  report_.encode_s += encoding.seconds();
}

const FileReport& Encoder::finish() {
  const Stopwatch encoding;
  if (image_) image_->commit();
  if (flags_) flags_->commit();
  report_.encode_s += encoding.seconds();
  report_.total_s += report_.encode_s;
  return report_;
}

}  // namespace selvage::cli
