// SPDX-License-Identifier: Apache-2.0
#include "side_images/side_store.hpp"

#include <fmt/format.h>

#include <utility>

#include "side_images/side_reader.hpp"
#include "side_images/side_video.hpp"

namespace selvage::cli {
namespace {

constexpr std::size_t small_share = 8;  // each of up to four side images may hold 1/8 of the memory

// Of a video that an earlier input was read along with.
void check_reopened(const std::string& name) {
  if (!can_be_read_again(name))
    throw Error(Errc::invalid_argument,
                fmt::format("--guide {}: a pipe can be the guide of one input alone", name),
                "give a file, or a folder with one guide per input");
}

}  // namespace

SideStore::SideStore(const FilterCommand& command, std::size_t files, MemoryBudget& memory,
                     std::stop_token stop)
    : command_(command), memory_(memory), stop_(std::move(stop)) {
  for (std::size_t i = 0; i < side_ports.size(); ++i) {
    const std::string& name = command.filter.side.*side_ports[i].file;
    if (name.empty()) continue;
    folders_[i] = SideFolder::open(name);
    if (!folders_[i])
      shared_.images[i] = open(side_ports[i], name, files > 1, shared_.held_bytes());
  }
}

void SideStore::check_found(const Job& job) const {
  for (std::size_t i = 0; i < side_ports.size(); ++i)
    if (folders_[i]) folders_[i]->find(side_ports[i].name, job.input, job.name);
}

std::shared_ptr<const SideImages> SideStore::of(const Job& job, int pages) const {
  auto side = std::make_shared<SideImages>(shared_);
  // The first frame of a sequence has counted those of all, which wait for one another.
  const bool counted = job.is_frame() && !job.begins_sequence();
  for (std::size_t i = 0; i < side_ports.size(); ++i) {
    SideImage& image = side->images[i];
    std::string name = image.name;
    if (folders_[i]) name = folders_[i]->find(side_ports[i].name, job.input, job.name);
    const bool again = pages > 1;
    if (image.video && image.video->begun()) check_reopened(image.name);
    if (folders_[i] || (image.video && image.video->begun()) ||
        (image && !image.video && !image.held && again))
      image = open(side_ports[i], name, again, counted ? Held() : side->held_bytes());
    image.of_frame = image.video || (folders_[i] && job.is_frame());
  }
  return side;
}

SideImage SideStore::open(const SidePort& port, const std::string& name, bool again,
                          Held held) const {
  ImageReader file(name, command_.limits.image);
  if (port.view == &Inputs::guide)
    if (const std::shared_ptr<SideVideo> video = SideVideo::of(file, name))
      return {.name = name, .video = video};
  SideReader reader(port, name, std::move(file), command_.limits.image);
  SideImage image = reader.image();
  const bool small = bytes_of(image.shape) <= memory_.allowed() / small_share;
  if (command_.filter.upsample || !image.by_rows || !can_be_read_again(name) || (again && small))
    hold(image, reader, held);
  return image;
}

void SideStore::hold(SideImage& image, SideReader& reader, Held held) const {
  MemoryLease lease(memory_, stop_);  // pages that use the image count it themselves later
  try {
    if (held) lease.grow(*held + bytes_of(image.shape) + image.reading);
  } catch (const Error& e) {
    if (e.code() != Errc::limit) throw;
    throw Error(Errc::limit, fmt::format("{}: {}", image.name, e.what()), e.hint());
  }
  image.held = reader.move_to({0, image.shape.height});
  image.reading = 0;
}

}  // namespace selvage::cli
