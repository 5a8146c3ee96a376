// SPDX-License-Identifier: Apache-2.0
#include "io/png/deflate_pieces.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <system_error>
#include <utility>

#include "selvage/error.hpp"

namespace selvage {

// Deflates pieces independently. Their results, concatenated, are one stream without the header and
// checksum of zlib. Throws std::bad_alloc, or Error{limit} with the reason of zlib.
class RawDeflate {
 public:
  RawDeflate() {
    const int result =
        deflateInit2(&stream_, level, Z_DEFLATED, raw_window_bits, memory_level, strategy);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    check(result, Z_OK);
  }
  RawDeflate(const RawDeflate&) = delete;
  RawDeflate& operator=(const RawDeflate&) = delete;
  ~RawDeflate() { deflateEnd(&stream_); }

  // Deflates a piece of less than 4 GiB into `deflated`, which is resized; `last` ends the stream.
  void operator()(std::span<const std::byte> piece, bool last, std::vector<std::byte>& deflated) {
    check(deflateReset(&stream_), Z_OK);
    deflated.resize(deflateBound(&stream_, piece.size()) + flush_bytes);
    stream_.next_in = reinterpret_cast<z_const Bytef*>(const_cast<std::byte*>(piece.data()));
    stream_.avail_in = static_cast<uInt>(piece.size());
    stream_.next_out = reinterpret_cast<Bytef*>(deflated.data());
    stream_.avail_out = static_cast<uInt>(deflated.size());
    if (last)
      check(deflate(&stream_, Z_FINISH), Z_STREAM_END);
    else
      check(deflate(&stream_, Z_SYNC_FLUSH), Z_OK);
    if (stream_.avail_in != 0 || stream_.avail_out == 0) check(Z_BUF_ERROR, Z_OK);
    deflated.resize(deflated.size() - stream_.avail_out);
  }

 private:
  // Run-length matches reach back by one byte, so independent pieces cost almost nothing: at most
  // 0.05 % of the size of a photo (journal 0020).
  static constexpr int level = 1;
  static constexpr int strategy = Z_RLE;
  static constexpr int raw_window_bits = -15;  // no header, no checksum
  static constexpr int memory_level = 8;
  static constexpr std::size_t flush_bytes = 256;  // beyond deflateBound

  static void check(int result, int expected) {
    if (result != expected)
      throw Error(Errc::limit, fmt::format("zlib cannot deflate: {}", zError(result)));
  }

  z_stream stream_ = {};
};

namespace {

// Waits end after that and begin again: std::condition_variable::wait has a version of its own in
// GCC 12's libstdc++, and wheels run with older ones.
constexpr std::chrono::hours time_limit{1};

// The zlib header for this level and window.
constexpr std::byte zlib_header[] = {std::byte{0x78}, std::byte{0x01}};

std::size_t count_threads(int threads) {
  const unsigned wanted =
      threads > 0 ? static_cast<unsigned>(threads) : std::thread::hardware_concurrency();
  return std::clamp(wanted, 1u, unsigned{PieceDeflater::most_threads});
}

std::uint32_t checksum_of(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(
      adler32_z(1, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

PieceDeflater::PieceDeflater(int threads, Write write)
    : threads_(count_threads(threads)),
      write_(std::move(write)),
      pieces_(threads_ == 1 ? 1 : 2 * threads_) {}

PieceDeflater::~PieceDeflater() {
  const std::lock_guard lock(mutex_);
  begun_ = filled_;  // pieces that wait are not deflated
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
    threads_ = workers_.size() + 1;  // start no more
  }
}

void PieceDeflater::work(const std::stop_token& stop) {
  std::unique_ptr<RawDeflate> deflate;
  std::unique_lock lock(mutex_);
  for (;;) {
    if (more_.wait_for(lock, stop, time_limit, [this] { return begun_ < filled_; }))
      deflate_next(lock, deflate);
    else if (stop.stop_requested())
      return;
  }
}

void PieceDeflater::deflate_next(std::unique_lock<std::mutex>& lock,
                                 std::unique_ptr<RawDeflate>& deflate) {
  Piece& next = piece(begun_++);
  lock.unlock();
  try {
    if (!deflate) deflate = std::make_unique<RawDeflate>();
    (*deflate)(next.bytes, next.last, next.deflated);
    next.checksum = checksum_of(next.bytes);
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
      done_.wait_for(lock, time_limit);
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
