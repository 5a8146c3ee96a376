// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "io/bytes/failures.hpp"
#include "io/bytes/output_file.hpp"
#include "io/metadata/metadata.hpp"
#include "io/save_checks.hpp"
#include "selvage/error.hpp"

namespace selvage {

void check_save(const std::filesystem::path& path, const ConstImageView& shape,
                const SaveOptions& options) {
  checked_codec(path, shape, options);
}

std::vector<std::string> lost_metadata(const std::filesystem::path& path,
                                       const ConstImageView& shape, const SaveOptions& options,
                                       const FileTraits& file) {
  const Codec& codec = checked_codec(path, shape, options);
  std::vector<std::string> notes = notes_on_lost(codec, shape, file.metadata);
  if (!options.volume.nifti.empty() && !codec.holds_volumes)
    notes.push_back(fmt::format("its NIfTI header is not kept in {}", codec.title));
  const bool rescaled = file.max_value != 0 && is_integer(shape.type) &&
                        output_shape(codec, shape, file, options).max_value == 0;
  if (rescaled)
    notes.push_back(fmt::format("its full scale {} becomes {} in {}", file.max_value,
                                full_scale(shape.type), codec.title));
  return notes;
}

void save(const std::filesystem::path& path, const ConstImageView& image,
          const SaveOptions& options, const FileTraits& file) {
  checked_codec(path, image, options);
  if (image.data == nullptr)
    throw Error(Errc::invalid_argument, output_name(path) + ": there is no image to save");
  ImageWriter writer(path, image, options, file);
  writer.write(image);
  writer.commit();
}

void save_bytes(const std::filesystem::path& path, std::span<const std::byte> bytes,
                bool overwrite) {
  naming_memory(output_name(path), [&] {
    OutputFile file(path, overwrite);
    file.write(bytes);
    file.commit();
  });
}

void save(const std::filesystem::path& path, const Image& image, const SaveOptions& options) {
  save(path, image.view(), options, image.file);
}

}  // namespace selvage
