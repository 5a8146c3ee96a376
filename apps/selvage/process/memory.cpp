// SPDX-License-Identifier: Apache-2.0
#include "process/memory.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <utility>

#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();

std::size_t available_to_system() {
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;)
    if (std::size_t kibibytes = 0; word == "MemAvailable:" && file >> kibibytes)
      return kibibytes * 1024;
  return unknown;
}

// Reads a file of the control group with one number. "max" and a missing file mean no limit.
std::size_t number_in(const std::string& path) {
  std::size_t number = 0;
  return std::ifstream(path) >> number ? number : unknown;
}

// Returns the cached file pages of the group, which can be reclaimed.
std::size_t cached_files(const std::string& statistics) {
  std::ifstream file(statistics);
  std::string word;
  for (std::size_t bytes = 0; file >> word >> bytes;)
    if (word == "inactive_file") return bytes;
  return 0;
}

// Makes the allocator return blocks of at least this size to the system as soon as they are freed.
void return_at_once([[maybe_unused]] int least_bytes) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, least_bytes);
#endif
}

}  // namespace

std::size_t available_to_group(const std::string& folder) {
  const std::size_t limit = number_in(folder + "/memory.max");
  const std::size_t used = number_in(folder + "/memory.current");
  if (limit == unknown || used == unknown) return unknown;
  const std::size_t kept = used - std::min(used, cached_files(folder + "/memory.stat"));
  return limit - std::min(kept, limit);
}

std::size_t free_memory() {
  return std::min(available_to_system(), available_to_group("/sys/fs/cgroup"));
}

void return_images_at_once() {
  return_at_once(1 << 20);  // the next image touches new pages (core/image.cpp)
}

void return_chunks_at_once() {
  return_at_once(128 << 10);
}

void reuse_frames() {
#ifdef __GLIBC__
  constexpr int largest_frame = 32 << 20, kept = 256 << 20;  // bytes
  mallopt(M_MMAP_THRESHOLD, largest_frame);
  mallopt(M_TRIM_THRESHOLD, kept);
#endif
}

MemoryLease::MemoryLease(MemoryBudget& budget, std::stop_token stop)
    : budget_(&budget), stop_(std::move(stop)) {}
MemoryLease::MemoryLease(MemoryLease&& other) noexcept
    : budget_(other.budget_), stop_(std::move(other.stop_)), held_(std::exchange(other.held_, 0)) {}
MemoryLease& MemoryLease::operator=(MemoryLease&& other) noexcept {
  std::swap(budget_, other.budget_);
  std::swap(stop_, other.stop_);
  std::swap(held_, other.held_);
  return *this;
}

MemoryLease::~MemoryLease() {
  const std::lock_guard lock(budget_->mutex_);
  budget_->lent_ -= held_;
  budget_->returned_.notify_all();
}

void MemoryLease::grow(std::size_t bytes) {
  const std::size_t limit = budget_->limit_, allowed = budget_->allowed_;
  if (bytes > allowed)
    throw Error(Errc::limit,
                fmt::format("needs {} of memory; the limit is {}",
                            size_text(bytes + limit - allowed), size_text(limit)),
                "raise it with --max-memory, or filter one --region at a time");
  std::unique_lock lock(budget_->mutex_);
  const auto fits = [&] { return bytes <= allowed - (budget_->lent_ - held_); };
  if (!budget_->returned_.wait(lock, stop_, fits)) throw Error(Errc::cancelled, "interrupted");
  budget_->lent_ += bytes - held_;
  held_ = bytes;
}

std::string size_text(std::size_t bytes) {
  constexpr std::array<const char*, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (size >= 1024.0 && unit + 1 < units.size()) {
    size /= 1024.0;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", size, unit == 0 ? 0 : 1, units.at(unit));
}

}  // namespace selvage::cli
