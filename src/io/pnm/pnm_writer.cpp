// SPDX-License-Identifier: Apache-2.0
// Writes PNM (P5, P6) and PAM.

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <string>

#include "core/checked.hpp"
#include "io/bytes/byte_order.hpp"
#include "io/pnm/pnm.hpp"
#include "io/rows/rescale.hpp"

namespace selvage {
namespace {

int max_value(const OutputShape& shape) {
  return shape.max_value != 0 ? shape.max_value : static_cast<int>(full_scale(shape.type));
}

std::string pnm_header(const OutputShape& shape) {
  return fmt::format("P{}\n{} {}\n{}\n", shape.channels == 3 ? 6 : 5, shape.width, shape.height,
                     max_value(shape));
}

// PAM has no name for channels other than gray and RGB, so none is written for them.
std::string_view tuple_type(const OutputShape& shape) {
  switch (shape.channels) {
    case 1: return "TUPLTYPE GRAYSCALE\n";
    case 2: return shape.alpha ? "TUPLTYPE GRAYSCALE_ALPHA\n" : "";
    case 3: return "TUPLTYPE RGB\n";
    default: return shape.alpha ? "TUPLTYPE RGB_ALPHA\n" : "";
  }
}

std::string pam_header(const OutputShape& shape) {
  return fmt::format("P7\nWIDTH {}\nHEIGHT {}\nDEPTH {}\nMAXVAL {}\n{}ENDHDR\n", shape.width,
                     shape.height, shape.channels, max_value(shape), tuple_type(shape));
}

class PnmWriter final : public RowWriter {
 public:
  using Header = std::string (*)(const OutputShape& shape);

  PnmWriter(ByteSink& sink, const OutputShape& shape, Header header)
      : sink_(sink), header_(header) {
    next_page(shape);
  }

  void next_page(const OutputShape& shape) override {
    type_ = shape.type;
    rows_left_ = shape.height;
    row_.resize(checked_mul(shape.width, shape.channels, sample_bytes(shape.type)));
    if (shape.max_value != max_value_ || shape.max_value == 0) {
      rescaled_.clear();
      if (shape.max_value != 0)
        rescaled_ = rescale_table(static_cast<int>(full_scale(shape.type)), shape.max_value);
      max_value_ = shape.max_value;
    }
    const std::string text = header_(shape);
    sink_.write(std::as_bytes(std::span(text)));
  }

  void write_row(const std::byte* row) override {
    write_samples(row);
    if (--rows_left_ == 0) sink_.flush();  // the reader of a pipe may wait for the image
  }

 private:
  void write_samples(const std::byte* row) {
    if (type_ == PixelType::u8 && rescaled_.empty()) return sink_.write({row, row_.size()});
    std::memcpy(row_.data(), row, row_.size());
    if (type_ == PixelType::u8)
      to_file<std::uint8_t>();
    else
      to_file<std::uint16_t>();
    sink_.write(row_);
  }

  template <class T>
  void to_file() {
    const std::span samples(reinterpret_cast<T*>(row_.data()), row_.size() / sizeof(T));
    if (!rescaled_.empty())
      for (T& sample : samples) sample = static_cast<T>(rescaled_[sample]);
    to_native_order<std::endian::big>(samples);
  }

  ByteSink& sink_;
  Header header_;
  PixelType type_ = PixelType::u8;
  int rows_left_ = 0;  // of the image
  int max_value_ = 0;  // that rescaled_ leads to
  std::vector<std::byte> row_;
  std::vector<std::uint16_t> rescaled_;  // by sample; empty: samples stay
};

// Returns true for files that begin with P and a digit, then white space or a comment.
bool has_magic(std::span<const std::byte> start, char first, char last) {
  if (start.size() < 2 || start[0] != std::byte{'P'}) return false;
  const char kind = static_cast<char>(start[1]);
  if (kind < first || kind > last) return false;
  return start.size() == 2 || holds(start, "\n", 2) || holds(start, " ", 2) ||
         holds(start, "\t", 2) || holds(start, "\r", 2) || holds(start, "#", 2);
}

constexpr std::string_view pnm_extensions[] = {".pnm", ".pgm", ".ppm", ".pbm"};
constexpr std::string_view pam_extensions[] = {".pam"};
constexpr PixelType pnm_types[] = {PixelType::u8, PixelType::u16};
constexpr Layout pnm_layouts[] = {{1, false}, {3, false}};
constexpr Layout pam_layouts[] = {{1, false}, {2, false}, {2, true},
                                  {3, false}, {4, false}, {4, true}};

}  // namespace

std::unique_ptr<RowWriter> create_pnm(ByteSink& sink, const OutputShape& shape) {
  return std::make_unique<PnmWriter>(sink, shape, pnm_header);
}

std::unique_ptr<RowWriter> create_pam(ByteSink& sink, const OutputShape& shape) {
  return std::make_unique<PnmWriter>(sink, shape, pam_header);
}

const Codec pnm_codec{.format = "pnm",
                      .title = "PNM",
                      .extensions = pnm_extensions,
                      .types = pnm_types,
                      .layouts = pnm_layouts,
                      .frames = true,
                      .recognises = [](auto start) { return has_magic(start, '1', '6'); },
                      .open = open_pnm,
                      .create = create_pnm};

const Codec pam_codec{.format = "pam",
                      .title = "PAM",
                      .extensions = pam_extensions,
                      .types = pnm_types,
                      .layouts = pam_layouts,
                      .frames = true,
                      .recognises = [](auto start) { return has_magic(start, '7', '7'); },
                      .open = open_pam,
                      .create = create_pam};

}  // namespace selvage
