// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arrays aligned for vector loads.

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace selvage::cpu {

// Initialised to zeros. Move-only.
template <class T>
class AlignedNumbers {
 public:
  AlignedNumbers() = default;
  explicit AlignedNumbers(std::size_t count) : numbers_(allocate(count)), count_(count) {
    std::uninitialized_value_construct_n(numbers_.get(), count);
  }

  T* data() { return numbers_.get(); }
  const T* data() const { return numbers_.get(); }
  std::size_t size() const { return count_; }

 private:
  static constexpr std::align_val_t alignment{64};
  struct Free {
    void operator()(T* p) const { ::operator delete[](p, alignment); }
  };
  static T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new[](count * sizeof(T), alignment));
  }

  std::unique_ptr<T[], Free> numbers_;
  std::size_t count_ = 0;
};

}  // namespace selvage::cpu
