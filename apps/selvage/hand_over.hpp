// SPDX-License-Identifier: Apache-2.0
#pragma once
// A place where one thread lays a thing down for another.

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace selvage::cli {

// Holds one thing at most: who brings the next one waits until this one is taken.
template <class Thing>
class HandOver {
 public:
  // Blocks. False: it is closed, the thing is gone.
  bool put(Thing thing) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !thing_; });
    if (closed_) return false;
    thing_.emplace(std::move(thing));
    changed_.notify_all();
    return true;
  }

  // Blocks. Nothing: it is closed and empty.
  std::optional<Thing> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || thing_; });
    std::optional<Thing> taken = std::exchange(thing_, std::nullopt);
    changed_.notify_all();
    return taken;
  }

  // Nothing more comes, or nobody will take it.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Thing> thing_;
  bool closed_ = false;
};

}  // namespace selvage::cli
