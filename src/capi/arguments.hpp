// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts the C interface's arguments for the engine. All functions throw Error{invalid_argument}
// that names the argument at fault.

#include "capi/handles.hpp"
#include "capi/views.hpp"

namespace selvage::capi {

Filter filter_of(const void* filter);
Inputs inputs_of(const selvage_inputs* inputs);
Outputs outputs_of(const selvage_outputs* outputs);
// NULL: the filter's whole result.
Frame frame_of(const selvage_frame* frame, const Filter& filter, const Inputs& inputs);
Request request_of(const selvage_request* request);               // NULL: the default
EngineOptions options_of(const selvage_engine_options* options);  // likewise

}  // namespace selvage::capi
