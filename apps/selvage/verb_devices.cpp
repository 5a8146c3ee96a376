// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "help.hpp"
#include "memory.hpp"
#include "option_table.hpp"
#include "options.hpp"
#include "selvage/device.hpp"
#include "verbs.hpp"

namespace selvage::cli {
namespace {

nlohmann::ordered_json json_of(const Device& d) {
  return {{"verb", "devices"},
          {"device", d.id},
          {"name", d.name},
          {"compute_units", d.compute_units},
          {"memory_bytes", d.memory_bytes},
          {"simd", d.simd}};
}

std::string text_of(const Device& d) {
  return fmt::format("{:<8} {}, {} compute units, {}, {}\n", d.id, printable(d.name),
                     d.compute_units, size_text(static_cast<std::size_t>(d.memory_bytes)),
                     fmt::join(d.simd, " "));
}

}  // namespace

Verb add_devices(CLI::App& root) {
  const auto talk = std::make_shared<Talk>();
  CLI::App* verb = root.add_subcommand("devices", devices_help);
  add_json_option(*verb, *talk);
  return {verb, talk, [talk](const std::stop_token&) {
            for (const Device& device : devices())
              if (talk->json)
                print(*talk, json_of(device));
              else
                print(*talk, std::string_view(text_of(device)));
            return int{exit_done};
          }};
}

}  // namespace selvage::cli
