// SPDX-License-Identifier: Apache-2.0
#pragma once
// The last stage: pieces become a file.

#include <optional>

#include "piece.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {

// Of the samples of all pages of a result, as far as the first page tells.
std::uint64_t expected_bytes(const Prepared& first, const ConstImageView& result);

// A result that is being written. Without `finish` nothing is left of it. Used by one thread.
class Encoder {
 public:
  explicit Encoder(const FilterCommand& command) : command_(command) {}

  // The next piece of the file, which was filtered.
  void add(Piece& piece);
  bool wrote() const { return image_.has_value(); }
  // After the last piece. With --dry-run, too.
  const FileReport& finish();

 private:
  void write(Piece& piece);
  void begin_page(const Piece& piece);

  void add_late_metadata(const Piece& piece);

  const FilterCommand& command_;
  FileReport report_;
  Metadata begun_with_;  // of the page
  std::optional<ImageWriter> image_, flags_;
};

}  // namespace selvage::cli
