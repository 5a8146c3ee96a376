// SPDX-License-Identifier: Apache-2.0
#include "cuda.hpp"

#include <dlfcn.h>

#include <string>

#include "selvage/error.hpp"

namespace selvage::python {
namespace {

constexpr unsigned without_timing = 2;  // CU_EVENT_DISABLE_TIMING

// The functions of the driver that are used here. The library has loaded it by then.
struct Driver {
  using Result = int;  // 0: success
  Result (*push)(void* context) = nullptr;
  Result (*pop)(void** context) = nullptr;
  Result (*create)(void** event, unsigned flags) = nullptr;
  Result (*record)(void* event, void* stream) = nullptr;
  Result (*synchronize)(void* event) = nullptr;
  Result (*destroy)(void* event) = nullptr;
  Result (*is_capturing)(void* stream, int* status) = nullptr;
};

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  if (function == nullptr)
    throw Error(Errc::device, std::string("the CUDA driver lacks ") + name, "install a newer one");
}

Driver load() {
  void* const library = ::dlopen("libcuda.so.1", RTLD_LAZY);
  if (library == nullptr) throw Error(Errc::device, "there is no CUDA driver (libcuda.so.1)");
  Driver driver;
  find(library, "cuCtxPushCurrent_v2", driver.push);
  find(library, "cuCtxPopCurrent_v2", driver.pop);
  find(library, "cuEventCreate", driver.create);
  find(library, "cuEventRecord", driver.record);
  find(library, "cuEventSynchronize", driver.synchronize);
  find(library, "cuEventDestroy_v2", driver.destroy);
  find(library, "cuStreamIsCapturing", driver.is_capturing);
  return driver;
}

const Driver& driver() {
  static const Driver loaded = load();
  return loaded;
}

void check(Driver::Result result, const char* what) {
  if (result != 0)
    throw Error(Errc::device,
                std::string("CUDA: ") + what + " failed (error " + std::to_string(result) + ")");
}

// Makes a context current while it lives.
class Current {
 public:
  explicit Current(void* context) { check(driver().push(context), "cuCtxPushCurrent"); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;
  ~Current() {
    void* ours = nullptr;
    driver().pop(&ours);
  }
};

}  // namespace

InFlight::~InFlight() {
  if (event_ == nullptr) return;
  // Errors are those of the work in the stream, whose owner sees them there.
  driver().synchronize(event_);
  driver().destroy(event_);
}

void InFlight::mark(void* context, void* stream) {
  const Current current(context);
  if (event_ == nullptr) check(driver().create(&event_, without_timing), "cuEventCreate");
  context_ = context;
  check(driver().record(event_, stream), "cuEventRecord");
}

void InFlight::wait() const {
  if (event_ != nullptr) driver().synchronize(event_);
}

void refuse_capture(void* context, void* stream) {
  const Current current(context);
  int status = 0;
  // An error means that another stream is captured.
  if (driver().is_capturing(stream, &status) == 0 && status == 0) return;
  throw Error(Errc::unsupported, "the current stream is being captured into a CUDA graph",
              "run the filter outside the capture");
}

}  // namespace selvage::python
