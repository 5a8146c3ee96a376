// SPDX-License-Identifier: Apache-2.0
#pragma once
// Deflates a zlib stream with several threads.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <thread>
#include <vector>

namespace selvage {

class RawDeflate;

// The bytes are split into pieces of equal size, each of which is deflated independently, so the
// stream does not depend on the number of threads. The caller's thread is one of them. The others
// are started one at a time from the second piece on; if the system refuses one, there are fewer.
// At most two pieces per thread are in memory. Throws std::bad_alloc, Error{limit} and the
// exceptions of `write`. After an exception only the destructor may be called.
class PieceDeflater {
 public:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 17;
  static constexpr int most_threads = 8;  // the caller can filter and write for no more

  // Receives the part of the stream for one piece, on the thread that calls add and finish.
  using Write = std::function<void(std::span<const std::byte> part)>;

  // `threads` 0: one per core.
  PieceDeflater(int threads, Write write);
  PieceDeflater(const PieceDeflater&) = delete;
  PieceDeflater& operator=(const PieceDeflater&) = delete;
  ~PieceDeflater();

  void add(std::span<const std::byte> bytes);
  void finish();  // must be called after the last add

 private:
  struct Piece {
    std::vector<std::byte> bytes, deflated;
    std::uint32_t checksum = 1;  // Adler-32 of `bytes`
    bool last = false;
    bool done = false;
    std::exception_ptr failure;
  };

  Piece& piece(std::size_t index) { return pieces_[index % pieces_.size()]; }
  void hand_on(bool last);  // passes on the filled piece
  void start_worker();
  void work(const std::stop_token& stop);
  void deflate_next(std::unique_lock<std::mutex>& lock, std::unique_ptr<RawDeflate>& deflate);
  void write_oldest();

  std::size_t threads_;
  Write write_;
  std::unique_ptr<RawDeflate> deflate_;  // for the caller's thread
  std::uint32_t checksum_ = 1;           // of the bytes written
  std::size_t written_ = 0;              // pieces; used by the caller's thread only

  std::mutex mutex_;
  std::condition_variable_any more_;
  std::condition_variable done_;
  std::vector<Piece> pieces_;               // a ring buffer
  std::size_t filled_ = 0, begun_ = 0;      // pieces
  std::vector<std::jthread> workers_ = {};  // last, so that they stop first
};

}  // namespace selvage
