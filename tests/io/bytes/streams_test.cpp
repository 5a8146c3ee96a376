// SPDX-License-Identifier: Apache-2.0
// Standard input and output, and pipes.

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <thread>

#include "io/bytes/descriptor.hpp"
#include "io/support.hpp"

namespace selvage::testing {
namespace {

// Replaces a standard descriptor by another file during its lifetime.
class Redirected {
 public:
  Redirected(int standard, int fd) : standard_(standard), before_(::dup(standard)) {
    if (!before_) throw std::runtime_error("dup");
    std::fflush(stdout);
    ::dup2(fd, standard_);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;
  ~Redirected() {
    std::fflush(stdout);
    ::dup2(before_.get(), standard_);
  }

 private:
  int standard_;
  Descriptor before_;
};

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
  }
  Descriptor read, write;
};

const SaveOptions formats_of_u8[] = {{.format = "png"},
                                     {.format = "pnm"},
                                     {.format = "pam"},
                                     {.format = "jpeg"},
                                     {.format = "tiff"}};

TEST(Streams, ThroughAPipe) {
  const Image image = test_image(PixelType::u8, 400, 300, 3);
  for (const SaveOptions& options : formats_of_u8) {
    SCOPED_TRACE(options.format);
    Pipe pipe;
    const std::jthread writer([&] {
      save(fmt::format("/dev/fd/{}", pipe.write.get()), image, options);
      pipe.write.close();
    });
    const Image read = load(fmt::format("/dev/fd/{}", pipe.read.get()));
    expect_same(read, decode(encode(image, options)));
  }
}

TEST(Streams, APipeThatEndsEarlyIsCutShort) {
  const Image image = test_image(PixelType::u8, 400, 300, 3);
  for (const SaveOptions& options : formats_of_u8) {
    SCOPED_TRACE(options.format);
    Bytes file = encode(image, options);
    file.resize(file.size() - 1);
    Pipe pipe;
    const std::jthread writer([&] {
      write_all(pipe.write.get(), file);
      pipe.write.close();
    });
    const Error error = error_of([&] { load(fmt::format("/dev/fd/{}", pipe.read.get())); });
    EXPECT_THAT(error.what(), ::testing::EndsWith("file is cut short"));
  }
}

TEST(Streams, StandardInputAndOutput) {
  const Folder folder;
  const Image image = test_image(PixelType::u16, 30, 20, 3);
  {
    const Descriptor file(::open((folder / "out").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    ASSERT_TRUE(file);
    const Redirected out(STDOUT_FILENO, file.get());
    save("-", image, {.format = "png"});
  }
  expect_same(load(folder / "out"), image);
  const Descriptor file(::open((folder / "out").c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_TRUE(file);
  const Redirected in(STDIN_FILENO, file.get());
  expect_same(load("-"), image);
  EXPECT_STREQ(error_of([] { load("-"); }).what(), "standard input: file is empty");
}

TEST(Streams, StandardOutputNeedsAFormat) {
  EXPECT_EQ(error_of([] { save("-", test_image(PixelType::u8, 3, 3)); }).code(),
            Errc::invalid_argument);
}

TEST(Streams, AReaderThatWentAwayIsAnError) {
  Pipe pipe;
  pipe.read.close();
  const Redirected out(STDOUT_FILENO, pipe.write.get());
  const Error error =
      error_of([] { save("-", test_image(PixelType::u8, 9, 9), {.format = "png"}); });
  EXPECT_EQ(error.code(), Errc::output);
  EXPECT_STREQ(error.what(), "standard output: cannot be written: Broken pipe");
}

}  // namespace
}  // namespace selvage::testing
