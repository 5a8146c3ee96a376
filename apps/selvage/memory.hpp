// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much host memory a run may take.

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <string>

namespace selvage::cli {

// Bytes that can be allocated without swapping: what the system calls available, and what the
// process's control group leaves.
std::size_t free_memory();
// What the control group of a folder leaves; the largest number when it says nothing.
std::size_t available_to_group(const std::string& folder);

// The smallest limit that the whole process keeps (docs/reliability.md). Code, threads and codecs
// take some 14 MiB, which are spared; who allows less means the images.
inline constexpr std::size_t least_of_process = std::size_t{32} << 20;

// Images go back to the system when they are freed, so that a process is as large as what it holds:
// by itself an allocator keeps those of other threads.
void return_images_at_once();
// Pieces of images, too: where bands are small the allocator would keep as much as they take.
void return_pieces_at_once();

// Bytes that the files that are worked on at a time share.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t allowed) : allowed_(allowed) {}

  std::size_t allowed() const { return allowed_; }

 private:
  friend class MemoryLease;
  std::mutex mutex_;
  std::condition_variable_any returned_;
  const std::size_t allowed_;  // bytes
  std::size_t lent_ = 0;       // bytes
};

// The share of one file; given back at the end. One at a time grows, so that none waits for ever.
class MemoryLease {
 public:
  MemoryLease(MemoryBudget& budget, std::stop_token stop);
  MemoryLease(MemoryLease&& other) noexcept;
  MemoryLease& operator=(MemoryLease&& other) noexcept;
  ~MemoryLease();

  // Blocks until `bytes` in all are to be had. Throws Error{limit} when they never are,
  // Error{cancelled} when it was told to stop.
  void grow(std::size_t bytes);

 private:
  MemoryBudget* budget_;
  std::stop_token stop_;
  std::size_t held_ = 0;  // bytes
};

// 4.2 GiB
std::string size_text(std::size_t bytes);

}  // namespace selvage::cli
