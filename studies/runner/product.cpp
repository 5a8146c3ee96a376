// SPDX-License-Identifier: Apache-2.0
#include "runner/product.hpp"

#include <utility>

#include "core/stopwatch.hpp"
#include "gpu/passes.hpp"
#include "gpu/problems.hpp"
#include "methods/catalogue.hpp"
#include "selvage/error.hpp"

namespace selvage::studies {
namespace {

gpu::DeviceImages images_of(const Problem& problem, const ProductBuffers& buffers) {
  ConstImageView result = problem.shapes.image;
  result.channels = result_channels(problem);
  result.stride = interleaved_strides(result.type, result.width, result.height, result.channels);
  return {.image = {.buffer = buffers.image, .shape = problem.shapes.image},
          .guide = {.buffer = buffers.guide, .shape = problem.shapes.guide},
          .normals = {.buffer = buffers.normals, .shape = problem.shapes.normals},
          .depth = {.buffer = buffers.depth, .shape = problem.shapes.depth},
          .output = {.buffer = buffers.output, .shape = result}};
}

}  // namespace

ProductKernel product_kernel(Session& session, const Filter& filter, const Inputs& inputs,
                             const ProductBuffers& buffers, const Request& request) {
  if (upsamples(filter) || std::holds_alternative<Histogram>(filter))
    throw Error(Errc::unsupported, "no product_kernel of this filter", "take product_runs");
  Place& place = session.place();
  const Problem problem = bench::problem_of(filter, inputs);
  const planner::Decision decision = planner::plan(problem, place.device->facts(), request);
  return {.candidate = std::string(decision.candidate->name),
          .enqueue = bench::passes_of(place, decision, images_of(problem, buffers))};
}

ProductKernel product_kernel(Session& session, const Filter& filter, const ConstImageView& input,
                             const gpu::Buffer& from, gpu::Buffer& to) {
  return product_kernel(session, filter, {.image = input}, {.image = &from, .output = &to});
}

ProductRuns product_runs(Session& session, const Filter& filter, const Inputs& inputs,
                         const Outputs& outputs, int runs) {
  const Engine engine(session.place().description);
  const ConstImageView& frame = inputs.guide ? inputs.guide : inputs.image;
  Plan plan = engine.plan(filter, inputs, Frame::whole(frame.width, frame.height));
  plan.run(inputs, outputs);
  std::vector<double> whole, kernels;
  for (int run = 0; run < runs; ++run) {
    const Stopwatch watch;
    const Report report = plan.run(inputs, outputs);
    whole.push_back(watch.seconds());
    kernels.push_back(report.kernel_seconds);
  }
  return {.candidate = plan.candidate(),
          .whole = times_of(std::move(whole)),
          .kernels = times_of(std::move(kernels))};
}

Times product_times(Session& session, const Filter& filter, const ConstImageView& input,
                    const ImageView& output, int runs) {
  return product_runs(session, filter, {.image = input}, {.image = output}, runs).whole;
}

}  // namespace selvage::studies
