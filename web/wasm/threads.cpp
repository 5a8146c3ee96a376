// SPDX-License-Identifier: Apache-2.0
// What libc++ compiles into its library only where there are threads.

#include <atomic>
#include <mutex>
#include <thread>

_LIBCPP_BEGIN_NAMESPACE_STD

mutex::~mutex() noexcept = default;
void mutex::lock() {
  __libcpp_mutex_lock(&__m_);
}
bool mutex::try_lock() noexcept {
  return __libcpp_mutex_trylock(&__m_);
}
void mutex::unlock() noexcept {
  __libcpp_mutex_unlock(&__m_);
}

// Nobody waits for an atomic number, and nobody else could change it.
void __cxx_atomic_notify_one(const volatile void*) noexcept {}
void __cxx_atomic_notify_all(const volatile void*) noexcept {}
__cxx_contention_t __libcpp_atomic_monitor(const volatile void*) noexcept {
  return 0;
}
void __libcpp_atomic_wait(const volatile void*, __cxx_contention_t) noexcept {
  __builtin_trap();
}

unsigned thread::hardware_concurrency() noexcept {
  return 1;
}

_LIBCPP_END_NAMESPACE_STD

// The thread never ends, so thread_local objects are never destroyed.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) {
  return 0;
}
