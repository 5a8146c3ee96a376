// SPDX-License-Identifier: Apache-2.0
// Gradients.

#include "selvage/gradient.hpp"

#include "capi/arguments.hpp"
#include "capi/controls.hpp"
#include "capi/guard.hpp"
#include "capi/structures.hpp"

namespace capi = selvage::capi;

selvage_status selvage_gradients_init(selvage_gradients* gradients, size_t size) {
  return capi::write(gradients, size, selvage_gradients{});
}

selvage_status selvage_gradient(const selvage_engine* engine, const void* filter,
                                const selvage_inputs* inputs, const selvage_const_view* d_output,
                                const selvage_controls* controls, selvage_gradients* gradients,
                                selvage_error** error) {
  return capi::guarded(error, [&] {
    selvage_gradients result = capi::read(gradients, "gradients");
    const selvage::Filter f = capi::filter_of(filter);
    const selvage::Inputs in = capi::inputs_of(inputs);
    const selvage::ConstImageView d = capi::view_of(&capi::need(d_output, "d_output"), "d_output");
    selvage::Gradients written{.image = capi::view_of(result.image, "d_image"),
                               .guide = capi::view_of(result.guide, "d_guide")};
    const selvage::Engine& on = capi::need(engine, "engine").engine;
    capi::run_with(controls, [&](const selvage::Controls& c) -> selvage::Report {
      const selvage::GradientReport report = selvage::gradient(on, f, in, d, written, c);
      return {.error_bound = report.error_bound};
    });
    result.sigma_space = written.sigma_space;
    result.sigma_range = written.sigma_range;
    capi::write(gradients, result.size, result);
  });
}
