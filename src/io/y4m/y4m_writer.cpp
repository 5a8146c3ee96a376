// SPDX-License-Identifier: Apache-2.0
// Writes Y4M. A frame is written when it is complete, so that a reader never gets a part of one.

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "io/bytes/byte_order.hpp"
#include "io/y4m/y4m.hpp"

namespace selvage {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view begins = "FRAME\n"sv;

// Returns the header of a video of one gray image.
std::string gray_header(const OutputShape& shape) {
  return fmt::format("YUV4MPEG2 W{} H{} F25:1 Ip A0:0 C{}", shape.width, shape.height,
                     shape.type == PixelType::u8 ? "mono" : "mono16");
}

class Y4mWriter final : public RowWriter {
 public:
  Y4mWriter(ByteSink& sink, const OutputShape& shape) : sink_(sink) {
    std::string line = shape.video.header;
    if (line.empty() && shape.channels == 1) line = gray_header(shape);
    if (line.empty())
      throw Error(Errc::invalid_argument,
                  fmt::format("{}: Y4M cannot hold U and V without luma", sink.name()),
                  "PAM, TIFF can");
    header_ = parse_y4m_header(sink.name(), line);
    frame_.reserve(begins.size() + header_.luma_bytes() + 2 * header_.chroma_bytes());
    const auto line_of_frame = std::as_bytes(std::span(begins));
    frame_.assign(line_of_frame.begin(), line_of_frame.end());
    begin_page(shape);
    line += '\n';
    sink_.write(std::as_bytes(std::span(line)));
  }

  void write_row(const std::byte* row) override;
  void next_page(const OutputShape& shape) override {
    chroma_ = header_.chroma && !chroma_;
    begin_page(shape);
  }
  void finish() override {
    if (header_.chroma && !chroma_)
      throw Error(Errc::invalid_argument,
                  fmt::format("{}: the last frame has no U and V", sink_.name()));
  }

 private:
  void begin_page(const OutputShape& shape);
  template <class T>
  void add(const std::byte* row);
  template <class T>
  void to_file(std::span<T> samples) const;
  void write_frame();

  ByteSink& sink_;
  Y4mHeader header_;
  bool chroma_ = false;  // of the page
  int rows_ = 0;         // of the page that were written
  OutputShape page_;
  // The line of a frame, then Y, U and V, as they are stored: one write wakes the reader once.
  std::vector<std::byte> frame_;
};

void Y4mWriter::begin_page(const OutputShape& shape) {
  const int width = chroma_ ? header_.chroma_width() : header_.width;
  const int height = chroma_ ? header_.chroma_height() : header_.height;
  if (shape.width != width || shape.height != height || shape.channels != (chroma_ ? 2 : 1) ||
      shape.type != header_.type())
    throw Error(Errc::invalid_argument,
                fmt::format("{}: {} of this video is {}x{} {}, not {}x{} {}", sink_.name(),
                            chroma_ ? "U and V" : "luma", width, height, name(header_.type()),
                            shape.width, shape.height, name(shape.type)));
  page_ = shape;
  rows_ = 0;
  if (chroma_) frame_.resize(begins.size() + header_.luma_bytes() + 2 * header_.chroma_bytes());
}

// Stores the samples of a row of Y, or of U and V, in the order and the scale of the file.
template <class T>
void Y4mWriter::add(const std::byte* row) {
  const auto width = static_cast<std::size_t>(page_.width);
  const auto* const samples = reinterpret_cast<const T*>(row);
  const std::size_t place = static_cast<std::size_t>(rows_) * width * sizeof(T);
  const auto plane = [&](std::size_t at) {
    return std::span(reinterpret_cast<T*>(frame_.data() + begins.size() + at + place), width);
  };
  if (!chroma_) {
    std::memcpy(plane(0).data(), samples, width * sizeof(T));
    return to_file(plane(0));
  }
  const std::span u = plane(header_.luma_bytes());
  const std::span v = plane(header_.luma_bytes() + header_.chroma_bytes());
  for (std::size_t x = 0; x < width; ++x) {
    u[x] = samples[2 * x];
    v[x] = samples[2 * x + 1];
  }
  to_file(u);
  to_file(v);
}

// Makes stored values of samples.
template <class T>
void Y4mWriter::to_file(std::span<T> samples) const {
  if (const int shift = 8 * static_cast<int>(sizeof(T)) - header_.bits; shift > 0) {
    const int most = (1 << header_.bits) - 1, half = 1 << (shift - 1);
    for (T& sample : samples) sample = static_cast<T>(std::min((sample + half) >> shift, most));
  }
  to_native_order<std::endian::little>(samples);
}

void Y4mWriter::write_row(const std::byte* row) {
  if (!chroma_ && rows_ == 0) frame_.resize(begins.size() + header_.luma_bytes());
  if (page_.type == PixelType::u8)
    add<std::uint8_t>(row);
  else
    add<std::uint16_t>(row);
  if (++rows_ == page_.height && chroma_ == header_.chroma) write_frame();
}

void Y4mWriter::write_frame() {
  sink_.write(frame_);
  sink_.flush();
}

constexpr std::string_view extensions[] = {".y4m"};
constexpr PixelType types[] = {PixelType::u8, PixelType::u16};
constexpr Layout layouts[] = {{1, false}, {2, false}};  // luma; U and V

}  // namespace

std::unique_ptr<RowWriter> create_y4m(ByteSink& sink, const OutputShape& shape) {
  return std::make_unique<Y4mWriter>(sink, shape);
}

const Codec y4m_codec{.format = "y4m",
                      .title = "Y4M",
                      .extensions = extensions,
                      .types = types,
                      .layouts = layouts,
                      .frames = true,
                      .writes_by_rows = false,
                      .recognises = [](auto start) { return holds(start, "YUV4MPEG2 "); },
                      .open = open_y4m,
                      .create = create_y4m};

}  // namespace selvage
