// SPDX-License-Identifier: Apache-2.0
#include "fork.hpp"

#include <dlfcn.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <string_view>
#include <thread>

namespace selvage::python {
namespace {

thread_local bool in_callback = false;

// Lets work pass, or one fork.
class Gate {
 public:
  void enter() {
    std::unique_lock lock(mutex_);
    // The thread that forks may work, for instance in another library's hook.
    wait(lock, [&] { return !closed_ || closer_ == std::this_thread::get_id(); });
    ++working_;
  }
  void leave() {
    const std::scoped_lock lock(mutex_);
    if (--working_ == 0 && closed_) changed_.notify_all();
  }
  // Waits until nobody works.
  void close() {
    std::unique_lock lock(mutex_);
    wait(lock, [&] { return !closed_; });
    closed_ = true;
    closer_ = std::this_thread::get_id();
    wait(lock, [&] { return working_ == 0; });
  }
  void open() {
    const std::scoped_lock lock(mutex_);
    closed_ = false;
    changed_.notify_all();
  }

 private:
  // Not changed_.wait, of which GCC 12's libstdc++ has a version of its own: wheels run with older
  // ones.
  template <class Ready>
  void wait(std::unique_lock<std::mutex>& lock, const Ready& ready) {
    while (!changed_.wait_for(lock, std::chrono::hours(1), ready)) {
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int working_ = 0;
  bool closed_ = false;
  std::thread::id closer_;
};

Gate& gate() {
  static Gate* const the_gate = new Gate;  // never destroyed: threads may outlive the module
  return *the_gate;
}

std::atomic<int> forks = 0;
std::atomic<bool> driver_started = false;
std::atomic<bool> lost = false;
std::atomic<bool> gate_closed_by_fork = false;

// Whether the CUDA driver runs in this process, whoever started it.
bool cuda_is_started() {
  void* const library = ::dlopen("libcuda.so.1", RTLD_NOLOAD | RTLD_LAZY);
  if (library == nullptr) return false;
  constexpr int not_initialised = 3;  // CUDA_ERROR_NOT_INITIALIZED
  using GetContext = int (*)(void**);
  const auto get = reinterpret_cast<GetContext>(::dlsym(library, "cuCtxGetCurrent"));
  void* context = nullptr;
  const bool started = get != nullptr && get(&context) != not_initialised;
  ::dlclose(library);
  return started;
}

void before_fork() {
  if (cuda_is_started()) note_driver();
  if (in_callback) return;
  const nb::gil_scoped_release release;
  gate().close();
  gate_closed_by_fork = true;
}

void after_fork_in_parent() {
  if (gate_closed_by_fork.exchange(false)) gate().open();
}

void after_fork_in_child() {
  // Only the forking thread is left; the old gate may count threads that are gone.
  new (&gate()) Gate;
  gate_closed_by_fork = false;
  ++forks;
  in_callback = false;
  if (driver_started) lost = true;
}

}  // namespace

Working::Working() {
  gate().enter();
}
Working::~Working() {
  gate().leave();
}

InCallback::InCallback() {
  in_callback = true;
}
InCallback::~InCallback() {
  in_callback = false;
}

int generation() {
  return forks;
}
bool gpus_are_lost() {
  return lost;
}
void note_driver() {
  driver_started = true;
}
void note_driver_of(const char* device) {
  if (std::string_view(device) != "cpu") note_driver();
}

void add_fork(nb::module_& module) {
  module.def("before_fork", &before_fork);
  module.def("after_fork_in_parent", &after_fork_in_parent);
  module.def("after_fork_in_child", &after_fork_in_child);
  module.def("gpus_are_lost", &gpus_are_lost);
}

}  // namespace selvage::python
