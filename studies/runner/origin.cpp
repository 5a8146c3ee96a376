// SPDX-License-Identifier: Apache-2.0
#include "runner/origin.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <span>

#include "backends/gpu/programs/hash.hpp"
#include "kernels/texts.hpp"
#include "runner/commit.hpp"
#include "runner/texts.hpp"

namespace selvage::studies {
namespace {

std::string hash_text(const std::string& texts) {
  return fmt::format("{:016x}", gpu::hash_of(std::as_bytes(std::span(texts)))[0]);
}

}  // namespace

Origin origin_of(std::string_view study) {
  std::string texts;
  for (const Text& t : all_texts())
    if (t.study == study || t.study == "runner") texts += fmt::format("{}\n{}", t.file, t.text);
  return {.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))),
          .commit = SELVAGE_STUDIES_COMMIT,
          .kernels = hash_text(texts),
          .product = hash_text(kernels::all_texts())};
}

std::string age_text(const Origin& made, const Origin& now) {
  if (made.kernels.empty()) return "do not say which kernels made them";
  const std::string from = fmt::format("{} (commit {})", made.date, made.commit);
  if (made.kernels != now.kernels) return fmt::format("of {} are older than the kernels", from);
  if (made.product != now.product)
    return fmt::format("of {} are older than the product's kernels", from);
  return {};
}

}  // namespace selvage::studies
