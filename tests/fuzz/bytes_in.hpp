// SPDX-License-Identifier: Apache-2.0
#pragma once
// Turns the bytes of a fuzzer into the choices of a test. After the last byte all choices are 0.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace selvage::fuzz {

class BytesIn {
 public:
  BytesIn(const std::uint8_t* data, std::size_t size) : left_(data, size) {}

  template <class T>
  T take() {
    T value{};
    const std::size_t some = std::min(sizeof value, left_.size());
    if (some > 0) std::memcpy(&value, left_.data(), some);
    left_ = left_.subspan(some);
    return value;
  }
  // 0 .. count - 1
  int below(int count) { return take<std::uint16_t>() % count; }
  bool flip() { return (take<std::uint8_t>() & 1) != 0; }
  bool empty() const { return left_.empty(); }
  std::string text(int longest) {
    std::string all;
    for (int count = below(longest + 1); count > 0 && !empty(); --count)
      all.push_back(take<char>());
    return all;
  }

 private:
  std::span<const std::uint8_t> left_;
};

}  // namespace selvage::fuzz
