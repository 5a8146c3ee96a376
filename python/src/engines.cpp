// SPDX-License-Identifier: Apache-2.0
// Engines, and plans as Python sees them.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "errors.hpp"
#include "filters.hpp"
#include "plans.hpp"
#include "selvage/gradient.hpp"
#include "values.hpp"

namespace selvage::python {
namespace {

using AxisList = std::vector<int>;

Layout layout_of(const nb::tuple& given) {
  using Axis = std::optional<int>;
  return {.channel_axis = nb::cast<Axis>(given[0]),
          .batch_axes = nb::cast<AxisList>(given[1]),
          .has_alpha = nb::cast<bool>(given[2]),
          .guide_channel_axis = nb::cast<Axis>(given[3]),
          .guide_has_alpha = nb::cast<bool>(given[4]),
          .normals_channel_axis = nb::cast<Axis>(given[5]),
          .depth_axis = nb::cast<Axis>(given[6])};
}

// The fields of pyselvage.Frame, in their order.
Frame frame_of(const nb::tuple& given) {
  const auto number = [&](std::size_t i) { return nb::cast<int>(given[i]); };
  const nb::tuple compute = nb::cast<nb::tuple>(given[4]);
  const auto part = [&](std::size_t i) { return nb::cast<int>(compute[i]); };
  const nb::tuple slices = nb::cast<nb::tuple>(given[7]);
  return {.width = number(0),
          .height = number(1),
          .depth = number(5),
          .x = number(2),
          .y = number(3),
          .compute = {part(0), part(1), part(2), part(3)},
          .z = number(6),
          .slices = {nb::cast<int>(slices[0]), nb::cast<int>(slices[1])}};
}

// The axes of an input that is not the image.
Axes axes_of_port(const Axes& image, const Layout& layout, const std::string& port, int count) {
  if (port == "guide") return axes_beside(image, port, count, layout.guide_channel_axis);
  if (port == "normals") return axes_beside(image, port, count, layout.normals_channel_axis);
  return axes_beside(image, port, count, {});
}

Axes without_channels(const Axes& image) {
  Axes axes = image;
  axes.channel = -1;
  axes.count -= image.channel >= 0 ? 1 : 0;
  const auto close_gap = [&](int& axis) { axis -= image.channel >= 0 && axis > image.channel; };
  close_gap(axes.y);
  close_gap(axes.x);
  close_gap(axes.depth);
  for (int& axis : axes.batch) close_gap(axis);
  return axes;
}

// The inputs of a plan or a gradient, which are kept alive.
struct Given {
  BoundInputs bound;
  PlannedAxes axes;
  Inputs views = {};  // of the first index
};
Given given_of(const nb::tuple& arrays, const nb::tuple& layout_tuple) {
  const Layout layout = layout_of(layout_tuple);
  Given given{.bound = bind_inputs({arrays[0], arrays[1], arrays[2], arrays[3], arrays[4]}),
              .axes = {.has_alpha = layout.has_alpha, .guide_has_alpha = layout.guide_has_alpha}};
  for (std::size_t i = 0; i < input_ports.size(); ++i) {
    if (!given.bound.readers[i]) continue;
    const std::string port = input_ports[i].name;
    const int count = given.bound.inputs[i].axes;
    given.axes.inputs[i] =
        i == 0 ? axes_of(port, count, layout.channel_axis, layout.batch_axes, layout.depth_axis)
               : axes_of_port(given.axes.inputs[0], layout, port, count);
  }
  given.axes.outer = outer_sizes(given.bound, given.axes);
  given.views = views_of(given.bound, given.axes);
  return given;
}

// The inputs of a gradient, which are kept alive.
Given given_for_gradient(const nb::tuple& arrays, const nb::tuple& layout) {
  Given given = given_of(arrays, layout);
  if (!given.axes.outer.empty()) refuse("batch_axes: gradients take one axis of images");
  return given;
}

// The images of a gradient, which are kept alive.
struct GivenGradient {
  GivenGradient(const nb::tuple& arrays, const nb::tuple& layout, nb::handle given_d_output,
                nb::handle d_image, nb::handle d_guide)
      : inputs(given_for_gradient(arrays, layout)), reader(reader_of("d_output", given_d_output)) {
    const Axes& axes = inputs.axes.inputs[0];
    d_output = view_of("d_output", samples_of("d_output", reader), axes, false);
    const auto view = [&](const char* name, std::size_t i, nb::handle array, const Axes& of) {
      if (array.is_none()) return ImageView{};
      writers.at(i).emplace(writer_of(name, array));
      return view_of(name, samples_of(name, *writers.at(i)), of, false);
    };
    results.image = view("d_image", 0, d_image, axes);
    results.guide = view("d_guide", 1, d_guide, inputs.axes.inputs[1]);
  }

  Given inputs;
  Reader reader;
  std::array<std::optional<Writer>, 2> writers;
  ConstImageView d_output;
  Gradients results;
};

class DeviceEngine {
 public:
  DeviceEngine(const std::string& device, const EngineOptions& options)
      : engine_(make(device, options)) {}

  std::unique_ptr<ArrayPlan> plan(nb::handle filter, const nb::tuple& arrays,
                                  const nb::tuple& layout_tuple, bool with_data,
                                  const Request& request) const {
    const Filter f = filter_of(filter);
    Given given = given_of(arrays, layout_tuple);
    PlannedAxes& axes = given.axes;
    Inputs& shapes = given.views;
    if (!with_data)
      for (const InputPort& port : input_ports) (shapes.*port.view).data = nullptr;
    axes.output = axes.inputs[0];
    axes.flags = without_channels(axes.output);
    const ConstImageView result = result_shape(f, shapes.image, shapes.guide);
    Plan plan = [&] {
      const Working working;
      return engine_->plan(f, shapes, Frame::whole(result.width, result.height, result.depth),
                           request);
    }();
    note_driver_of(plan.device().c_str());
    return std::make_unique<ArrayPlan>(std::move(plan), f, shapes, result, std::move(axes));
  }

  // Writes the derivatives of image and guide; returns those of the sigmas and the error bound.
  nb::tuple gradient(nb::handle filter, const nb::tuple& arrays, const nb::tuple& layout,
                     nb::handle d_output, nb::handle d_image, nb::handle d_guide) const {
    const Filter f = filter_of(filter);
    GivenGradient given(arrays, layout, d_output, d_image, d_guide);
    const GradientReport report = [&] {
      const Working working;
      return selvage::gradient(*engine_, f, given.inputs.views, given.d_output, given.results);
    }();
    return nb::make_tuple(given.results.sigma_space, given.results.sigma_range, report.error_bound);
  }

  // Enqueues the filter in a stream of CUDA, and keeps its means. `memory` are functions that
  // return the addresses of scratch and of means of a size, and the stream.
  void enqueue_forward(nb::handle filter, const nb::tuple& arrays, const nb::tuple& layout,
                       nb::handle output, const nb::tuple& memory) const {
    const Filter f = filter_of(filter);
    const Given given = given_for_gradient(arrays, layout);
    const Writer writer = writer_of("output", output);
    const ImageView result =
        view_of("output", samples_of("output", writer), given.axes.inputs[0], false);
    const ForwardBytes bytes = selvage::forward_bytes(*engine_, f, given.views);
    const DeviceForward run{.image = device_image(given.views.image),
                            .guide = device_image(given.views.guide),
                            .mask = device_image(given.views.mask),
                            .output = device_image(result),
                            .means = memory_of(memory[1](bytes.means)),
                            .scratch = memory_of(memory[0](bytes.scratch)),
                            .stream = stream_of(memory[2])};
    const Working working;
    selvage::enqueue_forward(*engine_, f, run);
  }

  // Enqueues in a stream of CUDA. `memory` are the address of the sigmas' derivatives (0: not
  // computed) and that of the means that a forward pass kept (0: none), a function that returns
  // the address of scratch of a size, and the stream. Returns the error bound.
  double enqueue_gradient(nb::handle filter, const nb::tuple& arrays, const nb::tuple& layout,
                          const nb::tuple& images, const nb::tuple& memory) const {
    const Filter f = filter_of(filter);
    const GivenGradient given(arrays, layout, images[0], images[1], images[2]);
    const Inputs& inputs = given.inputs.views;
    const std::size_t bytes = selvage::gradient_scratch_bytes(*engine_, f, inputs);
    const DeviceGradient run{.image = device_image(inputs.image),
                             .guide = device_image(inputs.guide),
                             .mask = device_image(inputs.mask),
                             .d_output = device_image(given.d_output),
                             .d_image = device_image(given.results.image),
                             .d_guide = device_image(given.results.guide),
                             .d_sigmas = memory_of(memory[0]),
                             .means = memory_of(memory[1]),
                             .scratch = memory_of(memory[2](bytes)),
                             .stream = stream_of(memory[3])};
    const Working working;
    return selvage::enqueue_gradient(*engine_, f, run);
  }

 private:
  static DeviceMemory memory_of(nb::handle address) {
    return {.buffer = nb::cast<std::uint64_t>(address)};
  }
  static void* stream_of(nb::handle number) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): Python has handles of streams as numbers
    return reinterpret_cast<void*>(nb::cast<std::uint64_t>(number));
  }

  static Engine make(const std::string& device, const EngineOptions& options) {
    if (device != "cpu" && gpus_are_lost())
      throw Error(Errc::device,
                  device + ": this process was forked after its parent had started a GPU driver",
                  "use the CPU, or start processes by multiprocessing's method 'spawn'");
    const Working working;
    if (device != "cpu" && device != "auto") note_driver();
    return Engine(find_device(device), options);
  }

  OfThisProcess<Engine> engine_;
};

nb::object report_of(const ArrayPlan& plan) {
  const std::optional<Report> report = plan.report();
  if (!report) return nb::none();
  nb::list stages;
  for (const Stage& stage : report->stages)
    stages.append(nb::make_tuple(stage.name, stage.seconds));
  return nb::make_tuple(report->device, report->candidate, report->error_bound, nb::tuple(stages),
                        report->kernel_seconds, nb::tuple(nb::cast(report->notes)),
                        report->certified, report->recomputed, report->terms);
}

nb::tuple reasons_of(const ArrayPlan& plan) {
  nb::list reasons;
  for (const Reason& reason : plan.plan().reasons())
    reasons.append(nb::make_tuple(reason.candidate, reason.taken, reason.text));
  return nb::tuple(reasons);
}

nb::dict tuning_of(const ArrayPlan& plan) {
  nb::dict tuning;
  for (const TuningParameter& number : plan.plan().tuning())
    tuning[nb::cast(number.name)] = number.value;
  return tuning;
}

nb::tuple counts_of(ArrayPlan& plan, nb::handle image, nb::object progress,
                    const std::stop_source* cancel) {
  const Counts counts =
      plan.count(image, {.progress = std::move(progress),
                         .cancel = cancel != nullptr ? cancel->get_token() : std::stop_token()});
  return nb::make_tuple(counts.bins, counts.not_numbers, counts.low, counts.high);
}

void run_plan(ArrayPlan& plan, nb::handle image, nb::handle guide, nb::handle mask,
              nb::handle normals, nb::handle depth, nb::handle out, nb::handle flags,
              nb::object progress, const std::stop_source* cancel) {
  plan.run({image, guide, mask, normals, depth}, out, flags,
           {.progress = std::move(progress),
            .cancel = cancel != nullptr ? cancel->get_token() : std::stop_token()});
}

void add_plan(nb::module_& module) {
  const auto text = [](auto get) {
    return [get](const ArrayPlan& plan) { return (plan.plan().*get)(); };
  };
  nb::class_<ArrayPlan>(module, "Plan")
      .def("run", &run_plan, nb::arg("image"), nb::arg("guide").none(), nb::arg("mask").none(),
           nb::arg("normals").none(), nb::arg("depth").none(), nb::arg("out").none(),
           nb::arg("flags").none(), nb::arg("progress").none(), nb::arg("cancel").none())
      .def("count", &counts_of, nb::arg("image"), nb::arg("progress").none(),
           nb::arg("cancel").none())
      .def(
          "enqueue",
          [](ArrayPlan& plan, nb::handle image, const nb::tuple& others, std::uintptr_t stream) {
            plan.enqueue({image, others[0], others[1], others[2], others[3]}, others[4], others[5],
                         stream);
          },
          nb::arg("image"), nb::arg("others"), nb::arg("stream"))
      .def(
          "part",
          [](ArrayPlan& plan, const nb::tuple& arrays, const nb::tuple& frame) {
            return plan.part({arrays[0], arrays[1], arrays[2], arrays[3], arrays[4]},
                             frame_of(frame));
          },
          nb::arg("arrays"), nb::arg("frame"))
      .def("wait", &ArrayPlan::wait)
      .def_prop_ro("is_usable", &ArrayPlan::is_usable)
      .def_prop_ro("shape", [](const ArrayPlan& plan) { return nb::tuple(nb::cast(plan.shape())); })
      .def_prop_ro("flags_shape",
                   [](const ArrayPlan& plan) { return nb::tuple(nb::cast(plan.flags_shape())); })
      .def_prop_ro("held_bytes", &ArrayPlan::held_bytes)
      .def_prop_ro("report", &report_of)
      .def_prop_ro("reasons", &reasons_of)
      .def_prop_ro("tuning", &tuning_of)
      .def_prop_ro("device", text(&Plan::device))
      .def_prop_ro("candidate", text(&Plan::candidate))
      .def_prop_ro("error_bound", text(&Plan::error_bound))
      .def_prop_ro("max_error", text(&Plan::max_error))
      .def_prop_ro("predicted_seconds", text(&Plan::predicted_seconds))
      .def_prop_ro("halo", text(&Plan::halo))
      .def_prop_ro("scratch_bytes", text(&Plan::scratch_bytes))
      .def_prop_ro("device_bytes", text(&Plan::device_bytes));
}

}  // namespace

void add_plans(nb::module_& module) {
  add_plan(module);
  nb::class_<DeviceEngine>(module, "Engine")
      .def(
          "__init__",
          [](DeviceEngine* self, const std::string& device, int threads, nb::handle executor,
             const std::string& simd, std::size_t device_memory, int expected_runs) {
            new (self) DeviceEngine(device, {.threads = threads,
                                             .executor = choice_of<Executor>("executor", executor),
                                             .simd = simd,
                                             .device_memory = device_memory,
                                             .expected_runs = expected_runs});
          },
          nb::arg("device"), nb::arg("threads"), nb::arg("executor"), nb::arg("simd"),
          nb::arg("device_memory"), nb::arg("expected_runs"))
      .def(
          "plan",
          [](const DeviceEngine& engine, nb::handle filter, const nb::tuple& arrays,
             const nb::tuple& layout, bool with_data, bool exact, std::optional<double> max_error,
             nb::handle method, const std::string& use, double sample_extent) {
            return engine.plan(filter, arrays, layout, with_data,
                               {.max_error = max_error,
                                .exact = exact,
                                .method = choice_of<Method>("method", method),
                                .use = use,
                                .sample_extent = sample_extent});
          },
          nb::arg("filter"), nb::arg("arrays"), nb::arg("layout"), nb::arg("with_data"),
          nb::arg("exact"), nb::arg("max_error").none(), nb::arg("method"), nb::arg("use"),
          nb::arg("sample_extent"))
      .def("gradient", &DeviceEngine::gradient, nb::arg("filter"), nb::arg("arrays"),
           nb::arg("layout"), nb::arg("d_output"), nb::arg("d_image").none(),
           nb::arg("d_guide").none())
      .def("enqueue_forward", &DeviceEngine::enqueue_forward, nb::arg("filter"), nb::arg("arrays"),
           nb::arg("layout"), nb::arg("output"), nb::arg("memory"))
      .def("enqueue_gradient", &DeviceEngine::enqueue_gradient, nb::arg("filter"),
           nb::arg("arrays"), nb::arg("layout"), nb::arg("images"), nb::arg("memory"));
}

}  // namespace selvage::python
