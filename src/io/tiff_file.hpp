// SPDX-License-Identifier: Apache-2.0
#pragma once
// A TIFF as libtiff sees it, with libtiff's errors as exceptions. libtiff's frames are C:
// exceptions must not pass over them, so that callbacks keep theirs until the call is over.

#include <tiffio.h>

#include <cstdarg>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace selvage {

// The bytes under a TiffFile, by their place.
class TiffBytes {
 public:
  virtual ~TiffBytes() = default;
  virtual std::uint64_t size() = 0;
  virtual std::size_t read(std::uint64_t place, std::span<std::byte> bytes) = 0;
  virtual void write(std::uint64_t place, std::span<const std::byte> bytes) = 0;
};

struct TiffFailure {
  std::string reason;      // in libtiff's words
  bool cut_short = false;  // bytes were asked for that the file does not have
};

class TiffFile {
 public:
  // `mode` as TIFFOpen has it. Throws TiffFailure, or what the bytes throw.
  TiffFile(TiffBytes& bytes, const char* mode);
  TiffFile(const TiffFile&) = delete;
  TiffFile& operator=(const TiffFile&) = delete;
  ~TiffFile();

  // Runs libtiff calls that say whether they worked. Throws TiffFailure, or what a callback kept,
  // when they did not, or when libtiff reported an error.
  template <class Calls>
  void call(Calls&& calls) {
    const bool worked = calls(tiff_.get());
    if (kept_) std::rethrow_exception(std::exchange(kept_, nullptr));
    TiffFailure failure = std::exchange(failure_, {});
    if (!worked || !failure.reason.empty()) throw TiffFailure(std::move(failure));
  }

  // One value of a tag, or `otherwise`.
  template <class T>
  T field(ttag_t tag, T otherwise) const {
    T value{};
    return TIFFGetField(tiff_.get(), tag, &value) != 0 ? value : otherwise;
  }
  TIFF* get() const { return tiff_.get(); }

  std::vector<std::string> take_warnings() { return std::exchange(warnings_, {}); }

 private:
  static tmsize_t on_read(thandle_t handle, void* data, tmsize_t count);
  static tmsize_t on_write(thandle_t handle, void* data, tmsize_t count);
  static toff_t on_seek(thandle_t handle, toff_t offset, int whence);
  static toff_t on_size(thandle_t handle);
  static int on_error(TIFF*, void* handle, const char*, const char* format, va_list values);
  static int on_warning(TIFF*, void* handle, const char*, const char* format, va_list values);

  // Runs code that may throw; returns `otherwise` when it does.
  template <class Code>
  auto shielded(Code&& code, decltype(code()) otherwise) noexcept -> decltype(code()) {
    if (kept_) return otherwise;
    try {
      return code();
    } catch (...) {
      kept_ = std::current_exception();
      return otherwise;
    }
  }

  struct Close {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
  };

  TiffBytes& bytes_;
  std::uint64_t place_ = 0;
  bool closing_ = false;  // what is not yet written is not wanted
  TiffFailure failure_;
  std::vector<std::string> warnings_;
  std::exception_ptr kept_;
  std::unique_ptr<TIFF, Close> tiff_;
};

}  // namespace selvage
