// SPDX-License-Identifier: Apache-2.0
#include "conformance/checks/claims.hpp"

#include "conformance/cases/filter_of.hpp"
#include "conformance/cases/scene.hpp"
#include "conformance/checks/tolerance.hpp"
#include "selvage/error.hpp"

namespace selvage::testing {
namespace {

Case whole(Case c) {
  c.part = Part::whole;
  return c;
}

bool is_served(const Subject& subject, const Case& c) {
  const Filter filter = filter_of(c);
  if (!serves(subject, filter)) return false;
  try {
    subject.engine->plan(filter, shapes_of(c), frame_of(c),
                         {.max_error = any_error, .use = subject.candidate});
    return true;
  } catch (const Error& e) {
    if (e.code() != Errc::unsupported) throw;
    return false;
  }
}

bool may_be_served(const Subject& subject, const Case& c) {
  const Inputs shapes = shapes_of(c);
  return some_device_serves(subject, {.filter = filter_of(c),
                                      .type = c.type,
                                      .width = result_width(c),
                                      .height = result_height(c),
                                      .whole_width = result_width(c),
                                      .whole_height = result_height(c),
                                      .channels = c.channels,
                                      .alpha = shapes.image.alpha,
                                      .batch = c.batch,
                                      .mask = shapes.mask.width > 0,
                                      .shapes = shapes});
}

}  // namespace

std::vector<Claim> claims_of(std::span<const Subject> subjects) {
  std::vector<Claim> claims;
  for (const Subject& s : subjects)
    claims.push_back(
        {.candidate = describe(s),
         .serves = [s](const Case& c) { return is_served(s, whole(c)); },
         .may_serve_elsewhere = [s](const Case& c) { return may_be_served(s, whole(c)); }});
  return claims;
}

}  // namespace selvage::testing
