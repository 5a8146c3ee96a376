// SPDX-License-Identifier: Apache-2.0
#include "io/exr_streams.hpp"

#include <cstring>

namespace selvage {

template <class Use>
void ByteBlocks::for_blocks(std::uint64_t at, std::size_t count, Use&& use) const {
  for (std::size_t done = 0; done < count;) {
    const std::size_t offset = (at + done) % block_bytes;
    const std::size_t some = std::min(count - done, block_bytes - offset);
    use(std::span(&blocks_[(at + done) / block_bytes][offset], some), done);
    done += some;
  }
}

void ByteBlocks::append(std::span<const std::byte> bytes) {
  while (blocks_.size() * block_bytes < size_ + bytes.size())
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(block_bytes));
  size_ += bytes.size();
  overwrite(size_ - bytes.size(), bytes);
}

void ByteBlocks::read(std::uint64_t at, std::span<std::byte> bytes) const {
  for_blocks(at, bytes.size(), [&](std::span<std::byte> from, std::size_t done) {
    std::memcpy(&bytes[done], from.data(), from.size());
  });
}

void ByteBlocks::overwrite(std::uint64_t at, std::span<const std::byte> bytes) {
  for_blocks(at, bytes.size(), [&](std::span<std::byte> to, std::size_t done) {
    std::memcpy(to.data(), &bytes[done], to.size());
  });
}

void ByteBlocks::write_to(ByteSink& sink) const {
  for (std::uint64_t at = 0; at < size_; at += block_bytes)
    sink.write({blocks_[at / block_bytes].get(),
                static_cast<std::size_t>(std::min<std::uint64_t>(block_bytes, size_ - at))});
}

bool ExrInput::fetch(std::uint64_t end) {
  while (bytes_.size() < end) {
    const std::span<const std::byte> chunk = source_.take_chunk();
    if (chunk.empty()) return false;
    bytes_.append(chunk);
  }
  return true;
}

bool ExrInput::read(char* to, int count) {
  try {
    const auto wanted = static_cast<std::uint64_t>(std::max(count, 0));
    if (at_ > UINT64_MAX - wanted || !fetch(at_ + wanted)) throw_cut_short(source_.name());
    bytes_.read(at_, std::as_writable_bytes(std::span(to, wanted)));
    at_ += wanted;
    return true;  // whether more follows: nobody asks
  } catch (...) {
    if (!kept) kept = std::current_exception();
    throw;
  }
}

void ExrInput::expect(std::uint64_t count) const {
  const std::uint64_t held = bytes_.size() - std::min(bytes_.size(), at_);
  if (count > held) source_.expect(static_cast<std::size_t>(count - held));
}

void ExrOutput::write(const char* from, int count) {
  try {
    const auto bytes = std::as_bytes(std::span(from, static_cast<std::size_t>(count)));
    const auto inside = static_cast<std::size_t>(
        std::min<std::uint64_t>(bytes_.size() - std::min(at_, bytes_.size()), bytes.size()));
    bytes_.overwrite(at_, bytes.first(inside));
    bytes_.append(bytes.subspan(inside));
    at_ += bytes.size();
  } catch (...) {
    if (!kept) kept = std::current_exception();
    throw;
  }
}

}  // namespace selvage
