// SPDX-License-Identifier: Apache-2.0
#pragma once
// libpng's errors as exceptions. libpng leaves a failed call by longjmp, which must not pass over
// C++ objects, and must not be passed over by exceptions: so callbacks keep their exception here,
// every call goes through call(), and what call() is given makes no object with a destructor.

#include <png.h>

#include <csetjmp>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace selvage {

// Without it libpng drops the sRGB profile that most photos have, for a fault in its white point.
inline void accept_known_profiles(png_structp png) {
  png_set_option(png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
}

struct PngFailure {};  // libpng refused; PngCalls::reason says why

class PngCalls {
 public:
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::vector<std::string> warnings;
  std::string reason;  // of the last PngFailure

  // Runs libpng calls. Throws PngFailure, or what a callback kept, when libpng gives up.
  template <class Calls>
  void call(Calls&& calls) {
    if (setjmp(png_jmpbuf(png)) == 0) {
      calls();
      return;
    }
    if (kept_) std::rethrow_exception(std::exchange(kept_, nullptr));
    throw PngFailure{};
  }

  // For callbacks: runs code that may throw; libpng gives up when it does.
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
    shield(png, self, [&] { self->warnings.emplace_back(text); });
  }

 private:
  std::exception_ptr kept_;
};

}  // namespace selvage
