// SPDX-License-Identifier: Apache-2.0
#include "staal2012_bilateral_cuda/prepared.hpp"

namespace selvage::studies::staal {
namespace {

RungCode code_of(const Variant& variant, const Settings& settings) {
  RungCode code{.file = variant.entry->file, .group = variant.block};
  if (variant.listed) code.defines["AS_LISTED"] = "1";
  if (variant.entry->map == Map::constant)
    code.tables.push_back({.name = "SPACE", .values = spatial_map(settings)});
  return code;
}

}  // namespace

Prepared::Prepared(Session& session, Memory& memory, const Variant& variant,
                   const Settings& settings)
    : session_(session),
      memory_(memory),
      variant_(variant),
      arguments_(arguments_of(settings, memory.input().width, memory.input().height)),
      local_bytes_(local_bytes(variant, settings.radius)),
      rung_(session, code_of(variant, settings)) {
  memory.prepare(*variant.entry);
  launches_ = memory.launches(*variant.entry);
}

void Prepared::enqueue(gpu::Stream& stream) const {
  const bool plane = variant_.entry->grid_2d;
  const int width = plane ? arguments_.width : arguments_.width * arguments_.height;
  for (const auto& buffers : launches_)
    rung_.enqueue(stream, width, plane ? arguments_.height : 1, buffers, arguments_, local_bytes_);
}

void Prepared::whole(bool reorganise) {
  gpu::Stream& stream = *session_.place().stream;
  const Entry& entry = *variant_.entry;
  if (reorganise) memory_.reorganise(entry.feed);
  memory_.send(stream, entry);
  enqueue(stream);
  memory_.fetch(stream, entry);
  stream.wait();
  if (reorganise) memory_.join(entry);
}

ConstImageView Prepared::result() {
  memory_.spoil(*session_.place().stream);
  whole(true);
  return memory_.result();
}

std::vector<Prepared> prepare(Session& session, Memory& memory, std::span<const Variant> variants,
                              const Settings& settings) {
  std::vector<Prepared> all;
  for (const Variant& variant : variants) all.emplace_back(session, memory, variant, settings);
  return all;
}

}  // namespace selvage::studies::staal
