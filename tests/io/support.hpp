// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shared by the tests of files: temporary folders, bytes, test images and errors.

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/error.hpp"
#include "selvage/io.hpp"

namespace selvage::testing {

using Bytes = std::vector<std::byte>;

// A temporary folder that the destructor removes.
class Folder {
 public:
  explicit Folder(const std::filesystem::path& parent = std::filesystem::temp_directory_path());
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }
  std::vector<std::string> names() const;  // of the files in it, sorted

 private:
  std::filesystem::path path_;
};

Bytes bytes(std::string_view text);
Bytes& operator+=(Bytes& bytes, const Bytes& more);
Bytes read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const Bytes& content);
// Returns the file. If SELVAGE_SEEDS names a folder, also stores it there, as a seed for the fuzzer
// of the decoders (tools/run_torture).
Bytes seed(Bytes file);

// Makes an image of noise and smooth waves, the same each time. Integers use their whole range;
// floats lie in -1..3.
Image test_image(PixelType type, int width, int height, int channels = 1, bool alpha = false);

// Returns the samples, row by row.
std::vector<double> samples(const ConstImageView& image);

// Fails the test unless both have the same shape and the same samples.
void expect_same(const ConstImageView& a, const ConstImageView& b);

// Returns the file that save writes for the image.
Bytes encode(const Image& image, const SaveOptions& options);

// Returns the Error that the code throws. Fails the test if it throws none.
template <class Code>
Error error_of(Code&& code) {
  try {
    code();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error was thrown";
  return {Errc::invalid_argument, "no error was thrown"};
}

// Returns true if this build has the format.
bool has_format(std::string_view format);

// Returns the error of decoding the file, if any.
std::optional<Error> decoding_error(const Bytes& file, const Limits& limits = {});
// Returns the peak memory of this process.
long peak_kilobytes();
// Returns the error of decoding the file. Fails the test if there is none, or if decoding takes 50
// ms or 64 MiB.
Error refused_at_once(const Bytes& file, const Limits& limits = {});
// Returns the message of decoding_error; empty: none.
std::string refusal(const Bytes& file);

}  // namespace selvage::testing
