// SPDX-License-Identifier: Apache-2.0
#include "text_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;

// Gone at the end, unless it was given another name.
struct Temporary {
  fs::path name;
  ~Temporary() {
    std::error_code ignored;
    fs::remove(name, ignored);
  }
};

int publish(const fs::path& from, const fs::path& to, bool overwrite) {
  // A hard link fails where the name is taken; the temporary name is removed in any case.
  const int result =
      overwrite ? ::rename(from.c_str(), to.c_str()) : ::link(from.c_str(), to.c_str());
  return result == 0 ? 0 : errno;
}

}  // namespace

void write_text(const fs::path& file, std::string_view text, bool overwrite) {
  const auto check = [&](int error) {
    if (error == EEXIST)
      throw Error(Errc::output, fmt::format("{} exists; nothing was written", file.string()),
                  "-f overwrites it");
    if (error != 0)
      throw Error(Errc::output,
                  fmt::format("{}: cannot be written: {}", file.string(), std::strerror(error)));
  };
  const Temporary temporary{file.parent_path() /
                            fmt::format(".{}.{}.tmp", file.filename().string(), ::getpid())};
  std::ofstream stream(temporary.name, std::ios::binary | std::ios::trunc);
  check(stream ? 0 : errno);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();
  check(stream ? 0 : errno);
  check(publish(temporary.name, file, overwrite));
}

}  // namespace selvage::cli
