// SPDX-License-Identifier: Apache-2.0
#include "run/setting.hpp"

#include <fmt/format.h>

#include "selvage/error.hpp"

namespace selvage::bench {

Setting setting_of(const nlohmann::json& object) try {
  Setting setting;
  nlohmann::json rest = object;
  const auto take = [&](const char* name, auto& to) {
    if (const auto found = rest.find(name); found != rest.end()) {
      found->get_to(to);
      rest.erase(found);
    }
  };
  std::string measure(name_of(setting.measure)), method(name_of(setting.method));
  take("device", setting.device);
  take("simd", setting.simd);
  take("threads", setting.threads);
  take("use", setting.use);
  take("tuning", setting.tuning);
  take("method", method);
  take("exact", setting.exact);
  take("max_error", setting.max_error);
  take("measure", measure);
  const auto named = value_named<Measure>(measure);
  if (!named)
    throw Error(Errc::invalid_argument, fmt::format("there is no measure {}", measure),
                "the measures are host, fresh, kernel and plan");
  setting.measure = *named;
  const auto asked = value_named<Method>(method);
  if (!asked) throw Error(Errc::invalid_argument, fmt::format("there is no method {}", method));
  setting.method = *asked;
  setting.what = case_of(rest);
  return setting;
} catch (const nlohmann::json::exception& e) {
  throw Error(Errc::invalid_argument, fmt::format("{} is no setting: {}", object.dump(), e.what()));
}

Request request_of(const Setting& setting) {
  Request request{.exact = setting.exact, .method = setting.method, .use = setting.use};
  if (setting.max_error > 0.0) request.max_error = setting.max_error;
  return request;
}

std::string simd_of(const Setting& setting) {
  for (const std::string& known : Device::cpu().simd)
    if (known.starts_with(setting.simd)) return known;
  if (setting.simd.empty()) return {};
  throw Error(Errc::unsupported, fmt::format("this machine has no {}", setting.simd));
}

EngineOptions options_of(const Setting& setting) {
  if (setting.device != "cpu") return {};
  return {.threads = setting.threads, .simd = simd_of(setting)};
}

}  // namespace selvage::bench
