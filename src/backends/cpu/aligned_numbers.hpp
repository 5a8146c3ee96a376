// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arrays aligned for vector loads. None shares a cache line with another.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "core/checked.hpp"

namespace selvage::cpu {

struct Untouched {};  // not initialised: the threads that write memory are the first to touch it

// Initialised to zeros, unless Untouched. Move-only.
template <class T>
class AlignedNumbers {
 public:
  AlignedNumbers() = default;
  explicit AlignedNumbers(std::size_t count) : AlignedNumbers(count, Untouched{}) {
    std::uninitialized_value_construct_n(numbers_.get(), count);
  }
  AlignedNumbers(std::size_t count, Untouched) : numbers_(allocate(count)), count_(count) {
    static_assert(std::is_trivially_destructible_v<T>);
  }

  T* data() { return numbers_.get(); }
  const T* data() const { return numbers_.get(); }
  std::size_t size() const { return count_; }
  void clear() { std::fill_n(numbers_.get(), count_, T{}); }

 private:
  static constexpr std::align_val_t alignment{64};
  struct Free {
    void operator()(T* p) const { ::operator delete[](p, alignment); }
  };
  static T* allocate(std::size_t count) {
    constexpr auto line = static_cast<std::size_t>(alignment);
    const std::size_t lines = checked_add(checked_mul(count, sizeof(T)), line - 1) / line;
    return static_cast<T*>(::operator new[](lines * line, alignment));
  }

  std::unique_ptr<T[], Free> numbers_;
  std::size_t count_ = 0;
};

}  // namespace selvage::cpu
