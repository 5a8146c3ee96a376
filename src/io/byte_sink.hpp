// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where encoded bytes go.

#include <cstddef>
#include <span>

namespace selvage {

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write(std::span<const std::byte> bytes) = 0;  // all of them, or throws
};

}  // namespace selvage
