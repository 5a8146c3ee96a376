// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the side images of a file and decides which of them are held in memory.

#include <array>
#include <memory>
#include <optional>
#include <stop_token>

#include "inputs/jobs.hpp"
#include "process/memory.hpp"
#include "side_images/side_folder.hpp"
#include "side_images/side_images.hpp"

namespace selvage::cli {

class SideReader;

// A side image is read by rows along with its image, unless that is impossible, all of it is needed
// at once, or it is small and would be read repeatedly.
class SideStore {
 public:
  // Opens the side images that all `files` inputs share. Throws Error; if the budget cannot hold an
  // image, Error{limit} before it is decoded.
  SideStore(const FilterCommand& command, std::size_t files, MemoryBudget& memory,
            std::stop_token stop);

  // Throws Error{input} if a folder has no side image for the job.
  void check_found(const Job& job) const;

  // Returns the side images of a file with so many pages. Blocks while other files hold the memory
  // that one needs.
  std::shared_ptr<const SideImages> of(const Job& job, int pages) const;

 private:
  // `held`: the bytes that the file's other side images hold; none: the memory of this one is
  // counted already.
  using Held = std::optional<std::size_t>;
  SideImage open(const SidePort& port, const std::string& name, bool again, Held held) const;
  void hold(SideImage& image, SideReader& reader, Held held) const;

  const FilterCommand& command_;
  MemoryBudget& memory_;
  std::stop_token stop_;
  SideImages shared_;
  std::array<std::optional<SideFolder>, side_ports.size()> folders_;
};

}  // namespace selvage::cli
