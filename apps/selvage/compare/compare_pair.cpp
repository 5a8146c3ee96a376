// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "compare/compare_command.hpp"
#include "compare/difference_image.hpp"
#include "compare/ssim.hpp"
#include "inputs/formats.hpp"
#include "inputs/jobs.hpp"
#include "inputs/source.hpp"

namespace selvage::cli {
namespace {

// Returns the result of the call. Its errors name the bad file, and the page if there are several.
template <class Call>
auto of_file(const std::string& file, int page, Call&& call) {
  try {
    return call();
  } catch (const Error& e) {
    const std::string what = page > 1 ? with_page(e.what(), file, page) : e.what();
    throw FileError(Error(e.code(), what, e.hint()), file);
  }
}

// One of the two files, read page by page.
struct PairSide {
  PairSide(const std::string& file, const Limits& most)
      : name(file), reader(of_file(file, 1, [&] { return ImageReader(file, most); })) {}

  const FileInfo& info() const { return reader.info(); }
  std::string page_name(int page) const {
    return info().pages > 1 ? fmt::format("{}, page {}", name, page) : name;
  }
  // Reads f16 as f32, which is lossless.
  Image read(int page) {
    Image image = of_file(name, page, [&] { return reader.read_page(); });
    return image.type() == PixelType::f16 ? convert(image, PixelType::f32) : std::move(image);
  }

  void next(int page) {
    of_file(name, page, [&] { return reader.next(); });
  }

  std::string name;
  ImageReader reader;
};

// Two files. One pair of pages is in memory at a time.
class Pair {
 public:
  Pair(const CompareCommand& command, const std::string& a, const std::string& b)
      : command_(command), a_(a, command.limits), b_(b, command.limits) {
    if (pages() != b_.info().pages)
      throw Error(Errc::invalid_argument,
                  fmt::format("{} has {} page{}, {} has {}", a, pages(), pages() == 1 ? "" : "s", b,
                              b_.info().pages),
                  "compare files with the same number of pages");
  }

  int pages() const { return a_.info().pages; }
  // Checks the difference images as far as possible before a page is decoded.
  void check_diff(const std::string& diff, bool named_by_pair);
  Comparison compare_page(int page, const std::string& diff);
  void next(int page) {
    a_.next(page);
    b_.next(page);
  }
  void commit() {  // call it after the last page
    if (writer_) writer_->commit();
  }

 private:
  void check_shapes(int page) const;
  void note_types(int page) const;
  void write_difference(Comparison& found, const Image& a, const Image& b);
  void begin_difference(const std::string& diff, const ConstImageView& shape);

  const CompareCommand& command_;
  PairSide a_, b_;
  Job diff_;                           // of the difference images, once checked
  std::optional<ImageWriter> writer_;  // of the difference images
};

void Pair::check_diff(const std::string& diff, bool named_by_pair) {
  OutputOptions options;
  options.force = command_.force;
  diff_ = {.input = a_.name, .output = diff, .named_by_input = named_by_pair, .is_second = true};
  check_output(diff_, options);
  check_second("--diff", diff, difference_image_shape(a_.info().width, a_.info().height));
  check_pages(a_.name, pages(), format_of(diff));
}

void Pair::check_shapes(int page) const {
  const FileInfo &a = a_.info(), &b = b_.info();
  if (a.width != b.width || a.height != b.height || a.channels != b.channels)
    throw Error(Errc::invalid_argument,
                fmt::format("{} is {}, {} is {}", a_.page_name(page), shape_text(shape_of(a)),
                            b_.page_name(page), shape_text(shape_of(b))),
                "compare images with the same size and channels");
}

void Pair::note_types(int page) const {
  if (a_.info().type == b_.info().type) return;
  say(command_.messages,
      fmt::format("selvage: note: {} is {}, {} is {}: compared in real units, where full scale "
                  "is 1",
                  a_.page_name(page), name(a_.info().type), b_.page_name(page),
                  name(b_.info().type)));
}

void Pair::begin_difference(const std::string& diff, const ConstImageView& shape) {
  if (writer_) return writer_->next(shape);
  const FileInfo& first = a_.info();
  // Pages of other sizes have other scale bars, so assume twice the size that the first one
  // suggests.
  const std::int64_t pixels = std::int64_t{first.width} * first.height;
  const std::int64_t firsts = std::max<std::int64_t>(first.all_pixels / pixels, first.pages);
  const std::uint64_t bytes = first.pages == 1 ? 0 : 2 * firsts * bytes_of(shape);
  make_folder(diff_);
  writer_.emplace(diff, shape, SaveOptions{.overwrite = command_.force, .expected_bytes = bytes});
}

void Pair::write_difference(Comparison& found, const Image& a, const Image& b) {
  if (!command_.diff_scale) found.diff_scale = difference_scale(a, b, found.difference);
  const Image image = difference_image(a, b, found.difference, found.diff_scale);
  begin_difference(found.diff, image);
  writer_->write(image);
}

Comparison Pair::compare_page(int page, const std::string& diff) {
  const FileInfo& info = a_.info();
  Comparison result;
  result.a = a_.name, result.b = b_.name, result.diff = diff;
  result.page = page, result.pages = pages();
  check_shapes(page);
  if (command_.diff_scale) result.diff_scale = in_unit(*command_.diff_scale, info.type);
  result.shape = shape_of(info);
  result.same_type = info.type == b_.info().type;
  note_types(page);
  result.tolerance = error_in_unit(command_.tolerance, info.type);
  Image a = a_.read(page), b = b_.read(page);
  if (info.premultiplied != b_.info().premultiplied) divide_by_alpha(info.premultiplied ? a : b);
  result.difference = difference(a, b, result.tolerance);
  result.ssim = ssim(a, b);
  if (!diff.empty()) write_difference(result, a, b);
  return result;
}

}  // namespace

std::vector<Comparison> compare_pair(const CompareCommand& command, const std::string& name_a,
                                     const std::string& name_b, std::string diff,
                                     bool named_by_pair) {
  Pair pair(command, name_a, name_b);
  if (named_by_pair && !diff.empty() && pair.pages() > 1)
    diff = std::filesystem::path(diff).replace_extension(".tif").string();
  if (!diff.empty()) pair.check_diff(diff, named_by_pair);
  std::vector<Comparison> pages;
  for (int page = 1; page <= pair.pages(); ++page) {
    if (page > 1) pair.next(page);
    pages.push_back(pair.compare_page(page, diff));
  }
  pair.commit();
  return pages;
}

}  // namespace selvage::cli
