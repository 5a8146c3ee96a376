// SPDX-License-Identifier: Apache-2.0
#include "io/deflate_pieces.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

#include "selvage/error.hpp"

namespace selvage {
namespace {

// Run-length matches reach back by one byte, so that pieces lose next to nothing by being deflated
// apart (journal 0019).
constexpr int deflate_level = 1;
constexpr int deflate_strategy = Z_RLE;
constexpr int raw_window_bits = -15;  // no header, no checksum
constexpr int memory_level = 8;
// Of that level and window.
constexpr std::byte zlib_header[] = {std::byte{0x78}, std::byte{0x01}};
constexpr std::size_t flush_bytes = 256;  // beyond deflateBound: blocks and their end's mark

std::size_t count_threads(int threads) {
  const unsigned wanted =
      threads > 0 ? static_cast<unsigned>(threads) : std::thread::hardware_concurrency();
  return std::clamp(wanted, 1u, unsigned{PieceDeflater::most_threads});
}

}  // namespace

// zlib's state, for one piece after the other.
class PieceDeflater::Deflate {
 public:
  Deflate() {
    const int result = deflateInit2(&stream_, deflate_level, Z_DEFLATED, raw_window_bits,
                                    memory_level, deflate_strategy);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    check(result, Z_OK);
  }
  Deflate(const Deflate&) = delete;
  Deflate& operator=(const Deflate&) = delete;
  ~Deflate() { deflateEnd(&stream_); }

  void run(Piece& piece) {
    check(deflateReset(&stream_), Z_OK);
    const std::size_t count = piece.bytes.size();
    piece.deflated.resize(deflateBound(&stream_, count) + flush_bytes);
    auto* const bytes = reinterpret_cast<Bytef*>(piece.bytes.data());
    stream_.next_in = bytes;
    stream_.avail_in = static_cast<uInt>(count);
    stream_.next_out = reinterpret_cast<Bytef*>(piece.deflated.data());
    stream_.avail_out = static_cast<uInt>(piece.deflated.size());
    if (piece.last)
      check(deflate(&stream_, Z_FINISH), Z_STREAM_END);
    else
      check(deflate(&stream_, Z_SYNC_FLUSH), Z_OK);
    if (stream_.avail_in != 0 || stream_.avail_out == 0) check(Z_BUF_ERROR, Z_OK);
    piece.deflated.resize(piece.deflated.size() - stream_.avail_out);
    piece.checksum = static_cast<std::uint32_t>(adler32_z(1, bytes, count));
  }

 private:
  static void check(int result, int expected) {
    if (result != expected)
      throw Error(Errc::limit, fmt::format("zlib cannot deflate: {}", zError(result)));
  }

  z_stream stream_ = {};
};

PieceDeflater::PieceDeflater(int threads, Write write)
    : threads_(count_threads(threads)),
      write_(std::move(write)),
      pieces_(threads_ == 1 ? 1 : 2 * threads_) {}

PieceDeflater::~PieceDeflater() {
  const std::lock_guard lock(mutex_);
  begun_ = filled_;  // what waits is not begun
}

void PieceDeflater::add(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    if (piece(filled_).bytes.size() == piece_bytes) hand_on(false);
    std::vector<std::byte>& filling = piece(filled_).bytes;
    filling.reserve(piece_bytes);
    const auto some = bytes.first(std::min(bytes.size(), piece_bytes - filling.size()));
    filling.insert(filling.end(), some.begin(), some.end());
    bytes = bytes.subspan(some.size());
  }
}

void PieceDeflater::finish() {
  hand_on(true);
  while (written_ < filled_) write_oldest();
}

void PieceDeflater::hand_on(bool last) {
  {
    const std::lock_guard lock(mutex_);
    piece(filled_).last = last;
    ++filled_;
  }
  if (!last && workers_.size() + 1 < threads_) start_worker();
  more_.notify_one();
  while (filled_ - written_ == pieces_.size()) write_oldest();
}

void PieceDeflater::start_worker() {
  try {
    workers_.emplace_back([this](const std::stop_token& stop) { work(stop); });
  } catch (const std::system_error&) {
    threads_ = workers_.size() + 1;  // no more of them
  }
}

void PieceDeflater::work(const std::stop_token& stop) {
  std::unique_ptr<Deflate> deflate;
  std::unique_lock lock(mutex_);
  while (more_.wait(lock, stop, [this] { return begun_ < filled_; })) deflate_next(lock, deflate);
}

void PieceDeflater::deflate_next(std::unique_lock<std::mutex>& lock,
                                 std::unique_ptr<Deflate>& deflate) {
  Piece& next = piece(begun_++);
  lock.unlock();
  try {
    if (!deflate) deflate = std::make_unique<Deflate>();
    deflate->run(next);
  } catch (...) {
    next.failure = std::current_exception();
  }
  lock.lock();
  next.done = true;
  done_.notify_one();
}

void PieceDeflater::write_oldest() {
  Piece& oldest = piece(written_);
  for (std::unique_lock lock(mutex_); !oldest.done;) {
    if (begun_ < filled_)
      deflate_next(lock, deflate_);
    else
      done_.wait(lock);
  }
  if (oldest.failure) std::rethrow_exception(oldest.failure);
  checksum_ = static_cast<std::uint32_t>(
      adler32_combine(checksum_, oldest.checksum, static_cast<z_off_t>(oldest.bytes.size())));
  std::vector<std::byte>& part = oldest.deflated;
  if (written_ == 0) part.insert(part.begin(), std::begin(zlib_header), std::end(zlib_header));
  if (oldest.last)
    for (const int shift : {24, 16, 8, 0}) part.push_back(std::byte(checksum_ >> shift & 255u));
  write_(part);
  oldest.bytes.clear();
  oldest.done = false;
  ++written_;
}

}  // namespace selvage
