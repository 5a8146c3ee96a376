// SPDX-License-Identifier: Apache-2.0
#pragma once
// Copies between the caller's images and page-locked memory. One thread copies several times more
// slowly than the bus, so the rows are shared among a runner's threads.

#include <cstddef>
#include <span>

#include "backends/task_runner.hpp"
#include "selvage/image.hpp"

namespace selvage::gpu {

// Returns the view of that shape whose samples begin at `memory`.
ImageView view_at(std::byte* memory, const ConstImageView& shape);

// Returns `count` images of a batch, from number `first` on.
template <class View>
View images_of(View view, int first, int count) {
  view.data += first * view.stride.batch;
  view.batch = count;
  return view;
}

// Both views have the same shape and type and do not overlap.
struct StagingCopy {
  ConstImageView from = {};
  ImageView to = {};
  bool is_upload = false;  // to page-locked memory that a device reads next
};

// Copies every sample. Blocks. Throws what the runner throws, when no thread copies any more.
void copy_staged(TaskRunner& runner, std::span<const StagingCopy> copies);

// Touch the pages of memory that is about to be written; its contents stay. The system clears fresh
// pages, several at a time for several threads. Block. A small or sparse output is left alone.
void populate(TaskRunner& runner, std::span<const std::span<std::byte>> memory);
void populate(TaskRunner& runner, const ImageView& output);

}  // namespace selvage::gpu
