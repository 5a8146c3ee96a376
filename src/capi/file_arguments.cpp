// SPDX-License-Identifier: Apache-2.0
#include "capi/file_arguments.hpp"

#include <fmt/format.h>

#include "capi/structures.hpp"

namespace selvage::capi {

selvage_load_options default_load_options() {
  selvage_load_options options{};
  options.max_pixels = Limits{}.max_pixels;
  options.max_side = Limits{}.max_side;
  return options;
}

selvage_save_options default_save_options() {
  const SaveOptions defaults;
  selvage_save_options options{};
  options.quality = defaults.quality;
  options.overwrite = defaults.overwrite ? 1 : 0;
  options.threads = defaults.threads;
  return options;
}

LoadOptions options_of(const selvage_load_options* options) {
  if (!options) return {};
  const selvage_load_options given = read(options, "load options", default_load_options());
  if (given.page < 0)
    throw Error(Errc::invalid_argument, fmt::format("page {} is below 0", given.page),
                "the first page is 1; 0 stands for the only page of a file");
  return {.limits = {.max_pixels = given.max_pixels, .max_side = given.max_side},
          .page = given.page};
}

ImageReader open_page(const std::string& path, const LoadOptions& options) {
  ImageReader reader(path, options.limits);
  if (const int pages = reader.info().pages; options.page > pages)
    throw Error(
        Errc::invalid_argument,
        fmt::format("{} has {} page{}, not {}", path, pages, pages == 1 ? "" : "s", options.page),
        "");
  for (int page = 1; page < options.page; ++page) reader.next();
  return reader;
}

}  // namespace selvage::capi
