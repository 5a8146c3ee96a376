// SPDX-License-Identifier: Apache-2.0
// Reads and writes PFM: gray (Pf) or RGB (PF) floats, rows from the bottom up. The sign of the
// scale gives the byte order, negative for little-endian.

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/checked.hpp"
#include "io/bytes/byte_order.hpp"
#include "io/bytes/failures.hpp"
#include "io/codec/codec.hpp"
#include "io/pnm/pnm_header.hpp"

namespace selvage {
namespace {

class PfmReader final : public RowReader {
 public:
  explicit PfmReader(ByteSource& source) : source_(source) {
    source.need();  // 'P'
    info_ = {.format = "pfm", .type = PixelType::f32, .file_bits = 32, .by_rows = false};
    info_.channels = source.need() == 'F' ? 3 : 1;
    const bool ends_lines_twice = source.need() == '\r' && skip_line_feed();  // CR, LF
    info_.width = number<int>("width");
    info_.height = number<int>("height");
    const auto scale = number<double>("scale");
    if (ends_lines_twice) skip_line_feed();  // otherwise it belongs to the first sample
    if (info_.width < 1 || info_.height < 1)
      throw_corrupt(source.name(), "PFM", "a width or height below 1");
    if (!std::isfinite(scale) || scale == 0)
      throw_corrupt(source.name(), "PFM", "a scale that is 0 or not finite");
    low_byte_first_ = scale < 0;
    if (std::fabs(scale) != 1)
      add_note(info_.notes, fmt::format("its scale factor {} is not applied", std::fabs(scale)));
  }

  void start() override {
    source_.expect(checked_mul(info_.width, info_.channels, info_.height, sizeof(float)));
  }
  void finish() override { note_bytes_after(info_, after_image(source_)); }
  bool bottom_up() const override { return true; }
  void read_row(std::byte* bytes) override {
    const std::span row(reinterpret_cast<float*>(bytes), checked_mul(info_.width, info_.channels));
    source_.read(std::as_writable_bytes(row));
    if (low_byte_first_)
      to_native_order<std::endian::little>(row);
    else
      to_native_order<std::endian::big>(row);
  }

 private:
  bool skip_line_feed() {
    const std::span<const std::byte> next = source_.peek(1);
    const bool is_next = !next.empty() && next[0] == std::byte{'\n'};
    if (is_next) source_.get();
    return is_next;
  }
  // Reads the next number of the header and the white space character after it.
  template <class T>
  T number(std::string_view what) {
    int c = source_.need();
    while (is_pnm_space(c)) c = source_.need();
    std::string word;
    for (; !is_pnm_space(c) && word.size() < 64; c = source_.need())
      word.push_back(static_cast<char>(c));
    T value{};
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || stop != word.data() + word.size())
      throw_corrupt(source_.name(), "PFM", fmt::format("its {} is not a number", what));
    return value;
  }

  ByteSource& source_;
  bool low_byte_first_ = false;
};

class PfmWriter final : public RowWriter {
 public:
  PfmWriter(ByteSink& sink, const OutputShape& shape)
      : sink_(sink), row_bytes_(checked_mul(shape.width, shape.channels, sizeof(float))) {
    const std::string header =
        fmt::format("P{}\n{} {}\n{}\n", shape.channels == 3 ? 'F' : 'f', shape.width, shape.height,
                    std::endian::native == std::endian::little ? "-1.0" : "1.0");
    sink_.write(std::as_bytes(std::span(header)));
  }

  bool bottom_up() const override { return true; }
  void write_row(const std::byte* row) override { sink_.write({row, row_bytes_}); }

 private:
  ByteSink& sink_;
  std::size_t row_bytes_;
};

bool recognises_pfm(std::span<const std::byte> start) {
  return (holds(start, "PF") || holds(start, "Pf")) &&
         (start.size() == 2 || is_pnm_space(std::to_integer<int>(start[2])));
}

constexpr std::string_view pfm_extensions[] = {".pfm"};
constexpr PixelType pfm_types[] = {PixelType::f32};
constexpr Layout pfm_layouts[] = {{1, false}, {3, false}};

}  // namespace

const Codec pfm_codec{
    .format = "pfm",
    .title = "PFM",
    .extensions = pfm_extensions,
    .types = pfm_types,
    .layouts = pfm_layouts,
    .writes_by_rows = false,
    .recognises = recognises_pfm,
    .open = [](ByteSource& source, const Limits&) -> std::unique_ptr<RowReader> {
      return std::make_unique<PfmReader>(source);
    },
    .create = [](ByteSink& sink, const OutputShape& shape) -> std::unique_ptr<RowWriter> {
      return std::make_unique<PfmWriter>(sink, shape);
    }};

}  // namespace selvage
