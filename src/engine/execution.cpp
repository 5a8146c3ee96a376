// SPDX-License-Identifier: Apache-2.0
#include "engine/execution.hpp"

#include <fmt/format.h>

#include <functional>
#include <utility>

#include "selvage/error.hpp"

namespace selvage {
namespace {

// Returns the message of a device failure; nothing if the device is not at fault.
std::optional<std::string> words_of_device(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const Error& e) {
    if (e.code() == Errc::device) return e.what();
  } catch (...) {
    // Not the device's fault.
  }
  return {};
}

}  // namespace

Execution::Execution(Placement placement, const Frame& frame, Fallback fallback)
    : placement_(std::move(placement)),
      candidate_(placement_.decision.candidate->name),
      frame_(frame),
      fallback_(std::move(fallback)),
      notes_(placement_.notes) {}

void Execution::make() {
  pipeline_ = placement_.runtime->make(placement_.decision, frame_);
}

void Execution::move_on(const std::exception_ptr& failure) {
  const std::optional<std::string> words = words_of_device(failure);
  std::optional<Placement> other;
  if (words && fallback_) other = std::exchange(fallback_, {})();
  if (!other) std::rethrow_exception(failure);
  notes_.push_back(fmt::format("{} failed ({}); continued on {}", device(), *words, other->device));
  pipeline_.reset();
  placement_ = *std::move(other);
  candidate_ = placement_.decision.candidate->name;
}

void Execution::reserve() {
  while (!pipeline_) {
    try {
      make();
    } catch (...) {
      move_on(std::current_exception());
    }
  }
}

Pipeline& Execution::pipeline() {
  reserve();
  return *pipeline_;
}

Report Execution::run(const Inputs& inputs, const Outputs& outputs, const Controls& controls) {
  double shown = 0.0;  // progress never falls, even when a second device starts over
  const auto show = [&](double done) {
    if (done > shown) controls.progress(shown = done);
  };
  Controls growing{.cancel = controls.cancel};
  if (controls.progress) growing.progress = std::ref(show);  // std::ref avoids an allocation
  for (;;) {
    reserve();
    Report report{.device = device(),
                  .candidate = candidate_,
                  .error_bound = placement_.decision.offer.error,
                  .terms = placement_.decision.offer.terms,
                  .notes = notes_};
    try {
      pipeline_->run(inputs, outputs, growing, report);
      return report;
    } catch (...) {
      move_on(std::current_exception());
    }
  }
}

}  // namespace selvage
