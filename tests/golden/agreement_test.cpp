// SPDX-License-Identifier: Apache-2.0
// What the tested device and the CPU make of the golden photos under `exact`.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "golden/difference.hpp"
#include "golden/manifest.hpp"
#include "selvage/error.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {
namespace {

// Of all cases of one candidate and type.
using Differences = std::map<std::tuple<std::string, PixelType>, Difference>;

Differences from_the_cpu() {
  const Engine cpu(Device::cpu());
  const std::vector<Subject> all = subjects_of(Bilateral{});
  Differences result;
  for (const GoldenCase& c : read_manifest(golden_folder()).cases) {
    const Image input = golden_input(c);
    const Image expected = cpu.run(c.filter, input, {.exact = true});
    for (const Subject& subject : all) try {
        const Request request{.exact = true, .use = subject.candidate};
        const Image made = subject.engine->run(c.filter, input, request);
        result[{describe(subject), c.type}].add(difference(made, expected));
      } catch (const Error& e) {
        if (e.code() != Errc::unsupported) throw;
      }
  }
  return result;
}

TEST(Agreement, WithTheCpuOverAllPhotos) {
  const Differences all = from_the_cpu();
  EXPECT_GE(all.size(), 3u);  // u8, u16, f32
  for (const auto& [what, d] : all) {
    const auto& [subject, type] = what;
    SCOPED_TRACE(fmt::format("{} on {}, {}: {} of {} samples equal, largest difference {:.3g}",
                             subject, test_device(), name(type), d.equal, d.samples, d.largest));
    if (type == PixelType::f32) {
      EXPECT_LE(d.largest, 8e-6);
      continue;
    }
    EXPECT_GE(d.equal_share(), type == PixelType::u8 ? 0.995 : 0.98);
    EXPECT_LE(d.largest, 1);
  }
}

}  // namespace
}  // namespace selvage::testing
