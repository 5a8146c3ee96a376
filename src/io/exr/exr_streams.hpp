// SPDX-License-Identifier: Apache-2.0
#pragma once
// Streams for OpenEXR, with random access. OpenEXR replaces or swallows the exceptions of its
// streams, so they keep the first one.

#include <ImfIO.h>

#include <exception>
#include <new>
#include <string_view>
#include <utility>

#include "io/bytes/byte_sink.hpp"
#include "io/bytes/byte_source.hpp"
#include "io/bytes/failures.hpp"

namespace selvage {

// Must be called before OpenEXR processes rows. Otherwise it creates its thread pool, even though
// no threads are used, after counting the first task, and waits forever if memory for the pool is
// missing.
void make_exr_pool();

// Runs calls of OpenEXR. Rethrows the exception that a stream kept, if any; for other exceptions
// `refuse(reason)` throws the error. OpenEXR passes on only the text of exceptions in its tasks.
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
    if (std::string_view(failure.what()).ends_with("bad_alloc")) throw std::bad_alloc();
    refuse(failure.what());
  }
}

class ExrInput final : public Imf::IStream {
 public:
  explicit ExrInput(ByteSource& source) : IStream(source.name().c_str()), source_(source) {}

  bool read(char* to, int count) override;
  std::uint64_t tellg() override { return at_; }
  void seekg(std::uint64_t at) override { at_ = at; }

  ByteSource& source() const { return source_; }
  // Throws Error{input} (cut short) when fewer bytes are left.
  void expect(std::uint64_t count) const;

  std::exception_ptr kept;

 private:
  ByteSource& source_;
  std::uint64_t at_ = 0;
};

class ExrOutput final : public Imf::OStream {
 public:
  explicit ExrOutput(ByteSink& sink) : OStream(sink.name().c_str()), sink_(sink) {
    sink_.begin_places();
  }

  void write(const char* from, int count) override;
  std::uint64_t tellp() override { return at_; }
  void seekp(std::uint64_t at) override { at_ = at; }

  std::exception_ptr kept;

 private:
  ByteSink& sink_;
  std::uint64_t at_ = 0;
};

}  // namespace selvage
