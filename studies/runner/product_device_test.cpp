// SPDX-License-Identifier: Apache-2.0
// The product's kernels as studies run them, beside the reference.

#include <cstring>

#include "gpu/problems.hpp"
#include "methods/catalogue.hpp"
#include "reference/reference.hpp"
#include "runner/pictures.hpp"
#include "runner/product.hpp"
#include "runner/testing/device_session.hpp"

namespace selvage::studies {
namespace {

using ProductTest = DeviceTest;

constexpr int width = 61, height = 47;

Image rounded_reference(const Filter& filter, const Inputs& inputs) {
  return reference::rounded(reference::run(filter, inputs), inputs.image);
}

TEST_F(ProductTest, KernelsFilterWhatLiesOnTheDevice) {
  const Image input = scene(*session, PixelType::u8, width, height, 3);
  const auto from = bench::upload(session->place(), input);
  // A pass, two with an image between them, one with a guide in scratch, and a separable kernel.
  for (const Filter& filter :
       {Filter(Bilateral{.radius = 3}), Filter(Bilateral{.radius = 2, .iterations = 2}),
        Filter(Bilateral{.radius = 2, .norm = Norm::luma}), Filter(Box{.radius = 2})}) {
    const auto to = session->place().device->buffer(input.bytes());
    const ProductKernel kernel = product_kernel(*session, filter, input, *from, *to);
    kernel.enqueue(*session->place().stream);
    Image output(PixelType::u8, width, height, 3);
    bench::download(session->place(), *to, output);
    EXPECT_LE(difference(output, rounded_reference(filter, {.image = input})).max, 1.0)
        << kernel.candidate << " of " << name(filter);
  }
}

TEST_F(ProductTest, EveryCandidateHasAKernel) {
  const Image input = scene(*session, PixelType::u8, width, height, 3);
  Place& place = session->place();
  const auto from = bench::upload(place, input), to = place.device->buffer(input.bytes());
  const Filter filter = Gaussian{.sigma_space = 1.5f};
  const Problem problem = bench::problem_of(filter, {.image = input});
  const Image expected = rounded_reference(filter, {.image = input});
  int candidates = 0;
  for (const planner::Candidate& c : planner::catalogue()) {
    if (c.platform != Platform::gpu || !c.serves(filter)) continue;
    if (!std::holds_alternative<planner::Offer>(c.offer(problem, place.device->facts()))) continue;
    const ProductKernel kernel = product_kernel(*session, filter, {.image = input},
                                                {.image = from.get(), .output = to.get()},
                                                {.max_error = 1e-3, .use = std::string(c.name)});
    EXPECT_EQ(kernel.candidate, c.name);
    kernel.enqueue(*place.stream);
    Image output(PixelType::u8, width, height, 3);
    bench::download(place, *to, output);
    EXPECT_LE(difference(output, expected).max, 1.0) << c.name;
    ++candidates;
  }
  EXPECT_GE(candidates, 2);
}

TEST_F(ProductTest, KernelsReadMoreThanAnImage) {
  const Image input = scene(*session, PixelType::f32, width, height, 3);
  const Image normals = scene(*session, PixelType::f32, width, height, 3);
  const Image depth = scene(*session, PixelType::f32, width, height, 1);
  Place& place = session->place();
  const auto from = bench::upload(place, input), n = bench::upload(place, normals),
             d = bench::upload(place, depth);
  const auto to = place.device->buffer(input.bytes());
  const GeometryGuided filter{.radius = 3};
  const Inputs inputs{.image = input, .normals = normals, .depth = depth};
  product_kernel(*session, filter, inputs,
                 {.image = from.get(), .normals = n.get(), .depth = d.get(), .output = to.get()})
      .enqueue(*place.stream);
  Image output(PixelType::f32, width, height, 3);
  bench::download(place, *to, output);
  EXPECT_LE(difference(output, rounded_reference(filter, inputs)).max, 1e-5);
}

TEST_F(ProductTest, RunsHaveTimesAndAResult) {
  const Image input = scene(*session, PixelType::u8, width, height, 1);
  Image output(PixelType::u8, width, height, 1);
  const Filter filter = Bilateral{.radius = 2};
  const ProductRuns runs = product_runs(*session, filter, {.image = input}, {.image = output}, 3);
  EXPECT_EQ(runs.whole.runs, 3);
  EXPECT_GT(runs.kernels.median, 0.0);
  EXPECT_FALSE(runs.candidate.empty());
  EXPECT_LE(difference(output, rounded_reference(filter, {.image = input})).max, 1.0);
  EXPECT_GT(product_times(*session, filter, input, output, 1).average, 0.0);
}

TEST_F(ProductTest, ScenesShowTheSameAtEveryCall) {
  const Image a = scene(*session, PixelType::u8, 700, 30, 3);
  const Image b = scene(*session, PixelType::u8, 700, 30, 3);
  EXPECT_EQ(difference(a, b).count, 0u);
  const Image f = scene(*session, PixelType::f32, 700, 30, 4);
  for (const int x : {0, 350, 699}) {
    float alpha = 0.0f, red = 0.0f;
    std::memcpy(&alpha, f.view().at(x, 7, 3), sizeof alpha);
    std::memcpy(&red, f.view().at(x, 7, 0), sizeof red);
    EXPECT_EQ(alpha, 1.0f);
    EXPECT_FLOAT_EQ(255.0f * red, float(std::to_integer<std::uint8_t>(*a.view().at(x, 7, 0))));
  }
}

}  // namespace
}  // namespace selvage::studies
