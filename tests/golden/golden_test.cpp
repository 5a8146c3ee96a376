// SPDX-License-Identifier: Apache-2.0
// Every candidate on crops of real photos, against stored results of the reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "golden/difference.hpp"
#include "golden/manifest.hpp"
#include "reference/bilateral.hpp"
#include "selvage/error.hpp"
#include "selvage/io.hpp"
#include "support/canvas.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {
namespace {

class Golden : public ::testing::TestWithParam<GoldenCase> {};

TEST_P(Golden, ReferenceStillMakesIt) {
  const GoldenCase& c = GetParam();
  const Image input = golden_input(c);
  const Image made = reference::rounded(reference::bilateral(c.filter, input), input);
  EXPECT_TRUE(same_bits(made, load(c.expected)));
}

// None when the candidate cannot serve the request.
std::optional<Image> filtered(const Subject& subject, const GoldenCase& c, const Image& input,
                              bool exact) try {
  return subject.engine->run(c.filter, input, {.exact = exact, .use = subject.candidate});
} catch (const Error& e) {
  if (e.code() != Errc::unsupported) throw;
  return std::nullopt;
}

TEST_P(Golden, EveryCandidateAgrees) {
  const GoldenCase& c = GetParam();
  const Image input = golden_input(c);
  const Image expected = load(c.expected);
  bool any_exact = false;
  for (const Subject& subject : subjects_of(Bilateral{})) {
    SCOPED_TRACE(describe(subject));
    auto made = filtered(subject, c, input, true);
    const bool exact = made.has_value();
    if (!exact) made = filtered(subject, c, input, false);
    if (!made) continue;  // beyond the default request, too
    const Difference d = difference(*made, expected);
    EXPECT_LE(d.largest, c.max_difference);
    if (exact) {
      EXPECT_GE(d.equal_share(), c.min_equal);
    }
    any_exact = any_exact || exact;
  }
  EXPECT_TRUE(any_exact);
}

// The filter does something: the stored result is not the input.
TEST_P(Golden, DiffersFromItsInput) {
  const GoldenCase& c = GetParam();
  EXPECT_LT(difference(golden_input(c), load(c.expected)).equal_share(), 0.7);
}

std::string name_of(const ::testing::TestParamInfo<GoldenCase>& info) {
  std::string name = info.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Photos, Golden, ::testing::ValuesIn(read_manifest(golden_folder()).cases),
                         name_of);

}  // namespace
}  // namespace selvage::testing
