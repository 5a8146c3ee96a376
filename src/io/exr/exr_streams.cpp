// SPDX-License-Identifier: Apache-2.0
#include "io/exr/exr_streams.hpp"

#include <ImfThreading.h>

#include <algorithm>

namespace selvage {

void make_exr_pool() {
  Imf::globalThreadCount();
}

bool ExrInput::read(char* to, int count) {
  try {
    const auto wanted = static_cast<std::size_t>(std::max(count, 0));
    if (source_.read_at(at_, std::as_writable_bytes(std::span(to, wanted))) < wanted)
      throw_cut_short(source_.name());
    at_ += wanted;
    return true;  // OpenEXR ignores whether more bytes follow
  } catch (...) {
    if (!kept) kept = std::current_exception();
    throw;
  }
}

void ExrInput::expect(std::uint64_t count) const {
  const std::uint64_t size = source_.size();
  if (count > size - std::min(size, at_)) throw_cut_short(source_.name());
}

void ExrOutput::write(const char* from, int count) {
  try {
    const auto bytes = std::as_bytes(std::span(from, static_cast<std::size_t>(count)));
    sink_.write_at(at_, bytes);
    at_ += bytes.size();
  } catch (...) {
    if (!kept) kept = std::current_exception();
    throw;
  }
}

}  // namespace selvage
