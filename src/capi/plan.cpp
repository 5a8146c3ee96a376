// SPDX-License-Identifier: Apache-2.0
// Plans and runs.

#include <memory>

#include "capi/arguments.hpp"
#include "capi/controls.hpp"
#include "capi/guard.hpp"
#include "capi/lists.hpp"

namespace capi = selvage::capi;

namespace {

selvage::Plan plan_of(const selvage_engine* engine, const void* filter,
                      const selvage_inputs* shapes, const selvage_frame* frame,
                      const selvage_request* request) {
  const selvage::Filter f = capi::filter_of(filter);
  const selvage::Inputs inputs = capi::inputs_of(shapes);
  return capi::need(engine, "engine")
      .engine.plan(f, inputs, capi::frame_of(frame, f, inputs), capi::request_of(request));
}

void run_plan(selvage::Plan& plan, const selvage_inputs* inputs, const selvage_outputs* outputs,
              const selvage_controls* controls, selvage_report** report) {
  std::unique_ptr<selvage_report> made;  // before the run, because it may fail
  if (report) made = std::make_unique<selvage_report>();
  const selvage::Inputs in = capi::inputs_of(inputs);
  const selvage::Outputs out = capi::outputs_of(outputs);
  selvage::Report done =
      capi::run_with(controls, [&](const selvage::Controls& c) { return plan.run(in, out, c); });
  if (!report) return;
  made->report = std::move(done);
  *report = made.release();
}

const selvage::Reason* reason_at(const selvage_plan* plan, size_t i) {
  return plan ? capi::at(plan->plan.reasons(), i) : nullptr;
}

}  // namespace

selvage_status selvage_run(const selvage_engine* engine, const void* filter,
                           const selvage_inputs* inputs, const selvage_outputs* outputs,
                           const selvage_frame* frame, const selvage_request* request,
                           const selvage_controls* controls, selvage_report** report,
                           selvage_error** error) {
  if (report) *report = nullptr;
  return capi::guarded(error, [&] {
    selvage::Plan plan = plan_of(engine, filter, inputs, frame, request);
    run_plan(plan, inputs, outputs, controls, report);
  });
}

selvage_status selvage_plan_new(const selvage_engine* engine, const void* filter,
                                const selvage_inputs* shapes, const selvage_frame* frame,
                                const selvage_request* request, selvage_plan** plan,
                                selvage_error** error) {
  return capi::make_handle(plan, "plan", error, [&] {
    return selvage_plan{plan_of(engine, filter, shapes, frame, request)};
  });
}

const char* selvage_plan_device(const selvage_plan* plan) {
  return plan ? plan->plan.device().c_str() : "";
}
const char* selvage_plan_candidate(const selvage_plan* plan) {
  return plan ? plan->plan.candidate().c_str() : "";
}
double selvage_plan_error_bound(const selvage_plan* plan) {
  return plan ? plan->plan.error_bound() : 0.0;
}
double selvage_plan_predicted_seconds(const selvage_plan* plan) {
  return plan ? plan->plan.predicted_seconds() : 0.0;
}
uint64_t selvage_plan_scratch_bytes(const selvage_plan* plan) {
  return plan ? plan->plan.scratch_bytes() : 0;
}
uint64_t selvage_plan_device_bytes(const selvage_plan* plan) {
  return plan ? plan->plan.device_bytes() : 0;
}
size_t selvage_plan_reason_count(const selvage_plan* plan) {
  return plan ? plan->plan.reasons().size() : 0;
}
const char* selvage_plan_reason_candidate(const selvage_plan* plan, size_t i) {
  const selvage::Reason* reason = reason_at(plan, i);
  return reason ? reason->candidate.c_str() : "";
}
const char* selvage_plan_reason_text(const selvage_plan* plan, size_t i) {
  const selvage::Reason* reason = reason_at(plan, i);
  return reason ? reason->text.c_str() : "";
}
int32_t selvage_plan_reason_taken(const selvage_plan* plan, size_t i) {
  const selvage::Reason* reason = reason_at(plan, i);
  return reason && reason->taken ? 1 : 0;
}

selvage_status selvage_plan_reserve(selvage_plan* plan, selvage_error** error) {
  return capi::guarded(error, [&] { capi::need(plan, "plan").plan.reserve(); });
}
selvage_status selvage_plan_run(selvage_plan* plan, const selvage_inputs* inputs,
                                const selvage_outputs* outputs, const selvage_controls* controls,
                                selvage_report** report, selvage_error** error) {
  if (report) *report = nullptr;
  return capi::guarded(
      error, [&] { run_plan(capi::need(plan, "plan").plan, inputs, outputs, controls, report); });
}
void selvage_plan_free(selvage_plan* plan) {
  delete plan;
}
