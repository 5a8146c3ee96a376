// SPDX-License-Identifier: Apache-2.0
#pragma once
// OpenEXR's streams, which jump about in their files. It replaces or swallows exceptions of its
// streams, so both keep the first one.

#include <ImfIO.h>

#include <exception>
#include <new>
#include <string_view>
#include <utility>

#include "io/byte_sink.hpp"
#include "io/byte_source.hpp"
#include "io/failures.hpp"

namespace selvage {

// To be called before any rows go through OpenEXR, which makes its pool of threads (though it uses
// none) when it has counted the first task: without memory for the pool it waits for ever.
void make_exr_pool();

// Runs calls of OpenEXR. What a stream kept goes before what OpenEXR made of it; `refuse(reason)`
// throws what another of its exceptions means. Of what a task meets OpenEXR tells the text alone.
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
  // Throws Error{input} (cut short) when fewer bytes follow.
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
