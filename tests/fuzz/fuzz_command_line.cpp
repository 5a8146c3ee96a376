// SPDX-License-Identifier: Apache-2.0
// Runs any words as a command line in a temporary folder: the result is a documented exit code,
// never a crash.

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "app.hpp"
#include "bytes_in.hpp"
#include "console/messages.hpp"
#include "selvage/io.hpp"

namespace {

using namespace selvage;
using fuzz::BytesIn;

constexpr std::array<const char*, 96> words{"bilateral",
                                            "joint",
                                            "rolling",
                                            "geometry",
                                            "gaussian",
                                            "box",
                                            "convolve",
                                            "histogram",
                                            "compare",
                                            "explain",
                                            "devices",
                                            "info",
                                            "completion",
                                            "bash",
                                            "zsh",
                                            "fish",
                                            "a.png",
                                            "b.pgm",
                                            "c.pfm",
                                            "d.ppm",
                                            "cut.png",
                                            "none.png",
                                            "out.png",
                                            "out.pfm",
                                            "out.tif",
                                            "folder/",
                                            "folder",
                                            "-o",
                                            "-f",
                                            "-n",
                                            "-q",
                                            "-v",
                                            "--json",
                                            "--help",
                                            "--version",
                                            "--sigma-space",
                                            "--sigma-range",
                                            "-s",
                                            "-r",
                                            "--radius",
                                            "--diameter",
                                            "--like",
                                            "opencv",
                                            "--window",
                                            "disc",
                                            "square",
                                            "--norm",
                                            "l1",
                                            "lab",
                                            "luma",
                                            "per_channel",
                                            "--border",
                                            "constant:0.5",
                                            "wrap",
                                            "copy",
                                            "--iterations",
                                            "--max-error",
                                            "0.5/255",
                                            "--exact",
                                            "--method",
                                            "separable",
                                            "direct",
                                            "bounded",
                                            "--alpha",
                                            "filter",
                                            "--invalid",
                                            "--mask",
                                            "--fill",
                                            "--region",
                                            "1,1,3,3",
                                            "-d",
                                            "cpu",
                                            "cuda:7",
                                            "--use",
                                            "plain",
                                            "-j",
                                            "1",
                                            "--max-memory",
                                            "1M",
                                            "--max-pixels",
                                            "--bits",
                                            "16",
                                            "f32",
                                            "--quality",
                                            "--guide",
                                            "--upsample",
                                            "--kernel",
                                            "sharpen",
                                            "--row",
                                            "1 2 1",
                                            "--column",
                                            "--bins",
                                            "--skip-existing",
                                            "--fail-fast",
                                            "10%",
                                            "nan"};

// Beginnings of useful command lines; few random lines would get as far as a filter.
constexpr std::array<std::string_view, 16> beginnings{
    "",
    "bilateral a.png out.png -f",
    "bilateral a.png c.pfm b.pgm -o folder/ -f",
    "joint a.png out.png -f --guide d.ppm",
    "joint a.png out.png -f --upsample --guide d.ppm",
    "rolling b.pgm out.tif -f",
    "geometry c.pfm out.pfm -f --radius 2 --depth c.pfm",
    "gaussian a.png out.png -f -s 2",
    "box b.pgm out.pgm -f --radius 2",
    "convolve d.ppm out.png -f --kernel sharpen",
    "convolve c.pfm out.pfm -f --row 1 --column 1",
    "histogram a.png",
    "compare a.png d.ppm",
    "info a.png",
    "explain bilateral a.png",
    "completion bash"};

// A small image that is not uniform.
Image gradient(PixelType type, int channels) {
  Image image(type, 9, 7, channels);
  for (std::size_t i = 0; i < image.bytes(); ++i)
    image.view().data[i] = type == PixelType::f32 ? std::byte{0} : static_cast<std::byte>(i * 29);
  return image;
}

// Creates a folder with images and makes it the current one. To be called once.
bool prepare_page() {
  std::string name = std::filesystem::temp_directory_path() / "selvage_fuzz_XXXXXX";
  if (::mkdtemp(name.data()) == nullptr || ::chdir(name.c_str()) != 0) std::abort();
  ::setenv("XDG_CACHE_HOME", name.c_str(), 1);
  save("a.png", gradient(PixelType::u8, 3));
  save("b.pgm", gradient(PixelType::u16, 1));
  save("c.pfm", gradient(PixelType::f32, 1));
  save("d.ppm", gradient(PixelType::u8, 3));
  save("cut.png", gradient(PixelType::u8, 1));
  std::filesystem::resize_file("cut.png", 40);
  return true;
}

// Removes folders of results, which would otherwise be inputs of the next command and grow.
void remove_folders() {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(".", ignored))
    if (entry.is_directory(ignored) && entry.path().filename() != "selvage")  // the cache
      std::filesystem::remove_all(entry.path(), ignored);
}

// Returns true for words that could write outside the folder, such as /a.png, -o/a.png and
// ../a.png.
bool leaves_folder(const std::string& word) {
  if (std::ranges::find(words, word) != words.end()) return false;
  return word.find('/') != std::string::npos || word.find("..") != std::string::npos;
}

// Returns true for large numbers: radii and sizes that merely take long are not findings.
bool is_slow(const std::string& word) {
  return word.size() > 3 && word.find_first_not_of("0123456789") == std::string::npos;
}

std::vector<std::string> command_line(BytesIn& in) {
  std::vector<std::string> line;
  const std::size_t first = in.take<std::uint8_t>() % beginnings.size();
  std::istringstream beginning{std::string(beginnings[first])};
  for (std::string word; beginning >> word;) line.push_back(word);
  const std::size_t most = line.size() + 8;
  while (!in.empty() && line.size() < most) {
    std::string word = in.below(4) == 0   ? in.text(12)
                       : in.below(4) == 0 ? std::to_string(in.below(40))
                                          : words[static_cast<std::size_t>(in.below(words.size()))];
    std::erase_if(word, [](char c) { return c == '\0'; });
    if (leaves_folder(word) || is_slow(word)) continue;
    line.push_back(std::move(word));
  }
  return line;
}

int run(const std::vector<std::string>& words_given) {
  cli::MessageOptions messages;
  try {
    const cli::CommandLine line = cli::make_command_line();
    const cli::Verb* verb = cli::parse(line, words_given);
    if (verb == nullptr) return exit_done;
    messages = *verb->messages;
    return verb->run({});
  } catch (...) {
    const cli::Failure failure = cli::failure_of(std::current_exception());
    cli::say_failure(messages, "", failure);
    if (failure.what.starts_with("internal fault")) std::abort();
    return failure.code;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool ready = prepare_page();
  BytesIn in(data, size);
  const int code = run(command_line(in));
  remove_folders();
  if (!ready || code < exit_done || code > exit_limit) std::abort();
  return 0;
}
