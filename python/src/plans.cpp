// SPDX-License-Identifier: Apache-2.0
#include "plans.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "errors.hpp"
#include "selvage/interop.hpp"

namespace selvage::python {
namespace {

// Moves a view from the first index of the outer batch axes to another.
void move_to(ConstImageView& view, const Samples& samples, const Axes& axes,
             const std::vector<int>& index) {
  if (!view.data) return;  // the array is not given
  for (std::size_t i = 0; i < index.size(); ++i)
    if (const int axis = axes.batch.at(i); axis >= 0)
      view.data += index[i] * samples.strides.at(static_cast<std::size_t>(axis));
}
void move_to(ImageView& view, const Samples& samples, const Axes& axes,
             const std::vector<int>& index) {
  ConstImageView moved = view;
  move_to(moved, samples, axes, index);
  if (view.data) view.data += moved.data - view.data;
}

// Goes to the next index. Returns false after the last.
bool advance(std::vector<int>& index, const std::vector<int>& sizes) {
  for (std::size_t i = index.size(); i-- > 0;) {
    if (++index[i] < sizes[i]) return true;
    index[i] = 0;
  }
  return false;
}

int product(const std::vector<int>& sizes) {
  int all = 1;
  for (const int size : sizes) all *= size;
  return all;
}

void add(std::optional<Report>& sum, const Report& report) {
  if (!sum) {
    sum = report;
    return;
  }
  for (std::size_t i = 0; i < sum->stages.size() && i < report.stages.size(); ++i)
    sum->stages[i].seconds += report.stages[i].seconds;
  sum->kernel_seconds += report.kernel_seconds;
  sum->certified += report.certified;
  sum->recomputed += report.recomputed;
}

void add(Counts& sum, const Counts& counts) {
  if (sum.bins.empty()) {
    sum = counts;
    return;
  }
  for (std::size_t c = 0; c < sum.bins.size(); ++c) {
    std::ranges::transform(sum.bins[c], counts.bins.at(c), sum.bins[c].begin(), std::plus{});
    sum.not_numbers.at(c) += counts.not_numbers.at(c);
  }
}

std::size_t bytes_of(const ConstImageView& view) {
  return sample_bytes(view.type) * static_cast<std::size_t>(view.width) *
         static_cast<std::size_t>(view.height) * static_cast<std::size_t>(view.channels) *
         static_cast<std::size_t>(view.depth) * static_cast<std::size_t>(view.batch);
}

constexpr std::array device_inputs{&DeviceRun::image, &DeviceRun::guide, &DeviceRun::mask,
                                   &DeviceRun::normals, &DeviceRun::depth};
static_assert(device_inputs.size() == input_ports.size());

}  // namespace

DeviceImage device_image(const ConstImageView& view) {
  if (!view.data) return {};
  std::ptrdiff_t below = 0;
  const auto reach = [&](int count, std::ptrdiff_t stride) {
    below += std::min<std::ptrdiff_t>(0, (count - 1) * stride);
  };
  reach(view.width, view.stride.pixel);
  reach(view.height, view.stride.row);
  reach(view.channels, view.stride.channel);
  reach(view.depth, view.stride.slice);
  reach(view.batch, view.stride.batch);
  return {.buffer = reinterpret_cast<std::uint64_t>(view.data + below),
          .offset = -below,
          .shape = view};
}

BoundInputs bind_inputs(const InputArrays& arrays) {
  BoundInputs bound;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (arrays[i].is_none()) continue;
    bound.readers[i] = reader_of(input_ports[i].name, arrays[i]);
    bound.inputs[i] = samples_of(input_ports[i].name, *bound.readers[i]);
  }
  return bound;
}

Inputs views_of(const BoundInputs& bound, const PlannedAxes& axes) {
  Inputs views;
  for (std::size_t i = 0; i < input_ports.size(); ++i)
    if (bound.readers[i])
      views.*input_ports[i].view =
          view_of(input_ports[i].name, bound.inputs[i], axes.inputs[i],
                  i == 0 ? axes.has_alpha : i == 1 && axes.guide_has_alpha);
  return views;
}

std::vector<int> outer_sizes(const BoundInputs& bound, const PlannedAxes& axes) {
  std::vector<int> sizes;
  const std::vector<int>& batch = axes.inputs[0].batch;
  for (std::size_t b = 0; b + 1 < batch.size(); ++b)
    sizes.push_back(static_cast<int>(bound.inputs[0].sizes.at(static_cast<std::size_t>(batch[b]))));
  return sizes;
}

ArrayPlan::ArrayPlan(Plan plan, Filter filter, const Inputs& shapes, const ConstImageView& result,
                     PlannedAxes axes)
    : plan_(std::move(plan)),
      in_flight_(InFlight()),
      filter_(std::move(filter)),
      result_(result),
      axes_(std::move(axes)),
      held_bytes_(plan_->scratch_bytes() + plan_->device_bytes() + bytes_of(shapes.image)) {}

Plan& ArrayPlan::usable_plan() {
  if (!plan_.is_usable()) refuse("this plan was made before the process was forked", "plan again");
  return *plan_;
}

BoundArrays ArrayPlan::bind(const InputArrays& arrays, nb::handle output, nb::handle flags) const {
  BoundArrays bound;
  static_cast<BoundInputs&>(bound) = bind_inputs(arrays);
  const auto bind_output = [](const char* port, nb::handle array, std::optional<Writer>& writer,
                              Samples& samples) {
    if (array.is_none()) return;
    writer = writer_of(port, array);
    samples = samples_of(port, *writer);
  };
  bind_output("out", output, bound.output, bound.output_samples);
  bind_output("flags", flags, bound.flags, bound.flags_samples);
  return bound;
}

// Calls run(inputs, outputs, number) for each index of the outer batch axes.
template <class Run>
void ArrayPlan::for_each_index(const BoundArrays& arrays, const Run& run) const {
  const Inputs first = views_of(arrays, axes_);
  Outputs first_outputs;
  if (arrays.output)
    first_outputs.image = view_of("out", arrays.output_samples, axes_.output, axes_.has_alpha);
  if (arrays.flags)
    first_outputs.flags = view_of("flags", arrays.flags_samples, axes_.flags, false);
  std::vector<int> index(axes_.outer.size(), 0);
  int number = 0;
  do {
    Inputs inputs = first;
    Outputs outputs = first_outputs;
    for (std::size_t i = 0; i < input_ports.size(); ++i)
      move_to(inputs.*input_ports[i].view, arrays.inputs[i], axes_.inputs[i], index);
    move_to(outputs.image, arrays.output_samples, axes_.output, index);
    move_to(outputs.flags, arrays.flags_samples, axes_.flags, index);
    run(inputs, outputs, number++);
  } while (advance(index, axes_.outer));
}

// Calls run(plan, inputs, outputs, controls) for each index, where it can be interrupted, and keeps
// the report.
template <class Run>
void ArrayPlan::run_each(const BoundArrays& arrays, Watch watch, const Run& run) {
  Plan& plan = usable_plan();
  const int runs = product(axes_.outer);
  watch.expected_seconds = plan.predicted_seconds() * runs;
  std::optional<Report> report;
  run_watched(watch, [&](const Controls& controls) {
    for_each_index(arrays, [&](const Inputs& inputs, const Outputs& outputs, int number) {
      Controls part{.cancel = controls.cancel};
      if (controls.progress)
        part.progress = [&](double done) { controls.progress((number + done) / runs); };
      add(report, run(plan, inputs, outputs, part));
    });
  });
  const std::scoped_lock lock(mutex_);
  report_ = std::move(report);
}

void ArrayPlan::run(const InputArrays& arrays, nb::handle output, nb::handle flags,
                    const Watch& watch) {
  run_each(bind(arrays, output, flags), watch,
           [](Plan& plan, const Inputs& inputs, const Outputs& outputs, const Controls& controls) {
             return plan.run(inputs, outputs, controls);
           });
}

Counts ArrayPlan::count(nb::handle image, const Watch& watch) {
  InputArrays arrays;
  arrays.fill(nb::none());
  arrays[0] = image;
  const BoundArrays bound = bind(arrays, nb::none(), nb::none());
  const auto& filter = std::get<Histogram>(filter_);
  if (product(axes_.outer) > 1 && !is_integer(bound.inputs[0].type) && !(filter.low && filter.high))
    refuse("low and high are needed for floats with several batch axes",
           "give both, or make one batch axis by numpy.reshape");
  Counts sum;
  run_each(bound, watch,
           [&](Plan& plan, const Inputs& inputs, const Outputs&, const Controls& controls) {
             Counts counts;
             Report report = plan.run(inputs, {.counts = &counts}, controls);
             add(sum, counts);
             return report;
           });
  return sum;
}

void ArrayPlan::enqueue(const InputArrays& arrays, nb::handle output, nb::handle flags,
                        std::uintptr_t stream) {
  Plan& plan = usable_plan();
  const BoundArrays bound = bind(arrays, output, flags);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): Python has handles of streams as numbers
  void* const handle = reinterpret_cast<void*>(stream);
  const Working working;
  plan.reserve();  // compiles
  void* const context = native_context(plan);
  refuse_capture(context, handle);
  for_each_index(bound, [&](const Inputs& inputs, const Outputs& outputs, int) {
    DeviceRun run{.stream = handle};
    for (std::size_t i = 0; i < input_ports.size(); ++i)
      run.*device_inputs[i] = device_image(inputs.*input_ports[i].view);
    run.output = device_image(outputs.image);
    run.flags = device_image(outputs.flags);
    selvage::enqueue(plan, run);
    in_flight_->mark(context, handle);
  });
}

std::unique_ptr<ArrayPlan> ArrayPlan::part(const InputArrays& arrays, const Frame& frame) {
  const Plan& whole = usable_plan();
  const BoundInputs bound = bind_inputs(arrays);
  PlannedAxes axes = axes_;
  axes.outer = outer_sizes(bound, axes);
  const Inputs shapes = views_of(bound, axes);
  Frame whole_frame = frame;
  if (frame.depth == 0) whole_frame.depth = whole_frame.slices.count = shapes.image.depth;
  ConstImageView result = result_shape(filter_, shapes.image, shapes.guide);
  result.width = frame.compute.width;
  result.height = frame.compute.height;
  result.depth = whole_frame.slices.count;
  Plan plan = [&] {
    const Working working;
    return whole.part(shapes, whole_frame);
  }();
  return std::make_unique<ArrayPlan>(std::move(plan), filter_, shapes, result, std::move(axes));
}

void ArrayPlan::wait() {
  if (!in_flight_.is_usable()) return;
  const Working working;
  in_flight_->wait();
}

std::vector<int> ArrayPlan::shape() const {
  return shape_of(result_, axes_.output, axes_.outer);
}
std::vector<int> ArrayPlan::flags_shape() const {
  ConstImageView flags = result_;
  flags.channels = 1;
  return shape_of(flags, axes_.flags, axes_.outer);
}
std::optional<Report> ArrayPlan::report() const {
  const std::scoped_lock lock(mutex_);
  return report_;
}

}  // namespace selvage::python
