// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which side images a file has, and which of them are held.

#include <array>
#include <memory>
#include <optional>
#include <stop_token>

#include "jobs.hpp"
#include "memory.hpp"
#include "side_folder.hpp"
#include "side_images.hpp"

namespace selvage::cli {

class SideReader;

// A side image is read by rows, with the image that it belongs to, unless it cannot be, or all of
// it is needed at a time, or it is small and would be read again and again.
class SideStore {
 public:
  // Opens those that serve all of the `files` images of the command. Throws Error, {limit} before
  // an image is decoded that the budget cannot hold.
  SideStore(const FilterCommand& command, std::size_t files, MemoryBudget& memory,
            std::stop_token stop);

  // Of a file with so many pages. Blocks while others hold the memory that one needs.
  std::shared_ptr<const SideImages> of(const Job& job, int pages) const;

 private:
  SideImage open(const SidePort& port, const std::string& name, bool again, std::size_t held) const;
  void hold(SideImage& image, SideReader& reader, std::size_t held) const;

  const FilterCommand& command_;
  MemoryBudget& memory_;
  std::stop_token stop_;
  SideImages shared_;
  std::array<std::optional<SideFolder>, side_ports.size()> folders_;
};

}  // namespace selvage::cli
