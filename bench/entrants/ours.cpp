// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "entrants/entrant.hpp"
#include "entrants/ours_counts.hpp"
#include "entrants/tuning_text.hpp"
#include "gpu/problems.hpp"
#include "methods/catalogue.hpp"
#include "methods/gpu_factories.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

Problem problem_of_case(const Case& c, const InputImages& images) {
  return problem_of(c.filter, images.views());
}

// No error of the whole is proved for filters of several steps, whose later steps enlarge the
// errors of earlier ones: they may be wrong by a level of 8 bits.
bool has_several_steps(const Filter& filter) {
  return std::visit(
      [](const auto& f) {
        if constexpr (requires { f.iterations; }) return f.iterations > 1;
        return false;
      },
      filter);
}

double allowed(const Case& c, const Problem& problem, double bound) {
  const double of_step = allowed_255(problem, bound);
  return has_several_steps(c.filter) ? std::max(of_step, 1.0) : of_step;
}

// A plan with its images, and memory for its result.
struct HostRun {
  std::shared_ptr<const InputImages> images;
  std::shared_ptr<const Expected> expected;
  Engine engine;
  Plan plan;
  ConstImageView shape;
  Image output = {};
  Counts counts = {};

  Report run() {
    return plan.run(images->views(), {.image = output, .counts = shape.width ? nullptr : &counts});
  }
  void renew() {
    if (shape.width > 0) output = Image(shape.type, shape.width, shape.height, shape.channels);
  }
  Error255 check() {
    const Report report = run();
    Error255 error = shape.width > 0 ? expected->judge(output) : expected->judge(counts);
    if (report.certified > 0)
      error.recomputed_percent =
          100.0 * static_cast<double>(report.recomputed) / static_cast<double>(report.certified);
    return error;
  }
};

Frame frame_of(const Case& c) {
  return Frame::whole(c.size.width, c.size.height);
}

std::shared_ptr<HostRun> make_host_run(Session& session, const Setting& setting) {
  const Case& c = setting.what;
  const auto images = session.inputs(c);
  Engine engine(find_device(setting.device), options_of(setting));
  Plan plan = engine.plan(c.filter, images->views(), frame_of(c), request_of(setting));
  plan.reserve();
  ConstImageView shape;
  if (!std::holds_alternative<Histogram>(c.filter))
    shape = result_shape(c.filter, images->image, images->guide);
  auto made = std::make_shared<HostRun>(HostRun{.images = images,
                                                .expected = session.expected(c, c.filter),
                                                .engine = std::move(engine),
                                                .plan = std::move(plan),
                                                .shape = shape});
  made->renew();
  return made;
}

// Changes the last bit of sigma_range, so that no error bound is known from another plan.
void make_new(Filter& filter) {
  std::visit(
      [](auto& f) {
        if constexpr (requires { f.sigma_range = std::nextafter(f.sigma_range, 2.0f); })
          f.sigma_range = std::nextafter(f.sigma_range, 2.0f);
      },
      filter);
}

Timed timed_on_host(Session& session, const Setting& setting, const std::shared_ptr<HostRun>& run) {
  switch (setting.measure) {
    case Measure::host: return on_host([run] { run->run(); }, session.clock());
    case Measure::fresh:
      return on_host(
          [run] {
            run->renew();
            run->run();
          },
          session.clock());
    case Measure::plan:
      return on_host(
          [run, c = setting.what, request = request_of(setting)]() mutable {
            make_new(c.filter);
            run->engine.plan(c.filter, run->images->views(), frame_of(c), request).reserve();
          },
          session.clock());
    case Measure::kernel:  // of a candidate that makes its own pipeline
      return [run](int runs) {
        double seconds = 0.0;
        for (int i = 0; i < runs; ++i) seconds += run->run().kernel_seconds;
        return seconds / runs;
      };
  }
  throw std::logic_error("a measure without a clock");
}

Entrant host_entrant(Session& session, const Setting& setting) {
  if (!setting.tuning.empty())
    throw Error(Errc::invalid_argument, "a tuning can be changed of kernels alone",
                "measure kernel");
  const std::shared_ptr<HostRun> run = make_host_run(session, setting);
  const Problem problem = problem_of_case(setting.what, *run->images);
  return {.name = run->plan.candidate(),
          .predicted_seconds = run->plan.predicted_seconds(),
          .allowed_255 = allowed(setting.what, problem, run->plan.error_bound()),
          .time = timed_on_host(session, setting, run),
          .check = [run] { return run->check(); }};
}

// Passes on images in device memory.
struct DeviceRun {
  Place& place;
  std::shared_ptr<const DeviceCopies> copies;
  std::shared_ptr<const Expected> expected;
  std::unique_ptr<gpu::Buffer> output;
  Enqueue enqueue = {};

  Error255 check() const {
    enqueue(*place.stream);
    place.stream->wait();
    const ConstImageView& shape = copies->result_shape();
    Image result(shape.type, shape.width, shape.height, shape.channels);
    download(place, *output, result);
    return expected->judge(result);
  }
};

Entrant kernel_entrant(Session& session, const Setting& setting) {
  const Case& c = setting.what;
  if (setting.device == "cpu")
    throw Error(Errc::invalid_argument, "the CPU has no kernels to measure alone", "measure host");
  Place& place = session.place(setting.device);
  const Problem problem = problem_of_case(c, *session.inputs(c));
  planner::Decision decision = planner::plan(problem, session.facts(setting), request_of(setting));
  if (has_count_kernel(problem)) return count_kernel(session, setting, decision);
  if (!gpu::factory_of(*decision.candidate).kernel) return host_entrant(session, setting);
  change(decision, setting.tuning, place.device->facts().gpu);

  const auto run = std::make_shared<DeviceRun>(DeviceRun{.place = place,
                                                         .copies = session.copies(place, c),
                                                         .expected = session.expected(c, c.filter),
                                                         .output = nullptr});
  run->output = run->copies->output_buffer(place);
  run->enqueue = passes_of(place, decision, run->copies->images_with(*run->output));
  return {.name = std::string(decision.candidate->name),
          .note = text(decision.offer.tuning),
          .predicted_seconds = decision.offer.seconds,
          .allowed_255 = allowed(c, problem, decision.offer.error),
          .time = on_device(*place.stream, [run](gpu::Stream& stream) { run->enqueue(stream); }),
          .check = [run] { return run->check(); }};
}

}  // namespace

Entrant ours(Session& session, const Setting& setting) {
  return setting.measure == Measure::kernel ? kernel_entrant(session, setting)
                                            : host_entrant(session, setting);
}

std::vector<std::string> candidates_of(Session& session, const Setting& setting) {
  constexpr double too_slow = 20.0;
  const DeviceFacts facts = session.facts(setting);
  const Problem problem = problem_of_case(setting.what, *session.inputs(setting.what));
  std::vector<std::pair<std::string, double>> found;  // names and predicted seconds
  double fastest = std::numeric_limits<double>::infinity();
  for (const planner::Candidate& c : planner::catalogue()) {
    if (c.platform != platform_of(facts) || c.method == Method::separable) continue;
    if (!c.serves(problem.filter)) continue;
    Request request = request_of(setting);
    request.use = c.name;
    try {
      found.emplace_back(c.name, planner::plan(problem, facts, request).offer.seconds);
      fastest = std::min(fastest, found.back().second);
    } catch (const Error& e) {
      if (e.code() != Errc::unsupported) throw;
    }
  }
  std::vector<std::string> names;
  for (const auto& [name, seconds] : found)
    if (seconds <= too_slow * fastest) names.push_back(name);
  return names;
}

}  // namespace selvage::bench
