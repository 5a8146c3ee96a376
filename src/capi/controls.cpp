// SPDX-License-Identifier: Apache-2.0
#include "capi/controls.hpp"

#include "capi/guard.hpp"
#include "capi/structures.hpp"

namespace selvage::capi {

Report run_with(const selvage_controls* controls,
                const std::function<Report(const Controls&)>& run) {
  if (!controls) return run({});
  const selvage_controls given = read(controls, "controls");
  std::stop_source stop;  // requested by the handle or by the return value of `progress`
  const std::stop_token asked = given.cancel ? given.cancel->source.get_token() : std::stop_token();
  const std::stop_callback forward(asked, [&stop] { stop.request_stop(); });
  Controls used{.cancel = stop.get_token(), .progress = {}};
  if (given.progress)
    used.progress = [&](double share) {
      if (given.progress(given.user, share) != 0) stop.request_stop();
    };
  return run(used);
}

}  // namespace selvage::capi

selvage_status selvage_controls_init(selvage_controls* controls, size_t size) {
  return selvage::capi::write(controls, size, {});
}

selvage_status selvage_cancel_new(selvage_cancel** cancel, selvage_error** error) {
  return selvage::capi::make_handle(cancel, "cancel", error,
                                    [] { return selvage_cancel{std::stop_source()}; });
}
void selvage_cancel_request(selvage_cancel* cancel) {
  if (cancel) cancel->source.request_stop();
}
void selvage_cancel_free(selvage_cancel* cancel) {
  delete cancel;
}
