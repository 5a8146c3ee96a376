// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "command_line/help.hpp"
#include "command_line/option_table.hpp"
#include "command_line/options.hpp"
#include "process/memory.hpp"
#include "selvage/device.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

nlohmann::ordered_json json_of(const Device& d) {
  return {{"verb", "devices"},
          {"device", d.id},
          {"name", d.name},
          {"compute_units", d.compute_units},
          {"memory_bytes", d.memory_bytes},
          {"simd", d.simd},
          {"processor", d.is_processor},
          {"driver", d.driver},
          {"missing", d.missing}};
}

std::string text_of(const Device& d) {
  std::string text = fmt::format("{:<8} {}", d.id, printable(d.name));
  if (d.compute_units > 0)
    text += fmt::format(", {} compute units, {}", d.compute_units,
                        size_text(static_cast<std::size_t>(d.memory_bytes)));
  if (!d.simd.empty()) text += fmt::format(", {}", fmt::join(d.simd, " "));
  if (!d.driver.empty()) text += ", " + printable(d.driver);
  if (!d.missing.empty()) text += "; cannot be used: " + printable(d.missing);
  return text + '\n';
}

}  // namespace

Verb add_devices(CLI::App& root) {
  const auto messages = std::make_shared<MessageOptions>();
  CLI::App& verb = add_verb(root, "devices", devices_help);
  add_json_option(verb, *messages);
  return {&verb, messages, [messages](const std::stop_token&) {
            for (const Device& device : devices())
              if (messages->json)
                print(*messages, json_of(device));
              else
                print(*messages, std::string_view(text_of(device)));
            return int{exit_done};
          }};
}

}  // namespace selvage::cli
