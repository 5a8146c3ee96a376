// SPDX-License-Identifier: Apache-2.0
#pragma once
// libjpeg's errors as exceptions. libjpeg has no way out of a failed call but the one that its user
// makes; an exception must not pass over its frames, nor longjmp over C++ objects: so callbacks
// keep their exception here, every call goes through call(), and what call() is given makes no
// object with a destructor.

// clang-format off
#include <cstdio>     // jpeglib.h needs it
#include <jpeglib.h>
#include <jerror.h>
// clang-format on

#include <csetjmp>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace selvage {

struct JpegFailure {  // libjpeg refused
  int code = 0;       // JERR_..., JWRN_...
  std::string reason;
};

class JpegCalls {
 public:
  JpegCalls() {
    jpeg_std_error(&manager);
    manager.error_exit = on_error;
    manager.emit_message = on_message;
    manager.output_message = [](j_common_ptr) {};
  }
  JpegCalls(const JpegCalls&) = delete;
  JpegCalls& operator=(const JpegCalls&) = delete;

  // `codec.err` must point to it, `codec.client_data` to the JpegCalls.
  jpeg_error_mgr manager{};
  std::vector<std::string> warnings;  // about metadata

  // Runs libjpeg calls. Throws JpegFailure, or what a callback kept, when libjpeg gives up.
  template <class Calls>
  void call(Calls&& calls) {
    if (setjmp(way_out_) == 0)
      calls();
    else
      std::rethrow_exception(std::exchange(kept_, nullptr));
  }

  // For callbacks: runs code that may throw; libjpeg gives up when it does.
  template <class Code>
  static void shield(j_common_ptr codec, Code&& code) {
    auto* self = static_cast<JpegCalls*>(codec->client_data);
    try {
      code();
      return;
    } catch (...) {
      self->kept_ = std::current_exception();
    }
    longjmp(self->way_out_, 1);
  }

 private:
  static std::string text(j_common_ptr codec) {
    char buffer[JMSG_LENGTH_MAX]{};
    codec->err->format_message(codec, buffer);
    return buffer;
  }
  static void on_error(j_common_ptr codec) {
    shield(codec, [&] { throw JpegFailure{codec->err->msg_code, text(codec)}; });
  }
  // What libjpeg counts as corrupt data is an error, but not what it says about metadata.
  static void on_message(j_common_ptr codec, int level) {
    const int code = codec->err->msg_code;
    if (level >= 0) return;  // a trace
    if (code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM || code == JWRN_BOGUS_ICC)
      shield(codec,
             [&] { static_cast<JpegCalls*>(codec->client_data)->warnings.push_back(text(codec)); });
    else
      on_error(codec);
  }

  std::jmp_buf way_out_{};
  std::exception_ptr kept_;
};

}  // namespace selvage
