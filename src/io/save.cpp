// SPDX-License-Identifier: Apache-2.0
#include "io/metadata.hpp"
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
  return notes_on_lost(checked_codec(path, shape, options), shape, file.metadata);
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

void save(const std::filesystem::path& path, const Image& image, const SaveOptions& options) {
  save(path, image.view(), options, image.file);
}

}  // namespace selvage
