// SPDX-License-Identifier: Apache-2.0
#pragma once
// The limit on host memory.

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <string>

namespace selvage::cli {

// Returns the bytes that can be allocated without swapping: the minimum of the available system
// memory and the remaining limit of the control group.
std::size_t free_memory();
// Returns the remaining limit of the control group in a folder, or the largest number if it has
// none.
std::size_t available_to_group(const std::string& folder);

// Limits from here on cover the whole process (docs/reliability.md). Smaller limits cover image
// buffers only.
inline constexpr std::size_t least_of_process = std::size_t{32} << 20;
// What code, threads and codecs need.
inline constexpr std::size_t process_bytes = std::size_t{15} << 20;

// Makes the allocator return freed images to the system at once. By default it would keep those
// that other threads freed.
void return_images_at_once();
// Does the same for chunks of images: with small bands the allocator would keep as much as they
// take.
void return_chunks_at_once();
// Does the opposite: the frames of a stream take the same pages again and again.
void reuse_frames();

// The memory that the files in progress share.
class MemoryBudget {
 public:
  // Of `limit` bytes, `reserved` are for what leases do not count.
  explicit MemoryBudget(std::size_t limit, std::size_t reserved = 0)
      : limit_(limit), allowed_(limit - reserved) {}

  std::size_t limit() const { return limit_; }
  std::size_t allowed() const { return allowed_; }  // for leases, without what is reserved

 private:
  friend class MemoryLease;
  std::mutex mutex_;
  std::condition_variable_any returned_;
  const std::size_t limit_, allowed_;  // bytes
  std::size_t lent_ = 0;               // bytes
};

// The memory lent to one file, returned on destruction. Only one lease grows at a time, so none
// waits forever.
class MemoryLease {
 public:
  MemoryLease(MemoryBudget& budget, std::stop_token stop);
  MemoryLease(MemoryLease&& other) noexcept;
  MemoryLease& operator=(MemoryLease&& other) noexcept;
  ~MemoryLease();

  // Blocks until the lease can hold `bytes` in total. Throws Error{limit} if it never can, and
  // Error{cancelled} after a stop request.
  void grow(std::size_t bytes);

 private:
  MemoryBudget* budget_;
  std::stop_token stop_;
  std::size_t held_ = 0;  // bytes
};

// Returns a size for people: "4.2 GiB".
std::string size_text(std::size_t bytes);

}  // namespace selvage::cli
