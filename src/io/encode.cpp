// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "io/bytes/failures.hpp"
#include "io/rows/row_copies.hpp"
#include "io/save_checks.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

constexpr const char* memory_name = "(memory)";

class MemorySink final : public ByteSink {
 public:
  const std::string& name() const override { return name_; }
  void write(std::span<const std::byte> bytes) override {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  void begin_places() override {}
  std::uint64_t size() const override { return bytes_.size(); }
  void write_at(std::uint64_t place, std::span<const std::byte> bytes) override {
    const std::size_t end = place + bytes.size();
    if (end > bytes_.size()) bytes_.resize(end);
    std::ranges::copy(bytes, bytes_.begin() + static_cast<std::ptrdiff_t>(place));
  }
  std::size_t read_at(std::uint64_t place, std::span<std::byte> bytes) override {
    const std::size_t first = std::min<std::size_t>(place, bytes_.size());
    const std::size_t count = std::min(bytes.size(), bytes_.size() - first);
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(first), count, bytes.begin());
    return count;
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::string name_ = memory_name;
  std::vector<std::byte> bytes_;
};

void write_rows(RowWriter& writer, const ConstImageView& image, AlphaChange change) {
  RowPacker packer(image, change);
  const bool bottom_up = writer.bottom_up();
  for (int y = 0; y < image.height; ++y)
    writer.write_row(packer.row(bottom_up ? image.height - 1 - y : y));
  writer.finish();
}

}  // namespace

std::vector<std::byte> encode(const ConstImageView& image, const SaveOptions& options,
                              const FileTraits& file) {
  const Codec& codec = checked_codec(memory_name, image, options);
  if (image.data == nullptr) throw Error(Errc::invalid_argument, "there is no image to encode");
  return naming_memory(memory_name, [&] {
    MemorySink sink;
    const auto writer = codec.create(sink, output_shape(codec, image, file, options));
    write_rows(*writer, image, alpha_change(codec, image, file));
    return sink.take();
  });
}

}  // namespace selvage
