// SPDX-License-Identifier: Apache-2.0
#pragma once
// The last stage writes chunks to a file.

#include <optional>

#include "pipeline/chunk.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {

// Returns the bytes of the samples of all pages of a result, as estimated from the first page.
std::uint64_t expected_bytes(const PageJob& first, const ConstImageView& result);

// Writes the result of a file. Without `finish` nothing remains of it. Use it from one thread.
class Encoder {
 public:
  explicit Encoder(const FilterCommand& command) : command_(command) {}

  // Writes the next filtered chunk of the file.
  void add(Chunk& chunk);
  bool wrote() const { return image_.has_value(); }
  int frames() const { return frames_; }  // complete images
  // Call it after the last chunk, also with --dry-run.
  // `wall_s` is the time since the file was begun.
  const FileReport& finish(double wall_s);

 private:
  void write(Chunk& chunk);
  void begin_page(const Chunk& chunk);

  void add_late_metadata(const Chunk& chunk);
  void count_frames(const Chunk& chunk);

  const FilterCommand& command_;
  FileReport report_;
  int frames_ = 0;
  bool has_frames_ = false;  // the last page was one of several, or of a video
  Metadata begun_with_;      // metadata when the page was begun
  std::optional<ImageWriter> image_, flags_;
};

}  // namespace selvage::cli
