// SPDX-License-Identifier: Apache-2.0
// Reads Y4M: for each frame a page of luma and, unless the video is gray, one of U and V.

#include <algorithm>
#include <bit>
#include <vector>

#include "io/bytes/byte_order.hpp"
#include "io/bytes/failures.hpp"
#include "io/y4m/y4m.hpp"

namespace selvage {
namespace {

std::string read_line(ByteSource& source) {
  constexpr std::size_t longest = 4096;
  std::string line;
  for (int c = source.need(); c != '\n'; c = source.need()) {
    if (line.size() == longest) throw_corrupt(source.name(), "Y4M", "a header is too long");
    line.push_back(static_cast<char>(c));
  }
  return line;
}

class Y4mReader final : public RowReader {
 public:
  explicit Y4mReader(ByteSource& source) : source_(source) {
    const std::string line = read_line(source);
    header_ = parse_y4m_header(source.name(), line);
    info_ = {.format = "y4m",
             .type = header_.type(),
             .file_bits = header_.bits,
             .video = {.header = line, .planes = header_.planes(), .bits = header_.bits}};
    if (header_.bits % 8 != 0) info_.max_value = (1 << header_.bits) - 1;
    describe_page();
  }

  void start() override;
  void read_row(std::byte* row) override { read_rows(row, 1, row_bytes()); }
  void read_rows(std::byte* rows, int count, std::size_t bytes) override;
  void finish() override;
  bool next_page() override;
  void begin_stream() override { info_.stream = true; }

 private:
  void describe_page();
  void read_samples(std::byte* row, std::size_t bytes);
  std::size_t row_bytes() const {
    return static_cast<std::size_t>(info_.width * info_.channels) * sample_bytes(info_.type);
  }
  void read_chroma(std::byte* rows, int count);
  template <class T>
  void weave(std::byte* pixels, std::size_t bytes) const;
  template <class T>
  void widen(std::byte* bytes, std::size_t count) const;
  bool more_follows() { return !source_.peek(1).empty(); }

  ByteSource& source_;
  Y4mHeader header_;
  bool chroma_ = false, started_ = false;  // of the page
  std::size_t left_ = 0;                   // bytes of the page that were not read
  std::vector<std::byte> u_, v_;           // all of U; some rows of V
  std::size_t u_read_ = 0;                 // bytes of U that were returned
};

void Y4mReader::describe_page() {
  started_ = false;
  info_.width = chroma_ ? header_.chroma_width() : header_.width;
  info_.height = chroma_ ? header_.chroma_height() : header_.height;
  info_.channels = chroma_ ? 2 : 1;
  info_.video.x_step = chroma_ ? header_.x_step : 1;
  info_.video.y_step = chroma_ ? header_.y_step : 1;
  info_.decoder_bytes = chroma_ ? header_.chroma_bytes() : 0;
  left_ = chroma_ ? 2 * header_.chroma_bytes() : header_.luma_bytes();
}

// A frame begins with a line of its own: FRAME, perhaps with parameters.
void Y4mReader::start() {
  started_ = true;
  if (!chroma_) {
    const std::string line = read_line(source_);
    if (line != "FRAME" && !line.starts_with("FRAME "))
      throw_corrupt(source_.name(), "Y4M", "a frame does not begin with FRAME");
    if (line.find(" I") != std::string::npos)
      throw_not_supported(source_.name(), "an interlaced frame",
                          "deinterlace the video first: ffmpeg -i IN -vf yadif OUT");
    return source_.expect(header_.luma_bytes() + 2 * header_.chroma_bytes());
  }
  u_.resize(header_.chroma_bytes());
  source_.read(u_);
  left_ -= u_.size();
  u_read_ = 0;
}

void Y4mReader::read_samples(std::byte* row, std::size_t bytes) {
  source_.read({row, bytes});
  left_ -= bytes;
}

// Large reads go from the pipe to the image.
void Y4mReader::read_rows(std::byte* rows, int count, std::size_t bytes) {
  const std::size_t all = static_cast<std::size_t>(count) * bytes;
  if (chroma_)
    read_chroma(rows, count);
  else
    read_samples(rows, all);
  if (info_.type == PixelType::u16) widen<std::uint16_t>(rows, all / sizeof(std::uint16_t));
}

void Y4mReader::read_chroma(std::byte* rows, int count) {
  constexpr std::size_t some = std::size_t{1} << 17;  // bytes
  const std::size_t row = row_bytes() / 2;
  const int step = static_cast<int>(std::clamp<std::size_t>(some / row, 1, 4096));
  for (int y = 0; y < count; y += step) {
    const std::size_t bytes = static_cast<std::size_t>(std::min(step, count - y)) * row;
    if (v_.size() < bytes) v_.resize(bytes);
    read_samples(v_.data(), bytes);
    std::byte* const pixels = rows + 2 * static_cast<std::size_t>(y) * row;
    if (info_.type == PixelType::u8)
      weave<std::uint8_t>(pixels, bytes);
    else
      weave<std::uint16_t>(pixels, bytes);
    u_read_ += bytes;
  }
}

template <class T>
void Y4mReader::weave(std::byte* pixels, std::size_t bytes) const {
  const auto* const __restrict u = reinterpret_cast<const T*>(u_.data() + u_read_);
  const auto* const __restrict v = reinterpret_cast<const T*>(v_.data());
  auto* const __restrict to = reinterpret_cast<T*>(pixels);
  for (std::size_t x = 0; x < bytes / sizeof(T); ++x) {
    to[2 * x] = u[x];
    to[2 * x + 1] = v[x];
  }
}

// Makes v 2^(16 - bits) of the stored value v.
template <class T>
void Y4mReader::widen(std::byte* bytes, std::size_t count) const {
  const std::span samples(reinterpret_cast<T*>(bytes), count);
  to_native_order<std::endian::little>(samples);
  if (header_.bits == 16) return;
  if (*std::ranges::max_element(samples) >> header_.bits != 0)
    throw_corrupt(source_.name(), "Y4M", fmt::format("a sample is above {}", info_.max_value));
  for (T& sample : samples) sample = static_cast<T>(sample << (16 - header_.bits));
}

void Y4mReader::finish() {
  if (info_.stream) return;
  if (header_.chroma)
    throw_not_supported(source_.name(), "a Y4M video in colour as an image",
                        "extract a frame: ffmpeg -i IN -frames:v 1 OUT.png");
  if (more_follows())
    throw_not_supported(source_.name(), "a Y4M video of several frames as an image",
                        "extract a frame: ffmpeg -i IN -frames:v 1 OUT.pgm");
}

bool Y4mReader::next_page() {
  if (!info_.stream) return false;
  if (!started_) start();
  source_.skip(left_);
  const bool frame_ends = chroma_ || !header_.chroma;
  if (frame_ends && !more_follows()) return false;
  chroma_ = !frame_ends;
  describe_page();
  return true;
}

}  // namespace

std::unique_ptr<RowReader> open_y4m(ByteSource& source, const Limits&) {
  return std::make_unique<Y4mReader>(source);
}

}  // namespace selvage
