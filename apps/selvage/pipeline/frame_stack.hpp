// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages as the slices of a volume, or as the frames of a sequence: the third axis of a stream.

#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "console/progress.hpp"
#include "pipeline/chunk.hpp"

namespace selvage::cli {

// Returns the shapes and the frame of a run that computes one page from itself and its neighbours,
// far from the first and the last page; without data. `shapes` and `frame` are those of a page
// alone.
struct StackRun {
  Inputs shapes = {};
  Frame frame = {};
};
StackRun inner_run(const Filter& filter, Inputs shapes, Frame frame);

// Returns how many pages a stack of this page's plane has; fewer if the file or the sequence ends
// before.
StackSize size_of_stack(const PageJob& page, const Job& job);

// Returns the bytes of a page of this shape and of those of its side images that are its own.
std::size_t bytes_of_page(const Inputs& page, const SideImages& side);

// The last pages of one plane, and of the side images that are not the same for all pages, in
// memory that does not grow.
class FrameStack {
 public:
  // Pages have the shapes of `page`, whose job is `p`.
  FrameStack(const PageJob& p, const Inputs& page, const Limits& limits);

  // Copies the next page. Throws Error{invalid_argument} if it has other shapes.
  void add(const Inputs& page);
  int count() const { return count_; }  // pages so far
  DepthHalo halo() const { return halo_; }

  // The neighbours of page n, which must be held, and its frame. `page` has the side images that
  // are the same for all pages, `frame` is that of a page alone; `ended`: there are no more pages.
  Inputs around(int n, bool ended, const Inputs& page, Frame& frame) const;

 private:
  struct Held {
    ConstImageView Inputs::* view;
    // Twice the neighbours of a page, so that they always lie one after another, or all there are.
    Image pages;
  };

  DepthHalo halo_;
  std::vector<Held> held_;  // the image is the first
  int capacity_;
  int count_ = 0, first_ = 0;  // pages so far; the first that is held
  int at_ = 0;                 // its slice
};

// The second stage of files whose pages are filtered together. A page waits for its neighbours.
class StackFilter {
 public:
  // `pass_on` takes chunks in their order; it returns false to end the run.
  using PassOn = std::function<bool(Chunk&&)>;
  StackFilter(const Session& session, Progress& progress, PassOn pass_on)
      : session_(session), progress_(progress), pass_on_(std::move(pass_on)) {}

  // Takes the next chunk, which is a whole page. Returns false to end the run.
  bool add(Chunk&& chunk);

 private:
  struct Waiting {
    Chunk chunk;
    int number = -1;  // of the page among those of its plane; -1: it is not filtered
    int plane = 0;
  };

  void refuse_rest(Chunk& chunk) const;
  void take(Waiting& next);
  bool is_ready(const Waiting& next) const;
  void filter(Waiting& next);
  void note_lone(Chunk& chunk) const;

  const Session& session_;
  Progress& progress_;
  PassOn pass_on_;
  std::deque<Waiting> waiting_;
  std::array<std::optional<FrameStack>, 2> stacks_;  // the second is for U and V of a video
  bool ended_ = false;
  std::string failed_;  // the file of the sequence that failed; its rest is not filtered
};

}  // namespace selvage::cli
