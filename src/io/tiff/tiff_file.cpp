// SPDX-License-Identifier: Apache-2.0
#include "io/tiff/tiff_file.hpp"

#include <fcntl.h>

#include <array>
#include <cstdio>
#include <new>

namespace selvage {
namespace {

constexpr std::size_t most_warnings = 16;  // a file can be made to cause any number of them

std::string text_of(const char* format, va_list values) {
  std::array<char, 512> text{};
  std::vsnprintf(text.data(), text.size(), format, values);
  return text.data();
}

struct FreeOptions {
  void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};

}  // namespace

TiffFile::TiffFile(TiffBytes& bytes, const char* mode) : bytes_(bytes) {
  const std::unique_ptr<TIFFOpenOptions, FreeOptions> options(TIFFOpenOptionsAlloc());
  if (!options) throw std::bad_alloc();
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), on_error, this);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), on_warning, this);
  const auto on_close = [](thandle_t) { return 0; };
  TIFF* const opened = TIFFClientOpenExt("TIFF", mode, this, on_read, on_write, on_seek, on_close,
                                         on_size, nullptr, nullptr, options.get());
  tiff_.reset(opened);
  try {
    call([](TIFF* tiff) { return tiff != nullptr; });
  } catch (...) {
    closing_ = true;
    throw;
  }
}

// Closing writes what has changed, and reads through null where memory was missing for some of it:
// a file that is only read is let alone.
TiffFile::~TiffFile() {
  closing_ = true;
  TIFFSetMode(tiff_.get(), O_RDONLY);
}

tmsize_t TiffFile::on_read(thandle_t handle, void* data, tmsize_t count) {
  auto* self = static_cast<TiffFile*>(handle);
  if (count <= 0 || self->closing_) return 0;
  return self->shielded(
      [=]() -> tmsize_t {
        const std::span wanted(static_cast<std::byte*>(data), static_cast<std::size_t>(count));
        const std::size_t got = self->bytes_.read(self->place_, wanted);
        self->place_ += got;
        if (got < wanted.size()) self->failure_.cut_short = true;
        return static_cast<tmsize_t>(got);
      },
      -1);
}

tmsize_t TiffFile::on_write(thandle_t handle, void* data, tmsize_t count) {
  auto* self = static_cast<TiffFile*>(handle);
  if (self->closing_) return count;
  return self->shielded(
      [=] {
        self->bytes_.write(self->place_,
                           {static_cast<const std::byte*>(data), static_cast<std::size_t>(count)});
        self->place_ += static_cast<std::uint64_t>(count);
        return count;
      },
      -1);
}

toff_t TiffFile::on_seek(thandle_t handle, toff_t offset, int whence) {
  auto* self = static_cast<TiffFile*>(handle);
  switch (whence) {
    case SEEK_SET: self->place_ = offset; break;
    case SEEK_CUR: self->place_ += offset; break;
    default: self->place_ = on_size(handle) + offset; break;
  }
  return self->place_;
}

toff_t TiffFile::on_size(thandle_t handle) {
  auto* self = static_cast<TiffFile*>(handle);
  return self->shielded([=] { return toff_t{self->bytes_.size()}; }, 0);
}

int TiffFile::on_error(TIFF*, void* handle, const char*, const char* format, va_list values) {
  auto* self = static_cast<TiffFile*>(handle);
  return self->shielded(
      [&] {
        if (self->failure_.reason.empty()) self->failure_.reason = text_of(format, values);
        return 1;
      },
      1);
}

int TiffFile::on_warning(TIFF*, void* handle, const char*, const char* format, va_list values) {
  auto* self = static_cast<TiffFile*>(handle);
  return self->shielded(
      [&] {
        if (self->warnings_.size() < most_warnings)
          self->warnings_.push_back(text_of(format, values));
        return 1;
      },
      1);
}

}  // namespace selvage
