// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts libpng errors to exceptions. libpng leaves a failed call by longjmp, which must not skip
// destructors of C++ objects, and exceptions must not unwind libpng's frames. Therefore callbacks
// keep their exception here, every call goes through call(), and the code that is passed to call()
// creates no object with a destructor.

#include <png.h>

#include <csetjmp>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/metadata/notes.hpp"

namespace selvage {

// Without this libpng drops the sRGB profile of most photos because of an error in its white point.
inline void accept_known_profiles(png_structp png) {
  png_set_option(png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
}

struct PngFailure {};  // libpng refused; PngCalls::reason says why

class PngCalls {
 public:
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::vector<std::string> warnings;
  std::string reason;  // for the last PngFailure

  // Runs libpng calls. If libpng fails, throws the exception that a callback kept, or PngFailure.
  template <class Calls>
  void call(Calls&& calls) {
    if (setjmp(png_jmpbuf(png)) == 0) {
      calls();
      return;
    }
    if (kept_) std::rethrow_exception(std::exchange(kept_, nullptr));
    throw PngFailure{};
  }

  // Runs code of a callback. If it throws, the call of libpng fails.
  template <class Code>
  static void shield(png_structp png, PngCalls* self, Code&& code) {
    try {
      code();
      return;
    } catch (...) {
      self->kept_ = std::current_exception();
    }
    png_longjmp(png, 1);
  }

  static void on_error(png_structp png, png_const_charp text) {
    auto* self = static_cast<PngCalls*>(png_get_error_ptr(png));
    if (!self->kept_) shield(png, self, [&] { self->reason = text; });
    png_longjmp(png, 1);
  }
  static void on_warning(png_structp png, png_const_charp text) {
    auto* self = static_cast<PngCalls*>(png_get_error_ptr(png));
    shield(png, self, [&] { add_note(self->warnings, text); });
  }

 private:
  std::exception_ptr kept_;
};

}  // namespace selvage
