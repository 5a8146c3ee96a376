// SPDX-License-Identifier: Apache-2.0
// Reads rows of OpenEXR images with scan lines or tiles (the largest level). OpenEXR decodes a
// block of lines or a row of tiles at a time. Colours stay premultiplied.

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>
#include <ImfStandardAttributes.h>
#include <fmt/ranges.h>

#include <cstring>
#include <optional>

#include "core/checked.hpp"
#include "io/exr/exr.hpp"
#include "io/exr/exr_channels.hpp"
#include "io/exr/exr_chunks.hpp"
#include "io/exr/exr_header.hpp"
#include "io/metadata/metadata.hpp"

namespace selvage {
namespace {

std::vector<ExrPart> parts_of(const std::vector<Imf::Header>& headers) {
  std::vector<ExrPart> parts;
  for (const Imf::Header& header : headers) {
    ExrPart& part = parts.emplace_back();
    if (header.hasName()) part.name = header.name();
    for (auto c = header.channels().begin(); c != header.channels().end(); ++c)
      part.channels.emplace_back(c.name());
  }
  return parts;
}

class ExrReader final : public RowReader {
 public:
  ExrReader(ByteSource& source, const std::string& layer) : source_(source), stream_(source) {
    guarded([&] { open(layer); });
  }

  void start() override {
    guarded([this] {
      make_exr_pool();
      stream_.seekg(0);
      file_.emplace(stream_, 0, false);  // no threads; no reconstruction of a missing table
      check_first_chunks(stream_, *file_, static_cast<int>(chosen_.part), tables_);
      part_.emplace(*file_, static_cast<int>(chosen_.part));
      row_.resize(checked_mul(info_.width, info_.channels, sample_bytes(info_.type)));
      part_->setFrameBuffer(frame_buffer());
    });
  }
  void read_row(std::byte* row) override {
    guarded([this] { part_->readPixels(next_line_++); });
    std::memcpy(row, row_.data(), row_.size());
  }

 private:
  void open(const std::string& layer);
  void describe(const Imf::Header& header);
  void describe_channels(const Imf::ChannelList& channels);
  void add_notes(const Imf::Header& header);
  void note_layers(const std::string& part);
  Imf::FrameBuffer frame_buffer();

  template <class Calls>
  void guarded(Calls&& calls) {
    exr_calls(stream_.kept, calls,
              [this](const char* reason) { throw_corrupt(source_.name(), "OpenEXR", reason); });
  }

  ByteSource& source_;
  ExrInput stream_;
  std::uint64_t tables_ = 0;  // place of the chunk offsets
  ExrChannels chosen_;
  Imath::Box2i window_;
  std::optional<Imf::MultiPartInputFile> file_;
  std::optional<Imf::InputPart> part_;  // reads from file_
  int next_line_ = 0;
  std::vector<std::byte> row_;  // every line is decoded into it
};

void ExrReader::open(const std::string& layer) {
  const std::vector<Imf::Header> headers = read_exr_headers(stream_);
  tables_ = stream_.tellg();
  const std::vector<ExrPart> parts = parts_of(headers);
  info_.layers = exr_layers(parts);
  chosen_ = find_exr_channels(parts, layer);
  if (!chosen_.problem.empty())
    throw Error(Errc::input, fmt::format("{}: {}", source_.name(), chosen_.problem),
                info_.layers.empty() ? "save it as R, G, B or Y"
                                     : fmt::format("ask for one of its layers{}: {}",
                                                   layer.empty() ? ", FILE:LAYER" : "",
                                                   fmt::join(info_.layers, ", ")));
  describe(headers[chosen_.part]);
  if (layer.empty()) note_layers(parts[chosen_.part].name);
}

// Notes the layers that are not read when none was asked for.
void ExrReader::note_layers(const std::string& part) {
  std::vector<std::string> others = info_.layers;
  const std::string& channel = chosen_.names.front();
  std::erase_if(others, [&](const std::string& name) {
    return name == part || name == channel || channel.starts_with(name + '.');
  });
  if (!others.empty())
    add_note(info_.notes,
             fmt::format("its other layers are not read: {}", fmt::join(others, ", ")));
}

void ExrReader::describe(const Imf::Header& header) {
  window_ = header.dataWindow();
  next_line_ = window_.min.y;
  info_.format = "exr";
  info_.width = window_.max.x - window_.min.x + 1;
  info_.height = window_.max.y - window_.min.y + 1;
  info_.alpha = chosen_.alpha;
  info_.premultiplied = chosen_.alpha;
  describe_channels(header.channels());
  if (Imf::hasXDensity(header)) {
    info_.metadata.x_density = double{Imf::xDensity(header)} * inches_per_metre;
    info_.metadata.y_density = info_.metadata.x_density * double{header.pixelAspectRatio()};
  }
  add_notes(header);
}

void ExrReader::describe_channels(const Imf::ChannelList& channels) {
  bool all_half = true;
  for (const std::string& name : chosen_.names) {
    const Imf::Channel& channel = channels[name];
    if (channel.xSampling != 1 || channel.ySampling != 1)
      throw_not_supported(source_.name(), fmt::format("the subsampled channel {}", name),
                          "save it without subsampling");
    if (channel.type == Imf::UINT)
      add_note(info_.notes, fmt::format("its integer channel {} becomes 32-bit float", name));
    all_half = all_half && channel.type == Imf::HALF;
  }
  info_.channels = static_cast<int>(chosen_.names.size());
  info_.type = all_half ? PixelType::f16 : PixelType::f32;
  info_.file_bits = all_half ? 16 : 32;
}

void ExrReader::add_notes(const Imf::Header& header) {
  const auto note = [this](std::string text) { add_note(info_.notes, text); };
  const Imath::Box2i& shown = header.displayWindow();
  if (shown != window_ || window_.min != Imath::V2i(0, 0))
    note(fmt::format(
        "its data window is the image: {}x{} at {},{} of a display window of {}x{} at {},{}",
        info_.width, info_.height, window_.min.x, window_.min.y,
        std::int64_t{shown.max.x} - shown.min.x + 1, std::int64_t{shown.max.y} - shown.min.y + 1,
        shown.min.x, shown.min.y));
  const auto same = [](const Imf::Chromaticities& a, const Imf::Chromaticities& b) {
    return a.red == b.red && a.green == b.green && a.blue == b.blue && a.white == b.white;
  };
  if (Imf::hasChromaticities(header) && !same(Imf::chromaticities(header), {}))
    note("its chromaticities are not kept");
  if (Imf::hasWhiteLuminance(header)) note("its white luminance is not kept");
  if (header.pixelAspectRatio() != 1.0f && !Imf::hasXDensity(header))
    note("its pixel aspect ratio is not kept");
}

// The row stride is 0, so that every line is decoded into row_.
Imf::FrameBuffer ExrReader::frame_buffer() {
  const std::size_t bytes = sample_bytes(info_.type);
  const std::size_t stride = bytes * chosen_.names.size();
  Imf::FrameBuffer buffer;
  auto* base = reinterpret_cast<char*>(row_.data()) -
               static_cast<std::ptrdiff_t>(window_.min.x) * static_cast<std::ptrdiff_t>(stride);
  for (const std::string& name : chosen_.names) {
    buffer.insert(
        name, Imf::Slice(info_.type == PixelType::f16 ? Imf::HALF : Imf::FLOAT, base, stride, 0));
    base += bytes;
  }
  return buffer;
}

}  // namespace

std::unique_ptr<RowReader> open_exr(ByteSource& source, const std::string& layer) {
  return std::make_unique<ExrReader>(source, layer);
}

}  // namespace selvage
