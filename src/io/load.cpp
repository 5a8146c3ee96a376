// SPDX-License-Identifier: Apache-2.0
#include <new>

#include "io/codec.hpp"
#include "io/failures.hpp"

namespace selvage {
namespace {

void check_limits(const std::string& name, const FileInfo& info, const Limits& limits) {
  const std::int64_t pixels = std::int64_t{info.width} * info.height;
  if (info.width > limits.max_side || info.height > limits.max_side)
    throw Error(Errc::limit,
                fmt::format("{}: {}x{} is over the limit of {} pixels a side", name, info.width,
                            info.height, limits.max_side),
                "raise it with --max-side (Limits::max_side)");
  if (pixels > limits.max_pixels)
    throw Error(Errc::limit,
                fmt::format("{}: {}x{} is {} pixels; the limit is {}", name, info.width,
                            info.height, pixels, limits.max_pixels),
                "raise it with --max-pixels (Limits::max_pixels)");
}

std::unique_ptr<RowReader> open_checked(ByteSource& source, const Limits& limits) {
  std::unique_ptr<RowReader> reader = recognise(source).open(source);
  check_limits(source.name(), reader->info(), limits);
  return reader;
}

Image read_image(RowReader& reader, const Limits& limits) {
  reader.start();
  const FileInfo& info = reader.info();
  Image image(info.type, info.width, info.height, info.channels, info.alpha, 1, limits);
  for (int pass = 0; pass < reader.passes(); ++pass)
    for (int row = 0; row < info.height; ++row)
      reader.read_row(image.view().at(0, reader.bottom_up() ? info.height - 1 - row : row));
  reader.finish();
  image.file = {.format = info.format, .max_value = info.max_value, .notes = info.notes};
  return image;
}

// Runs code that reads `source`; a failed allocation becomes an Error that names it.
template <class Code>
auto translated(const ByteSource& source, Code&& code) {
  try {
    return code();
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(source.name());
  }
}

Image load_from(ByteSource& source, const Limits& limits) {
  return translated(source, [&] { return read_image(*open_checked(source, limits), limits); });
}

}  // namespace

Image load(const std::filesystem::path& path, const Limits& limits) {
  ByteSource source(path);
  return load_from(source, limits);
}

Image decode(std::span<const std::byte> bytes, const Limits& limits, const std::string& name) {
  ByteSource source(bytes, name);
  return load_from(source, limits);
}

FileInfo info(const std::filesystem::path& path, const Limits& limits) {
  ByteSource source(path);
  return translated(source, [&] { return open_checked(source, limits)->info(); });
}

}  // namespace selvage
