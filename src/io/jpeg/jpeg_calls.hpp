// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts libjpeg errors to exceptions. libjpeg leaves it to its user how to get out of a failed
// call. Exceptions must not unwind its frames, and longjmp must not skip destructors of C++
// objects. Therefore callbacks keep their exception here, every call goes through call(), and the
// code that is passed to call() creates no object with a destructor.

// clang-format off
#include <cstdio>     // needed by jpeglib.h
#include <jpeglib.h>
#include <jerror.h>
// clang-format on

#include <csetjmp>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "io/metadata/notes.hpp"

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

  // `codec.err` must point to the manager, `codec.client_data` to this object.
  jpeg_error_mgr manager{};
  std::vector<std::string> warnings;  // harmless ones

  // Runs libjpeg calls. If libjpeg fails, throws the exception that a callback kept, or
  // JpegFailure.
  template <class Calls>
  void call(Calls&& calls) {
    if (setjmp(way_out_) == 0)
      calls();
    else
      std::rethrow_exception(std::exchange(kept_, nullptr));
  }

  // Runs code of a callback. If it throws, the call of libjpeg fails.
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
  // Bytes between segments of the header belong to no pixel. Later they mean that a part of a scan
  // was decoded wrongly.
  static bool is_harmless(j_common_ptr codec) {
    switch (codec->err->msg_code) {
      case JWRN_JFIF_MAJOR:
      case JWRN_ADOBE_XFORM:
      case JWRN_BOGUS_ICC: return true;
      case JWRN_EXTRANEOUS_DATA:
        return codec->is_decompressor &&
               reinterpret_cast<j_decompress_ptr>(codec)->input_scan_number == 0;
      default: return false;
    }
  }
  // Warnings of libjpeg are about corrupt data and count as errors, except for harmless ones.
  static void on_message(j_common_ptr codec, int level) {
    if (level >= 0) return;  // a trace
    if (is_harmless(codec))
      shield(codec,
             [&] { add_note(static_cast<JpegCalls*>(codec->client_data)->warnings, text(codec)); });
    else
      on_error(codec);
  }

  std::jmp_buf way_out_{};
  std::exception_ptr kept_;
};

}  // namespace selvage
