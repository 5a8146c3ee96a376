// SPDX-License-Identifier: Apache-2.0
#pragma once
// A libtiff handle that reports errors as exceptions. Exceptions must not unwind the C frames of
// libtiff, so callbacks keep theirs until the call returns.

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

// Random access to the bytes of a TiffFile.
class TiffBytes {
 public:
  virtual ~TiffBytes() = default;
  virtual std::uint64_t size() = 0;
  virtual std::size_t read(std::uint64_t place, std::span<std::byte> bytes) = 0;
  virtual void write(std::uint64_t place, std::span<const std::byte> bytes) = 0;
};

struct TiffFailure {
  std::string reason;      // as worded by libtiff
  bool cut_short = false;  // the file has fewer bytes than libtiff needs
};

class TiffFile {
 public:
  // `mode` is that of TIFFOpen. Throws TiffFailure and the exceptions of `bytes`.
  TiffFile(TiffBytes& bytes, const char* mode);
  TiffFile(const TiffFile&) = delete;
  TiffFile& operator=(const TiffFile&) = delete;
  ~TiffFile();

  // Runs libtiff calls that return whether they succeeded. If they failed, or libtiff reported an
  // error, throws the exception that a callback kept, or TiffFailure.
  template <class Calls>
  void call(Calls&& calls) {
    const bool worked = calls(tiff_.get());
    if (kept_) std::rethrow_exception(std::exchange(kept_, nullptr));
    TiffFailure failure = std::exchange(failure_, {});
    if (!worked || !failure.reason.empty()) throw TiffFailure(std::move(failure));
  }

  // Returns the value of a tag, or `otherwise` if it is missing.
  template <class T>
  T field(ttag_t tag, T otherwise) const {
    T value{};
    return TIFFGetField(tiff_.get(), tag, &value) != 0 ? value : otherwise;
  }
  bool has(ttag_t tag) const {
    std::uint16_t value = 0;
    return TIFFGetField(tiff_.get(), tag, &value) != 0;
  }
  TIFF* get() const { return tiff_.get(); }
  // Reads bytes of the file as they are. Returns how many there are.
  std::size_t read(std::uint64_t place, std::span<std::byte> bytes) {
    return bytes_.read(place, bytes);
  }

  std::vector<std::string> take_warnings() { return std::exchange(warnings_, {}); }

 private:
  static tmsize_t on_read(thandle_t handle, void* data, tmsize_t count);
  static tmsize_t on_write(thandle_t handle, void* data, tmsize_t count);
  static toff_t on_seek(thandle_t handle, toff_t offset, int whence);
  static toff_t on_size(thandle_t handle);
  static int on_error(TIFF*, void* handle, const char*, const char* format, va_list values);
  static int on_warning(TIFF*, void* handle, const char*, const char* format, va_list values);

  // Runs code of a callback. If it throws, keeps the exception and returns `otherwise`.
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
  bool closing_ = false;  // discards bytes that are not yet written
  TiffFailure failure_;
  std::vector<std::string> warnings_;
  std::exception_ptr kept_;
  std::unique_ptr<TIFF, Close> tiff_;
};

}  // namespace selvage
