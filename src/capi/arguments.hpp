// SPDX-License-Identifier: Apache-2.0
#pragma once
// The arguments of the C interface as the engine takes them. All throw Error{invalid_argument} that
// names what is wrong.

#include "capi/handles.hpp"
#include "capi/views.hpp"

namespace selvage::capi {

Filter filter_of(const void* filter);
Inputs inputs_of(const selvage_inputs* inputs);
Outputs outputs_of(const selvage_outputs* outputs);
// NULL: all of the filter's result.
Frame frame_of(const selvage_frame* frame, const Filter& filter, const Inputs& inputs);
Request request_of(const selvage_request* request);               // NULL: the default
EngineOptions options_of(const selvage_engine_options* options);  // likewise

}  // namespace selvage::capi
