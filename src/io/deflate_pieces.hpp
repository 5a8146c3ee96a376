// SPDX-License-Identifier: Apache-2.0
#pragma once
// A zlib stream that several threads deflate.

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

// The bytes are cut into pieces of one size, and each is deflated without looking at others: so the
// stream is the same for any number of threads. The caller's thread is one of them; the others are
// made one by one from the second piece on, and fewer if the system refuses. At most two pieces for
// each thread are alive.
// Throws std::bad_alloc, Error{limit} and what `write` throws; then nothing but the destructor may
// be called.
class PieceDeflater {
 public:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 17;
  static constexpr int most_threads = 8;  // the caller's filters and writes for no more than these

  // Gets a part of the stream: of one piece. On the thread that calls add and finish.
  using Write = std::function<void(std::span<const std::byte> part)>;

  // `threads` 0: as many as the machine has.
  PieceDeflater(int threads, Write write);
  PieceDeflater(const PieceDeflater&) = delete;
  PieceDeflater& operator=(const PieceDeflater&) = delete;
  ~PieceDeflater();

  void add(std::span<const std::byte> bytes);
  void finish();  // after all bytes

 private:
  struct Piece {
    std::vector<std::byte> bytes, deflated;
    std::uint32_t checksum = 1;  // Adler-32 of `bytes`
    bool last = false;
    bool done = false;
    std::exception_ptr failure;
  };

  Piece& piece(std::size_t index) { return pieces_[index % pieces_.size()]; }
  void hand_on(bool last);  // the piece that was filled
  void start_worker();
  void work(const std::stop_token& stop);
  void deflate_next(std::unique_lock<std::mutex>& lock, std::unique_ptr<RawDeflate>& deflate);
  void write_oldest();

  std::size_t threads_;
  Write write_;
  std::unique_ptr<RawDeflate> deflate_;  // the caller's
  std::uint32_t checksum_ = 1;           // of what is written
  std::size_t written_ = 0;              // pieces; the caller's

  std::mutex mutex_;
  std::condition_variable_any more_;
  std::condition_variable done_;
  std::vector<Piece> pieces_;               // a ring
  std::size_t filled_ = 0, begun_ = 0;      // pieces
  std::vector<std::jthread> workers_ = {};  // end before the rest
};

}  // namespace selvage
