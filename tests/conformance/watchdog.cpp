// SPDX-License-Identifier: Apache-2.0
#include "conformance/watchdog.hpp"

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace selvage::testing {

Watchdog::Watchdog(std::chrono::seconds limit) : limit_(limit) {
  if (limit_.count() > 0) thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  while (!ends_) {
    if (!works_.empty() && Clock::now() - works_.front().start > limit_) {
      std::fprintf(stderr, "HUNG for more than %lld s: %s\n",
                   static_cast<long long>(limit_.count()), works_.front().text.c_str());
      std::fflush(nullptr);
      std::_Exit(exit_status);  // destructors would wait for the work
    }
    changed_.wait_for(lock, std::chrono::milliseconds(200));
  }
}

Watchdog::Work::Work(Watchdog& dog, std::string text) : dog_(dog) {
  const std::lock_guard lock(dog_.mutex_);
  dog_.works_.push_back({std::move(text), Clock::now()});
  entry_ = std::prev(dog_.works_.end());
}

Watchdog::Work::~Work() {
  const std::lock_guard lock(dog_.mutex_);
  dog_.works_.erase(entry_);
}

}  // namespace selvage::testing
