// SPDX-License-Identifier: Apache-2.0
#pragma once
// The first stage: a file becomes pieces.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "band_reader.hpp"
#include "piece.hpp"

namespace selvage::cli {

// Owns what reads a file. Used by one thread at a time.
class Decoder {
 public:
  Decoder(const Job& job, Session& session);

  // Checks everything before the first piece (with --dry-run nothing else is done). A failure comes
  // as the last piece. Nothing: there are no more. Blocks while other pieces hold the memory that
  // a page needs.
  std::optional<Piece> next();

 private:
  void fill(Piece& piece);
  void open();
  void begin_page();
  std::vector<std::string> files_read() const;
  FileReport planned() const;

  Session& session_;
  std::shared_ptr<FileTask> file_;
  std::unique_ptr<Source> source_;
  std::shared_ptr<Prepared> page_;  // null: the next one is to be begun
  std::optional<BandReader> bands_;
  bool begun_ = false, ended_ = false;
};

}  // namespace selvage::cli
