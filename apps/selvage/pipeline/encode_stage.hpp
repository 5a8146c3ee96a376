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
  // Call it after the last chunk, also with --dry-run.
  const FileReport& finish();

 private:
  void write(Chunk& chunk);
  void begin_page(const Chunk& chunk);

  void add_late_metadata(const Chunk& chunk);

  const FilterCommand& command_;
  FileReport report_;
  Metadata begun_with_;  // metadata when the page was begun
  std::optional<ImageWriter> image_, flags_;
};

}  // namespace selvage::cli
