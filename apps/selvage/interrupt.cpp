// SPDX-License-Identifier: Apache-2.0
#include "interrupt.hpp"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

#include "messages.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {
namespace {

// Long enough for most tiles, short enough for the promise of 100 ms.
constexpr std::chrono::milliseconds grace{50};
// For the last words, which a full pipe may keep back for ever.
constexpr std::chrono::milliseconds patience{25};

std::mutex words_mutex;
std::function<void()> words_to_say;  // at the end

void set_last_words(std::function<void()> say) {
  const std::lock_guard lock(words_mutex);
  words_to_say = std::move(say);
}

void say_last_words() {
  std::packaged_task<void()> saying([] {
    const std::lock_guard lock(words_mutex);
    if (words_to_say) words_to_say();
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
    say_last_words();
  } catch (...) {
    // No memory, or no thread: nothing is said.
  }
  remove_temporary_files();
  _exit(exit_interrupted);
}

// What the parent told us to ignore (nohup) stays ignored.
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
  // Every later thread inherits the mask, so that the watcher alone receives the signals.
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::stop_source stop;
  std::thread(watch, signals, stop).detach();
  return stop.get_token();
}

LastWords::LastWords(std::function<void()> say) {
  set_last_words(std::move(say));
}

LastWords::~LastWords() {
  set_last_words({});
}

}  // namespace selvage::cli
