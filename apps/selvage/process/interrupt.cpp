// SPDX-License-Identifier: Apache-2.0
#include "process/interrupt.hpp"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

#include "exit_codes.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {
namespace {

// Long enough to finish most tiles, short enough to end within 100 ms.
constexpr std::chrono::milliseconds grace{50};
// Limits the final message, which a full pipe could block forever.
constexpr std::chrono::milliseconds patience{25};

std::mutex action_mutex;
std::function<void()> interrupt_action;  // runs before the process ends

void set_interrupt_action(std::function<void()> say) {
  const std::lock_guard lock(action_mutex);
  interrupt_action = std::move(say);
}

void run_interrupt_action() {
  std::packaged_task<void()> saying([] {
    const std::lock_guard lock(action_mutex);
    if (interrupt_action) interrupt_action();
  });
  const std::future<void> said = saying.get_future();
  std::thread(std::move(saying)).detach();
  said.wait_for(patience);
}

void watch(sigset_t signals, std::stop_source stop) {
  int signal = 0;
  while (sigwait(&signals, &signal) != 0) {
  }
  stop.request_stop();
  std::this_thread::sleep_for(grace);
  try {
    run_interrupt_action();
  } catch (...) {
    // Without memory or a thread the message is lost.
  }
  remove_temporary_files();
  _exit(exit_interrupted);
}

// Signals that the parent ignores (nohup) stay ignored.
void add_unless_ignored(sigset_t& signals, int signal) {
  struct sigaction action{};
  if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
    sigaddset(&signals, signal);
}

}  // namespace

std::stop_token catch_interrupts() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) add_unless_ignored(signals, signal);
  // All later threads inherit the mask, so only the watcher receives the signals.
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::stop_source stop;
  std::thread(watch, signals, stop).detach();
  return stop.get_token();
}

InterruptGuard::InterruptGuard(std::function<void()> say) {
  set_interrupt_action(std::move(say));
}

InterruptGuard::~InterruptGuard() {
  set_interrupt_action({});
}

}  // namespace selvage::cli
