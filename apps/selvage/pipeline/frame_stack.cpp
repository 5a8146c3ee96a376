// SPDX-License-Identifier: Apache-2.0
#include "pipeline/frame_stack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "inputs/formats.hpp"
#include "pipeline/filter_stage.hpp"
#include "pipeline/video.hpp"
#include "side_images/side_images.hpp"

namespace selvage::cli {
namespace {

int neighbours(DepthHalo halo) {
  return halo.before + 1 + halo.after;
}

// Side images serve all slices.
ConstImageView repeated(ConstImageView view, int depth) {
  if (view.width == 0) return view;
  view.depth = depth;
  view.stride.slice = 0;
  return view;
}

}  // namespace

StackRun inner_run(const Filter& filter, Inputs shapes, Frame frame) {
  const DepthHalo halo = depth_halo(filter);
  const int depth = neighbours(halo);
  shapes.image.depth = depth;
  shapes.image.data = nullptr;
  for (const SidePort& port : side_ports) {
    shapes.*port.view = repeated(shapes.*port.view, depth);
    (shapes.*port.view).data = nullptr;
  }
  if (depth > 1) {  // one page more on each side, so that no border is near
    frame.depth = depth + 2;
    frame.z = 1;
    frame.slices = {1 + halo.before, 1};
  }
  return {shapes, frame};
}

std::size_t bytes_of_stack(const Filter& filter, const ConstImageView& page) {
  return 2 * static_cast<std::size_t>(neighbours(depth_halo(filter))) * bytes_of(page);
}

FrameStack::FrameStack(const Filter& filter, const ConstImageView& page, const Limits& limits)
    : halo_(depth_halo(filter)),
      pages_(Image::volume(page.type, page.width, page.height, 2 * neighbours(halo_), page.channels,
                           page.alpha, 1, limits)),
      capacity_(2 * neighbours(halo_)) {}

void FrameStack::add(const ConstImageView& page) {
  const ConstImageView held = pages_.view();
  if (page.type != held.type || page.width != held.width || page.height != held.height ||
      page.channels != held.channels || page.alpha != held.alpha)
    throw Error(Errc::invalid_argument,
                fmt::format("this page is {}, the first one {}", shape_text(page),
                            shape_text(held.slice(0))),
                "pages that are filtered together have one shape");
  const auto slice = static_cast<std::size_t>(held.stride.slice);
  const int kept = neighbours(halo_) - 1;
  if (at_ + count_ - first_ == capacity_) {  // the last ones move to the beginning
    const int from = capacity_ - kept;
    std::memmove(pages_.view().data, held.slice(from).data, static_cast<std::size_t>(kept) * slice);
    first_ = count_ - kept;
    at_ = 0;
  }
  const ImageView to = pages_.view().slice(at_ + count_ - first_);
  for (int y = 0; y < page.height; ++y)
    std::memcpy(to.at(0, y), page.at(0, y),
                static_cast<std::size_t>(page.stride.pixel) * static_cast<std::size_t>(page.width));
  ++count_;
}

ConstImageView FrameStack::around(int n, bool ended, Frame& frame) const {
  const int from = std::max(0, n - halo_.before);
  const int end = std::min(count_, n + halo_.after + 1);
  // Unless the file has ended, at least one more page follows, which no window reaches.
  frame.depth = ended ? count_ : n + halo_.after + 2;
  frame.z = from;
  frame.slices = {n, 1};
  return pages_.view().slices(at_ + from - first_, end - from);
}

bool StackFilter::add(Chunk&& chunk) {
  ended_ = chunk.ends_file || chunk.failure;
  const bool ends_file = chunk.ends_file;
  waiting_.push_back({.chunk = std::move(chunk)});
  take(waiting_.back());
  while (!waiting_.empty() && is_ready(waiting_.front())) {
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    filter(next);
    if (!pass_on_(std::move(next.chunk))) return false;
  }
  if (ends_file) stacks_ = {};
  return true;
}

// Copies the page to its plane's stack, which frees its own memory.
void StackFilter::take(Waiting& next) {
  Chunk& chunk = next.chunk;
  if (!chunk.input || chunk.page->copied || chunk.file->given_up) return;
  next.plane = is_chroma(chunk.page->file) ? 1 : 0;
  try {
    auto& stack = stacks_[static_cast<std::size_t>(next.plane)];
    if (!stack)
      stack.emplace(chunk.page->filter, chunk.input->view(), session_.command.limits.image);
    next.number = stack->count();
    stack->add(chunk.input->view());
  } catch (...) {
    next.number = -1;
    chunk.failure = std::current_exception();
    ended_ = true;
  }
  chunk.input.reset();
}

bool StackFilter::is_ready(const Waiting& next) const {
  if (ended_ || next.number < 0) return true;
  const FrameStack& stack = *stacks_[static_cast<std::size_t>(next.plane)];
  return next.number + stack.halo().after < stack.count();
}

void StackFilter::filter(Waiting& next) {
  Chunk& chunk = next.chunk;
  if (next.number < 0) return filter_stage(chunk, session_, progress_);
  const FrameStack& stack = *stacks_[static_cast<std::size_t>(next.plane)];
  try {
    const PageJob& p = *chunk.page;
    Frame frame = p.frame;
    const ConstImageView pages = stack.around(next.number, ended_, frame);
    Inputs inputs = chunk.side.with(pages);
    for (const SidePort& port : side_ports)
      inputs.*port.view = repeated(inputs.*port.view, pages.depth);
    // Away from the first and the last page the plan of the page serves.
    const bool inner = next.number >= stack.halo().before && !ended_;
    if (frame.depth == 1)  // a lone page has no third axis, and its plan may be for volumes alone
      chunk.plan =
          std::make_shared<Plan>(session_.engine->plan(p.filter, inputs, frame, p.request));
    else if (!inner) {
      chunk.plan = std::make_shared<Plan>(chunk.plan->part(inputs, frame));
    }
    filter_stage(chunk, inputs, session_, progress_);
  } catch (...) {
    chunk.failure = std::current_exception();
  }
}

}  // namespace selvage::cli
