// SPDX-License-Identifier: Apache-2.0
#include "io/support.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <span>

#include "core/dispatch.hpp"
#include "core/sample.hpp"

namespace selvage::testing {

namespace fs = std::filesystem;

Folder::Folder(const fs::path& parent) {
  std::string name = (parent / "selvage-io-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> all;
  for (const auto& entry : fs::directory_iterator(path_))
    all.push_back(entry.path().filename().string());
  std::ranges::sort(all);
  return all;
}

Bytes bytes(std::string_view text) {
  const auto raw = std::as_bytes(std::span(text));
  return {raw.begin(), raw.end()};
}

Bytes& operator+=(Bytes& bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
  return bytes;
}

Bytes read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return bytes(text);
}

void write_file(const fs::path& path, const Bytes& content) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(content.data()),
             static_cast<std::streamsize>(content.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

Bytes seed(Bytes file) {
  constexpr std::size_t most = 4096;  // bytes; the fuzzer ignores the rest
  const char* folder = std::getenv("SELVAGE_SEEDS");
  if (folder == nullptr || file.size() > most) return file;
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  write_file(fs::path(folder) / std::to_string(std::hash<std::string_view>()(text)), file);
  return file;
}

Image test_image(PixelType type, int width, int height, int channels, bool alpha) {
  Image image(type, width, height, channels, alpha);
  with_pixel_type(type, [&]<class T>() {
    std::uint32_t noise = 12345;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        for (int c = 0; c < channels; ++c) {
          noise = noise * 1664525u + 1013904223u;
          const double wave = 0.5 + 0.4 * std::sin(0.1 * x + c) * std::cos(0.07 * y);
          const double value = (x + y) % 3 == 0 ? wave : (noise >> 8) / double{1 << 24};
          const double stored =
              is_integer_sample<T> ? value * double{sample_scale<T>} : 4 * value - 1;
          write_sample(image.view().at(x, y, c), round_sample<T>(stored));
        }
  });
  return image;
}

std::vector<double> samples(const ConstImageView& image) {
  std::vector<double> all;
  with_pixel_type(image.type, [&]<class T>() {
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x)
        for (int c = 0; c < image.channels; ++c) all.push_back(read_sample<T>(image.at(x, y, c)));
  });
  return all;
}

void expect_same(const ConstImageView& a, const ConstImageView& b) {
  ASSERT_EQ(a.type, b.type);
  ASSERT_EQ(a.width, b.width);
  ASSERT_EQ(a.height, b.height);
  ASSERT_EQ(a.channels, b.channels);
  EXPECT_EQ(a.alpha, b.alpha);
  const std::vector<double> of_a = samples(a), of_b = samples(b);
  const auto [at, other] = std::ranges::mismatch(of_a, of_b);
  if (at != of_a.end())
    ADD_FAILURE() << "sample " << at - of_a.begin() << ": " << *at << " and " << *other;
}

Bytes encode(const Image& image, const SaveOptions& options) {
  const fs::path memory = "/dev/shm";  // syncing takes no time there
  const Folder folder(fs::exists(memory) ? memory : fs::temp_directory_path());
  save(folder / "image", image, options);
  return seed(read_file(folder / "image"));
}

bool has_format(std::string_view format) {
  return std::ranges::find(formats(), format, &FormatName::format) != formats().end();
}

std::optional<Error> decoding_error(const Bytes& file, const Limits& limits) {
  try {
    decode(file, limits, "file");
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

long peak_kilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

Error refused_at_once(const Bytes& file, const Limits& limits) {
  const long before = peak_kilobytes();
  const std::clock_t start = std::clock();  // processor time, since other programs may be running
  const auto error = decoding_error(file, limits);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 0.05);
  EXPECT_LT(peak_kilobytes() - before, 64 * 1024);
  if (error.has_value()) return *error;
  ADD_FAILURE() << "the file was read";
  return {Errc::invalid_argument, ""};
}

std::string refusal(const Bytes& file) {
  const std::optional<Error> error = decoding_error(file);
  return error ? error->what() : "";
}

}  // namespace selvage::testing
