// SPDX-License-Identifier: Apache-2.0
#pragma once
// OpenEXR's streams. It jumps about in its files, so both keep what was read or written in memory;
// and it replaces or swallows exceptions of its streams, so both keep the first one.

#include <ImfIO.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <vector>

#include "io/byte_sink.hpp"
#include "io/byte_source.hpp"
#include "io/failures.hpp"

namespace selvage {

// Bytes that grow at the end and never move.
class ByteBlocks {
 public:
  std::uint64_t size() const { return size_; }
  void append(std::span<const std::byte> bytes);
  // `at` + bytes.size() is at most size().
  void read(std::uint64_t at, std::span<std::byte> bytes) const;
  void overwrite(std::uint64_t at, std::span<const std::byte> bytes);
  void write_to(ByteSink& sink) const;

 private:
  static constexpr std::size_t block_bytes = std::size_t{1} << 20;
  template <class Use>  // use(bytes of a block, how many were used before)
  void for_blocks(std::uint64_t at, std::size_t count, Use&& use) const;

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::uint64_t size_ = 0;
};

// Runs calls of OpenEXR. What a stream kept goes before what OpenEXR made of it; `refuse(reason)`
// throws what another of its exceptions means.
template <class Calls, class Refuse>
void exr_calls(std::exception_ptr& kept, Calls&& calls, Refuse&& refuse) {
  try {
    calls();
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& failure) {
    if (kept) std::rethrow_exception(std::exchange(kept, nullptr));
    refuse(failure.what());
  }
}

// Reads no further than it is asked to.
class ExrInput final : public Imf::IStream {
 public:
  explicit ExrInput(ByteSource& source) : IStream(source.name().c_str()), source_(source) {}

  bool read(char* to, int count) override;
  std::uint64_t tellg() override { return at_; }
  void seekg(std::uint64_t at) override { at_ = at; }

  ByteSource& source() const { return source_; }
  // Throws Error{input} (cut short) when it is known that fewer bytes follow.
  void expect(std::uint64_t count) const;

  std::exception_ptr kept;

 private:
  bool fetch(std::uint64_t end);  // false: the file ends before

  ByteSource& source_;
  ByteBlocks bytes_;
  std::uint64_t at_ = 0;
};

// Keeps the file: OpenEXR writes the table at its start last.
class ExrOutput final : public Imf::OStream {
 public:
  ExrOutput() : OStream("the encoded file") {}

  void write(const char* from, int count) override;
  std::uint64_t tellp() override { return at_; }
  void seekp(std::uint64_t at) override { at_ = at; }

  const ByteBlocks& bytes() const { return bytes_; }

  std::exception_ptr kept;

 private:
  ByteBlocks bytes_;
  std::uint64_t at_ = 0;
};

}  // namespace selvage
