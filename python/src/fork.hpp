// SPDX-License-Identifier: Apache-2.0
#pragma once
// Work without the interpreter's lock (GIL), which a fork of the process waits for.

#include <nanobind/nanobind.h>

#include <memory>
#include <utility>

namespace selvage::python {

namespace nb = nanobind;

// Releases the GIL while it lives, and keeps the process from being forked. Code under it may take
// the GIL for a moment (nb::gil_scoped_acquire).
class Working {
 public:
  Working();
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;
  ~Working();

 private:
  nb::gil_scoped_release release_;
};

// Marks a callback of Python that a worker makes: a fork in it cannot wait for the work to end.
class InCallback {
 public:
  InCallback();
  InCallback(const InCallback&) = delete;
  InCallback& operator=(const InCallback&) = delete;
  ~InCallback();
};

// Returns how many forks lie between the first process and this one.
int generation();

// Owns an object whose threads and drivers do not survive a fork: a child neither uses nor frees
// it.
template <class T>
class OfThisProcess {
 public:
  explicit OfThisProcess(T object)
      : object_(std::make_unique<T>(std::move(object))), generation_(generation()) {}
  OfThisProcess(OfThisProcess&&) noexcept = default;
  OfThisProcess& operator=(OfThisProcess&&) noexcept = default;
  ~OfThisProcess() {
    if (!is_usable()) static_cast<void>(object_.release());
  }

  bool is_usable() const { return generation_ == generation(); }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_.get(); }

 private:
  std::unique_ptr<T> object_;
  int generation_;
};

// Whether this process may not use a GPU, because an ancestor was forked after it had started a
// driver.
bool gpus_are_lost();

// Remember that this process has, or may have, started a driver.
void note_driver();
void note_driver_of(const char* device);

// before_fork(), after_fork_in_parent(), after_fork_in_child(), gpus_are_lost()
void add_fork(nb::module_& module);

}  // namespace selvage::python
