// SPDX-License-Identifier: Apache-2.0
#pragma once
// A device for tests that computes nothing and fails on demand.

#include <cstring>
#include <memory>
#include <utility>

#include "backends/backend.hpp"
#include "core/samples.hpp"
#include "selvage/error.hpp"

namespace selvage {

// The CPU's candidates under another name: the more threads, the faster the prediction.
inline DeviceFacts facts_with(int threads) {
  return {.backend = "cpu", .threads = threads, .simd = "AVX3", .simd_floats = 16};
}

// How often each operation fails, from the start.
struct Faults {
  int make = 0, run = 0;
  Errc code = Errc::device;
};

class FakeRuntime final : public Runtime {
 public:
  explicit FakeRuntime(DeviceFacts facts, Faults faults = {})
      : facts_(std::move(facts)), faults_(std::make_shared<Faults>(faults)) {}

  DeviceFacts facts() const override { return facts_; }
  std::unique_ptr<Pipeline> make(const planner::Decision&, const Frame&) const override {
    if (faults_->make > 0) {
      --faults_->make;
      throw Error(faults_->code, "no room");
    }
    return std::make_unique<FakePipeline>(faults_);
  }

 private:
  // Copies the image.
  class FakePipeline final : public Pipeline {
   public:
    explicit FakePipeline(std::shared_ptr<Faults> faults) : faults_(std::move(faults)) {}
    void run(const Inputs& inputs, const Outputs& outputs, const Controls& controls,
             Report&) override {
      if (controls.progress) controls.progress(0.5);
      if (faults_->run > 0) {
        --faults_->run;
        std::memset(outputs.image.data, 0, 1);  // a partial result
        throw Error(faults_->code, "the device is gone");
      }
      copy_samples(inputs.image, outputs.image);
      if (controls.progress) controls.progress(1.0);
    }

   private:
    std::shared_ptr<Faults> faults_;
  };

  DeviceFacts facts_;
  std::shared_ptr<Faults> faults_;
};

}  // namespace selvage
