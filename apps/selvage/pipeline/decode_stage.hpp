// SPDX-License-Identifier: Apache-2.0
#pragma once
// The first stage reads a file as chunks.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/band_reader.hpp"
#include "pipeline/chunk.hpp"

namespace selvage::cli {

// Error bounds hold for float samples up to this (docs/filters/bilateral.md, "Numeric contract").
inline constexpr float largest_exact_sample = 1e18f;

// Reads one file. Use it from one thread at a time.
class Decoder {
 public:
  Decoder(const Job& job, Session& session);

  // Returns the next chunk, or nothing at the end. Everything is checked before the first chunk
  // (with --dry-run nothing else happens). An error is returned as the last chunk. Blocks while
  // other chunks hold the memory that a page needs.
  std::optional<Chunk> next();

 private:
  void fill(Chunk& chunk);
  void end_stream(Chunk& chunk) const;
  void check_guide_end() const;
  void open();
  void begin_page();
  bool reserves_ahead();
  std::vector<std::string> files_read() const;
  FileReport planned() const;
  std::string place() const;  // of the page
  double max_error() const;   // requested for the page

  Session& session_;
  std::shared_ptr<FileTask> file_;
  std::unique_ptr<Source> source_;
  std::shared_ptr<PageJob> page_;  // null: the next page has not begun
  std::optional<BandReader> bands_;
  int rows_counted_ = 0;              // of the page
  std::int64_t beyond_contract_ = 0;  // samples of the file
  bool begun_ = false, ended_ = false;
  bool awaits_frame_ = false;  // whether another frame follows is not known yet
};

}  // namespace selvage::cli
