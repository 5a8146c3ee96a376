// SPDX-License-Identifier: Apache-2.0
#pragma once
// Keeps the last results of a pure function that takes long, for plans of the same filter.

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <optional>

namespace selvage::planner {

// May be used from any thread. It never waits: while another thread looks a result up, the function
// is called instead, also in a child process that was forked meanwhile.
template <class Key, std::size_t capacity = 64>
class Memo {
 public:
  template <class Function>
  double value(const Key& key, Function function) {
    if (const auto known = find(key)) return *known;
    const double result = function();
    if (const std::unique_lock lock(mutex_, std::try_to_lock); lock) {
      entries_[next_] = Entry{key, result};
      next_ = (next_ + 1) % capacity;
    }
    return result;
  }

 private:
  struct Entry {
    Key key;
    double value;
  };

  std::optional<double> find(const Key& key) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return {};
    const auto entry = std::ranges::find_if(
        entries_, [&](const std::optional<Entry>& e) { return e && e->key == key; });
    return entry == entries_.end() ? std::nullopt : std::optional((*entry)->value);
  }

  std::mutex mutex_;
  std::array<std::optional<Entry>, capacity> entries_;  // a ring
  std::size_t next_ = 0;
};

}  // namespace selvage::planner
