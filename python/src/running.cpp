// SPDX-License-Identifier: Apache-2.0
#include "running.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "fork.hpp"

namespace selvage::python {
namespace {

constexpr double long_seconds =
    0.02;  // a thread of its own costs a few hundredths of a millisecond
constexpr std::chrono::milliseconds glance{20};

// Work in another thread.
class Worker {
 public:
  Worker(const std::function<void(const Controls&)>& work, const Controls& controls)
      : thread_([this, &work, &controls] {
          try {
            work(controls);
          } catch (...) {
            failure_ = std::current_exception();
          }
          const std::scoped_lock lock(mutex_);
          ended_ = true;
          done_.notify_one();
        }) {}

  // Returns whether the work ended, after waiting for a while.
  bool wait() {
    std::unique_lock lock(mutex_);
    return done_.wait_for(lock, glance, [&] { return ended_; });
  }
  const std::exception_ptr& failure() const { return failure_; }  // after the end

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool ended_ = false;
  std::exception_ptr failure_;
  std::jthread thread_;  // last: it uses the others
};

// Calls `progress` and handlers of signals. Returns what they raised.
class Glances {
 public:
  explicit Glances(const nb::object& progress) : progress_(progress) {}

  std::exception_ptr look(double done) {
    const nb::gil_scoped_acquire acquire;
    const InCallback callback;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (watched() && done > shown_) progress_(shown_ = done);
    } catch (...) {
      return std::current_exception();
    }
    return {};
  }
  bool watched() const { return progress_.is_valid() && !progress_.is_none(); }

 private:
  const nb::object& progress_;
  double shown_ = 0.0;
};

}  // namespace

void run_watched(const Watch& watch, const std::function<void(const Controls&)>& work) {
  Glances glances(watch.progress);
  if (watch.expected_seconds < long_seconds && !glances.watched()) {
    const Working working;
    return work({.cancel = watch.cancel});
  }
  std::stop_source stop;
  const std::stop_callback forward(watch.cancel, [&stop] { stop.request_stop(); });
  std::atomic<double> done = 0.0;
  Controls controls{.cancel = stop.get_token()};
  if (glances.watched()) controls.progress = [&done](double share) { done = share; };
  std::exception_ptr raised;
  {
    const Working working;
    Worker worker(work, controls);
    while (!worker.wait()) {
      if (!raised) raised = glances.look(done);
      if (raised) stop.request_stop();
    }
    if (!raised) raised = worker.failure();
    if (!raised) raised = glances.look(1.0);
  }
  if (raised) std::rethrow_exception(raised);
}

void add_cancellation(nb::module_& module) {
  nb::class_<std::stop_source>(module, "Cancellation",
                               "Cancels the runs that it was given to, from any thread.")
      .def(nb::init<>())
      .def(
          "cancel", [](std::stop_source& source) { source.request_stop(); },
          "End the runs soon: they raise `Cancelled`. Later runs end at once.")
      .def_prop_ro("cancelled", &std::stop_source::stop_requested, "Whether `cancel` was called.");
}

}  // namespace selvage::python
