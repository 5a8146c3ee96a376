// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the tests of files share: folders that vanish, bytes, pictures, and errors to look at.

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

// A folder of its own that is removed at the end.
class Folder {
 public:
  explicit Folder(const std::filesystem::path& parent = std::filesystem::temp_directory_path());
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }
  std::vector<std::string> names() const;  // of what is in it, sorted

 private:
  std::filesystem::path path_;
};

Bytes bytes(std::string_view text);
Bytes& operator+=(Bytes& bytes, const Bytes& more);
Bytes read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const Bytes& content);
// The file itself, which the folder in SELVAGE_SEEDS gets, too, where that is set: what the fuzzer
// of the decoders begins with (tools/run_torture).
Bytes seed(Bytes file);

// A picture with every kind of change in it, the same each time. Integers use their whole range;
// floats lie in -1..3.
Image picture(PixelType type, int width, int height, int channels = 1, bool alpha = false);

// The samples, row by row, as numbers.
std::vector<double> samples(const ConstImageView& image);

// Fails the test unless both have the same shape and the same samples.
void expect_same(const ConstImageView& a, const ConstImageView& b);

// The file that save makes of the image.
Bytes encode(const Image& image, const SaveOptions& options);

// The Error that the code throws; fails the test when it throws none.
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

// True when this build has the format.
bool has_format(std::string_view format);

// The error of decoding, or none when the file was read.
std::optional<Error> decoding_error(const Bytes& file, const Limits& limits = {});
// The most memory that this process had so far.
long peak_kilobytes();
// As decoding_error, for a file that must be refused at once: it fails the test when the file is
// read, or when that takes 50 ms or 64 MiB.
Error refused_at_once(const Bytes& file, const Limits& limits = {});
// The message of decoding_error, empty when the file was read.
std::string refusal(const Bytes& file);

}  // namespace selvage::testing
