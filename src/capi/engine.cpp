// SPDX-License-Identifier: Apache-2.0
// Engines, and queries that need no engine.

#include <optional>

#include "capi/arguments.hpp"
#include "capi/controls.hpp"
#include "capi/guard.hpp"
#include "capi/structures.hpp"

namespace capi = selvage::capi;

const char* selvage_version() {
  return SELVAGE_VERSION;
}

selvage_status selvage_validate(const void* filter, const selvage_const_view* image,
                                const selvage_const_view* guide, selvage_error** error) {
  return capi::guarded(error, [&] {
    const selvage::Filter f = capi::filter_of(filter);
    if (image && guide)
      selvage::validate(f, capi::view_of(image, "image"), capi::view_of(guide, "guide"));
    else if (image)
      selvage::validate(f, capi::view_of(image, "image"));
    else
      selvage::validate(f);
  });
}

selvage_status selvage_halo(const void* filter, int32_t* halo, selvage_error** error) {
  return capi::guarded(error, [&] {
    const selvage::Filter f = capi::filter_of(filter);
    selvage::validate(f);
    capi::need(halo, "halo") = selvage::halo(f);
  });
}

selvage_status selvage_result_shape(const void* filter, const selvage_const_view* image,
                                    const selvage_const_view* guide, selvage_view* shape,
                                    selvage_error** error) {
  return capi::guarded(error, [&] {
    const selvage::Filter f = capi::filter_of(filter);
    const size_t size = capi::need(shape, "shape").size;
    capi::need(image, "image");
    const auto given_image = capi::view_of(image, "image");
    const auto given_guide = capi::view_of(guide, "guide");
    if (!guide) selvage::validate(f, given_image);
    if (guide) selvage::validate(f, given_image, given_guide);
    const selvage::ConstImageView result = selvage::result_shape(f, given_image, given_guide);
    const selvage_status written =
        selvage_view_init(shape, size, nullptr, static_cast<int32_t>(result.type), result.width,
                          result.height, result.channels);
    if (written != SELVAGE_OK)
      throw selvage::Error(selvage::Errc::invalid_argument,
                           "shape: its size or its sides are not those of a view");
    shape->alpha = result.alpha;
    shape->batch = result.batch;
  });
}

selvage_status selvage_engine_new(const char* device, const selvage_engine_options* options,
                                  selvage_engine** engine, selvage_error** error) {
  return capi::make_handle(engine, "engine", error, [&] {
    const selvage::Device found = device ? selvage::find_device(device) : selvage::Device::best();
    return selvage_engine{selvage::Engine(found, capi::options_of(options))};
  });
}
const char* selvage_engine_device(const selvage_engine* engine) {
  return engine ? engine->engine.device().id.c_str() : "";
}
void selvage_engine_free(selvage_engine* engine) {
  delete engine;
}
