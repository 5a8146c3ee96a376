// SPDX-License-Identifier: Apache-2.0
#pragma once
// A rung that is ready to run on an image.

#include <span>
#include <vector>

#include "runner/rung.hpp"
#include "staal2012_bilateral_cuda/memory.hpp"

namespace selvage::studies::staal {

class Prepared {
 public:
  // Blocks: compiles, and makes what the rung reads. `memory` must outlive this.
  Prepared(Session& session, Memory& memory, const Variant& variant, const Settings& settings);

  const Variant& variant() const { return variant_; }

  // Enqueues the kernel: its launches, no copies.
  void enqueue(gpu::Stream& stream) const;

  // From the host's image to the host's result, as the document times it. Blocks.
  // reorganise: the host's work on layouts is part of it.
  void whole(bool reorganise);

  // On a result that was no number: what it computes. The view lasts until the next run.
  ConstImageView result();

  CodeFacts facts() const { return rung_.facts(local_bytes_); }

 private:
  Session& session_;
  Memory& memory_;
  Variant variant_;
  StaalArguments arguments_;
  std::size_t local_bytes_;
  Rung rung_;
  std::vector<std::vector<const gpu::Buffer*>> launches_;
};

std::vector<Prepared> prepare(Session& session, Memory& memory, std::span<const Variant> variants,
                              const Settings& settings);

}  // namespace selvage::studies::staal
