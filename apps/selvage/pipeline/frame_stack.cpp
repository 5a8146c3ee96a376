// SPDX-License-Identifier: Apache-2.0
#include "pipeline/frame_stack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "inputs/formats.hpp"
#include "parameters/depth_window.hpp"
#include "pipeline/filter_stage.hpp"
#include "pipeline/video.hpp"
#include "side_images/side_images.hpp"

namespace selvage::cli {
namespace {

int neighbours(DepthHalo halo) {
  return halo.before + 1 + halo.after;
}

using View = ConstImageView Inputs::*;

// Returns the inputs that each page has for itself.
std::vector<View> stacked(const SideImages& side) {
  std::vector<View> views{&Inputs::image};
  for (std::size_t i = 0; i < side_ports.size(); ++i)
    if (side.images[i].of_frame) views.push_back(side_ports[i].view);
  return views;
}

// Throws Error{invalid_argument} if the view of the page has another shape than the first one.
void check_shape(const Inputs& page, View view, const ConstImageView& first) {
  if (same_shape(page.*view, first)) return;
  const auto port = std::ranges::find(side_ports, view, &SidePort::view);
  throw Error(
      Errc::invalid_argument,
      fmt::format("this {} is {}, the first one {}", port == side_ports.end() ? "page" : port->name,
                  shape_text(page.*view), shape_text(first)),
      "pages that are filtered together have one shape");
}

void copy_page(const ConstImageView& from, const ImageView& to) {
  for (int y = 0; y < from.height; ++y)
    std::memcpy(to.at(0, y), from.at(0, y),
                static_cast<std::size_t>(from.stride.pixel) * static_cast<std::size_t>(from.width));
}

// Returns the side image for so many slices, which all have it.
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

StackSize size_of_stack(const PageJob& p, const Job& job) {
  constexpr int unknown = std::numeric_limits<int>::max();
  const DepthHalo halo = depth_halo(p.filter);
  const int pages = job.is_frame() ? job.frames : p.file.stream ? unknown : p.file.pages;
  return {.held = std::min(2 * neighbours(halo), pages),
          .waiting = std::min(halo.after + 1, pages)};
}

std::size_t bytes_of_page(const Inputs& page, const SideImages& side) {
  std::size_t bytes = 0;
  for (const View view : stacked(side)) bytes += bytes_of(page.*view);
  return bytes;
}

FrameStack::FrameStack(const PageJob& p, const Inputs& page, const Limits& limits)
    : halo_(depth_halo(p.filter)), capacity_(p.stack.held) {
  for (const View view : stacked(*p.side)) {
    const ConstImageView& shape = page.*view;
    held_.push_back({view, Image::volume(shape.type, shape.width, shape.height, capacity_,
                                         shape.channels, shape.alpha, 1, limits)});
  }
}

void FrameStack::add(const Inputs& page) {
  for (const auto& [view, pages] : held_) check_shape(page, view, pages.view().slice(0));
  const int kept = neighbours(halo_) - 1;
  if (at_ + count_ - first_ == capacity_) {  // the last ones move to the beginning
    for (auto& [view, pages] : held_)
      std::memmove(
          pages.view().data, pages.view().slice(capacity_ - kept).data,
          static_cast<std::size_t>(kept) * static_cast<std::size_t>(pages.view().stride.slice));
    first_ = count_ - kept;
    at_ = 0;
  }
  for (auto& [view, pages] : held_)
    copy_page(page.*view, pages.view().slice(at_ + count_ - first_));
  ++count_;
}

Inputs FrameStack::around(int n, bool ended, const Inputs& page, Frame& frame) const {
  const int from = std::max(0, n - halo_.before);
  const int end = std::min(count_, n + halo_.after + 1);
  // Unless the file has ended, at least one more page follows, which no window reaches.
  frame.depth = ended ? count_ : n + halo_.after + 2;
  frame.z = from;
  frame.slices = {n, 1};
  Inputs inputs = page;
  for (const SidePort& port : side_ports)
    inputs.*port.view = repeated(inputs.*port.view, end - from);
  for (const auto& [view, pages] : held_)
    inputs.*view = pages.view().slices(at_ + from - first_, end - from);
  return inputs;
}

bool StackFilter::add(Chunk&& chunk) {
  const Job& job = chunk.file->job;
  const bool ends_stack = chunk.ends_file && (!job.is_frame() || job.ends_sequence());
  if (chunk.begins_file && (!job.is_frame() || job.begins_sequence())) failed_.clear();
  if (!failed_.empty() && !chunk.failure) refuse_rest(chunk);
  ended_ = ends_stack || chunk.failure;
  waiting_.push_back({.chunk = std::move(chunk)});
  take(waiting_.back());
  while (!waiting_.empty() && is_ready(waiting_.front())) {
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    filter(next);
    if (!pass_on_(std::move(next.chunk))) return false;
  }
  if (ends_stack || !failed_.empty()) stacks_ = {};
  return true;
}

// A frame after one that failed lacks a neighbour.
void StackFilter::refuse_rest(Chunk& chunk) const {
  chunk.input.reset();
  chunk.failure = std::make_exception_ptr(
      Error(Errc::input, fmt::format("{}, a frame before it, failed", failed_),
            "without it the frames after it cannot be filtered"));
}

// Copies the page to its plane's stack, which frees its own memory.
void StackFilter::take(Waiting& next) {
  Chunk& chunk = next.chunk;
  const Job& job = chunk.file->job;
  if (chunk.failure && job.is_frame() && failed_.empty()) failed_ = job.input;
  if (chunk.failure || !chunk.input || chunk.page->copied || chunk.file->given_up) return;
  next.plane = is_chroma(chunk.page->file) ? 1 : 0;
  try {
    auto& stack = stacks_[static_cast<std::size_t>(next.plane)];
    const Inputs page = chunk.side.with(chunk.input->view());
    const PageJob& p = *chunk.page;
    if (!stack) stack.emplace(p, page, session_.command.limits.image);
    next.number = stack->count();
    stack->add(page);
  } catch (...) {
    next.number = -1;
    chunk.failure = std::current_exception();
    if (job.is_frame()) failed_ = job.input;
    ended_ = true;
  }
  chunk.input.reset();
}

bool StackFilter::is_ready(const Waiting& next) const {
  if (ended_ || next.number < 0) return true;
  const FrameStack& stack = *stacks_[static_cast<std::size_t>(next.plane)];
  return next.number + stack.halo().after < stack.count();
}

// The result is that of the two other axes, which is not what was asked for.
void StackFilter::note_lone(Chunk& chunk) const {
  const FilterOptions& options = session_.command.filter;
  if (radius_depth(chunk.page->filter) == 0) return;
  chunk.report.lone = fmt::format("it is a single {}, which {} has filtered by itself",
                                  page_of_depth(options), option_of_depth(options));
  chunk.report.notes.push_back(chunk.report.lone);
}

void StackFilter::filter(Waiting& next) {
  Chunk& chunk = next.chunk;
  if (next.number < 0) return filter_stage(chunk, session_, progress_);
  const FrameStack& stack = *stacks_[static_cast<std::size_t>(next.plane)];
  try {
    const PageJob& p = *chunk.page;
    Frame frame = p.frame;
    const Inputs inputs = stack.around(next.number, ended_, chunk.side.views, frame);
    // Away from the first and the last page the plan of the page serves.
    const bool inner = next.number >= stack.halo().before && !ended_;
    if (frame.depth == 1) {  // a lone page has no third axis; its plan may be for volumes alone
      chunk.plan =
          std::make_shared<Plan>(session_.engine->plan(p.filter, inputs, frame, p.request));
      note_lone(chunk);
    } else if (!inner) {
      chunk.plan = std::make_shared<Plan>(chunk.plan->part(inputs, frame));
    }
    filter_stage(chunk, inputs, session_, progress_);
  } catch (...) {
    chunk.failure = std::current_exception();
  }
}

}  // namespace selvage::cli
