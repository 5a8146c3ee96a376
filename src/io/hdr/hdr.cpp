// SPDX-License-Identifier: Apache-2.0
// Reads Radiance HDR (RGBE): text lines, a line with the resolution, then rows of pixels with three
// 8-bit mantissas and a shared exponent, flat or in one of two run-length codings. A channel is
//   v * 2^(e - 136) / exposure,   0 for e = 0
// where exposure is the product of all EXPOSURE lines, by which writers have multiplied the pixels.

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "core/checked.hpp"
#include "io/bytes/failures.hpp"
#include "io/codec/codec.hpp"
#include "io/metadata/notes.hpp"

namespace selvage {
namespace {

constexpr std::size_t longest_line = 4096, longest_header = 1 << 16;  // bytes
constexpr int least_coded_width = 8, most_coded_width = 0x7fff;       // of rows in the new coding

class HdrReader final : public RowReader {
 public:
  explicit HdrReader(ByteSource& source) : source_(source) {
    info_ = {.format = "hdr", .channels = 3, .type = PixelType::f32, .file_bits = 32};
    for (std::string line = next_line(); !line.empty(); line = next_line()) read_line(line);
    read_resolution(next_line());
    info_.by_rows = !bottom_up_;
    for (int e = 1; e < 256; ++e)
      scales_[static_cast<std::size_t>(e)] = std::ldexp(1.0, e - 136) / exposure_;
  }

  void start() override {
    source_.expect(checked_mul(info_.height, sizeof(Pixel)));  // a row takes at least one pixel
    pixels_.resize(static_cast<std::size_t>(info_.width));
  }
  bool bottom_up() const override { return bottom_up_; }
  void read_row(std::byte* row) override {
    read_pixels();
    for (const Pixel& pixel : pixels_) {
      const double scale = scales_[pixel[3]];
      const std::array<float, 3> rgb{static_cast<float>(pixel[0] * scale),
                                     static_cast<float>(pixel[1] * scale),
                                     static_cast<float>(pixel[2] * scale)};
      std::memcpy(row, rgb.data(), sizeof rgb);
      row += sizeof rgb;
    }
  }

 private:
  using Pixel = std::array<unsigned char, 4>;  // red, green, blue, exponent

  [[noreturn]] void corrupt(std::string_view reason) const {
    throw_corrupt(source_.name(), "Radiance HDR", reason);
  }
  unsigned char byte() { return static_cast<unsigned char>(source_.need()); }
  Pixel pixel() { return {byte(), byte(), byte(), byte()}; }

  std::string next_line();
  void read_line(std::string_view line);
  void read_exposure(std::string_view text);
  void read_resolution(const std::string& line);
  int side(std::string_view text) const;

  void read_pixels();
  void read_components();     // new coding: runs and literals of each channel
  void read_old(Pixel next);  // flat, or with pixels that encode repetitions of the last one

  ByteSource& source_;
  std::size_t header_bytes_ = 0;
  double exposure_ = 1.0;
  bool bottom_up_ = false;
  std::array<double, 256> scales_{};  // by exponent
  std::vector<Pixel> pixels_;         // of a row
};

std::string HdrReader::next_line() {
  std::string line;
  for (int c = source_.need(); c != '\n'; c = source_.need()) {
    line.push_back(static_cast<char>(c));
    if (line.size() > longest_line || ++header_bytes_ > longest_header)
      corrupt("its header does not end");
  }
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

void HdrReader::read_line(std::string_view line) {
  const auto value_of = [&](std::string_view key) {
    return line.starts_with(key) ? line.substr(key.size()) : std::string_view();
  };
  const std::string_view format = value_of("FORMAT=");
  if (format.starts_with("32-bit_rle_xyze"))
    throw_not_supported(source_.name(), "a Radiance HDR file with XYZ colours",
                        "convert it to RGB, for instance with Radiance's ra_xyze -r");
  if (!format.empty() && !format.starts_with("32-bit_rle_rgbe"))
    corrupt(fmt::format("its format '{}' is unknown", format));
  if (line.starts_with("EXPOSURE=")) read_exposure(value_of("EXPOSURE="));
  for (const std::string_view key : {"PRIMARIES=", "COLORCORR=", "PIXASPECT="})
    if (line.starts_with(key))
      add_note(info_.notes, fmt::format("its header line {} is not applied", line));
}

void HdrReader::read_exposure(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  double factor = 0.0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
  if (error != std::errc() || !std::isfinite(factor) || factor <= 0)
    corrupt("an exposure that is not a positive number");
  exposure_ *= factor;
  if (!std::isnormal(exposure_)) corrupt("the product of its exposures is out of range");
}

// "-Y 480 +X 640" means rows from the top and pixels from the left; the first axis is that of rows.
void HdrReader::read_resolution(const std::string& line) {
  std::array<std::string_view, 4> words;
  std::string_view left = line;
  for (std::string_view& word : words) {
    while (left.starts_with(' ')) left.remove_prefix(1);
    word = left.substr(0, left.find(' '));
    left.remove_prefix(word.size());
  }
  const auto is_axis = [](std::string_view word, char axis) {
    return word.size() == 2 && (word[0] == '+' || word[0] == '-') && word[1] == axis;
  };
  const bool by_rows = is_axis(words[0], 'Y') && is_axis(words[2], 'X');
  const bool by_columns = is_axis(words[0], 'X') && is_axis(words[2], 'Y');
  if (!by_rows && !by_columns) corrupt("its resolution line is malformed");
  info_.height = side(words[1]);
  info_.width = side(words[3]);
  if (by_columns || words[2] == "-X")
    throw_not_supported(
        source_.name(),
        fmt::format("a Radiance HDR file with the orientation '{} {}'", words[0], words[2]),
        "turn it to '-Y +X', for instance with Radiance's protate or pflip");
  bottom_up_ = words[0] == "+Y";
}

int HdrReader::side(std::string_view text) const {
  int value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size() || value < 1)
    corrupt("a width or height that is not a positive number");
  return value;
}

void HdrReader::read_pixels() {
  const Pixel first = pixel();
  const bool coded = info_.width >= least_coded_width && info_.width <= most_coded_width &&
                     first[0] == 2 && first[1] == 2 && first[2] < 128;
  if (!coded) return read_old(first);
  if (first[2] * 256 + first[3] != info_.width) corrupt("a row of the wrong length");
  read_components();
}

void HdrReader::read_components() {
  for (std::size_t c = 0; c < 4; ++c)
    for (std::size_t x = 0; x < pixels_.size();) {
      const int code = byte();
      const bool run = code > 128;
      const auto count = static_cast<std::size_t>(run ? code - 128 : code);
      if (count == 0 || count > pixels_.size() - x) corrupt("a run that does not fit in its row");
      const unsigned char value = run ? byte() : 0;
      for (const std::size_t end = x + count; x < end; ++x) pixels_[x][c] = run ? value : byte();
    }
}

void HdrReader::read_old(Pixel next) {
  int shift = 0;  // of the count, for a run in several pixels
  for (std::size_t x = 0; x < pixels_.size();) {
    if (next[0] == 1 && next[1] == 1 && next[2] == 1) {
      const std::size_t count = std::size_t{next[3]} << shift;
      if (x == 0 || shift > 24 || count > pixels_.size() - x)
        corrupt("a run that does not fit in its row");
      std::fill_n(&pixels_[x], count, pixels_[x - 1]);
      x += count;
      shift += 8;
    } else {
      pixels_[x++] = next;
      shift = 0;
    }
    if (x < pixels_.size()) next = pixel();
  }
}

bool recognises_hdr(std::span<const std::byte> start) {
  return holds(start, "#?RADIANCE") || holds(start, "#?RGBE");
}

constexpr std::string_view hdr_extensions[] = {".hdr", ".pic"};
constexpr PixelType hdr_types[] = {PixelType::f32};
constexpr Layout hdr_layouts[] = {{3, false}};

}  // namespace

const Codec hdr_codec{.format = "hdr",
                      .title = "Radiance HDR",
                      .extensions = hdr_extensions,
                      .types = hdr_types,
                      .layouts = hdr_layouts,
                      .recognises = recognises_hdr,
                      .open = [](ByteSource& source, const Limits&) -> std::unique_ptr<RowReader> {
                        return std::make_unique<HdrReader>(source);
                      }};

}  // namespace selvage
