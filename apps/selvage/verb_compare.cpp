// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "compare.hpp"
#include "formats.hpp"
#include "help.hpp"
#include "option_table.hpp"
#include "options.hpp"
#include "selvage/io.hpp"
#include "verbs.hpp"

namespace selvage::cli {
namespace {

struct CompareCommand {
  std::vector<std::string> files;
  Value tolerance{.number = 0.0};
  Limits limits;
  Talk talk;
};

void check_shapes(const CompareCommand& command, const Image& a, const Image& b) {
  const bool same =
      a.width() == b.width() && a.height() == b.height() && a.channels() == b.channels();
  if (!same)
    throw Error(Errc::invalid_argument,
                fmt::format("{} is {}, {} is {}", command.files[0], shape_text(a.view()),
                            command.files[1], shape_text(b.view())),
                "images of the same size and channels can be compared");
}

std::string text_of(const Difference& d, const Image& a, const Image& b) {
  const bool in_steps = a.type() == b.type() && is_integer(a.type());
  const auto value = [&](double v) {
    return in_steps ? fmt::format("{:.6g} ({:.4g} of {:g})", v, v * full_scale(a.type()),
                                  full_scale(a.type()))
                    : fmt::format("{:.6g}", v);
  };
  const std::string where =
      d.max > 0.0 ? fmt::format(" at x {}, y {}, channel {}", d.x, d.y, d.channel) : "";
  return fmt::format(
      "max   {}{}\n"
      "mean  {}\n"
      "RMS   {}\n"
      "PSNR  {:.2f} dB\n"
      "differ {} of {} samples, {} of {} pixels\n",
      value(d.max), where, value(d.mean), value(d.rms), d.psnr, d.differing_samples, d.samples,
      d.differing_pixels, d.pixels);
}

nlohmann::ordered_json json_of(const Difference& d, const CompareCommand& command,
                               double tolerance) {
  return {{"verb", "compare"},
          {"a", command.files[0]},
          {"b", command.files[1]},
          {"same", d.differing_samples == 0},
          {"tolerance", tolerance},
          {"max", d.max},  // JSON has no infinity: null
          {"mean", d.mean},
          {"rms", d.rms},
          {"psnr", d.psnr},
          {"samples", d.samples},
          {"pixels", d.pixels},
          {"differing_samples", d.differing_samples},
          {"differing_pixels", d.differing_pixels},
          {"x", d.x},
          {"y", d.y},
          {"channel", d.channel}};
}

int compare_files(const CompareCommand& command) {
  if (command.files.size() != 2)
    throw Error(Errc::invalid_argument,
                fmt::format("compare takes two images, not {}", command.files.size()),
                "for instance: selvage compare a.png b.png");
  if (command.files[0] == "-" && command.files[1] == "-")
    throw Error(Errc::invalid_argument, "standard input cannot be both images",
                "give one of them as a file");
  const Image a = load(command.files[0], command.limits);
  const Image b = load(command.files[1], command.limits);
  check_shapes(command, a, b);
  if (a.type() != b.type())
    say(command.talk,
        fmt::format("selvage: note: {} is {}, {} is {}: compared in real units, where "
                    "full scale is 1",
                    command.files[0], name(a.type()), command.files[1], name(b.type())));
  const double tolerance = in_unit("--tolerance", command.tolerance, a.type());
  const Difference d = difference(a, b, tolerance);
  if (command.talk.json)
    print(command.talk, json_of(d, command, tolerance));
  else if (!command.talk.quiet)
    print(command.talk, std::string_view(text_of(d, a, b)));
  return d.differing_samples == 0 ? exit_done : exit_differs;
}

}  // namespace

Verb add_compare(CLI::App& root) {
  const auto command = std::make_shared<CompareCommand>();
  CLI::App* verb = root.add_subcommand("compare", compare_help);
  add_files(*verb, command->files, "");
  OptionTable(*verb, "Comparison")
      .value({"--tolerance", "V", "0", "largest difference that counts as equal: 1/255"},
             [command](const std::string& option, const std::string& text) {
               command->tolerance = parse_value(option, text);
               if (command->tolerance.number < 0.0)
                 throw Error(Errc::invalid_argument, fmt::format("{} {} is below 0", option, text));
             });
  add_size_limits(*verb, command->limits);
  OptionTable(*verb, "Messages").flag("-q,--quiet", command->talk.quiet, "the exit code says all");
  add_json_option(*verb, command->talk);
  verb->footer(compare_footer());
  return {verb, {command, &command->talk}, [command](const std::stop_token&) {
            return compare_files(*command);
          }};
}

}  // namespace selvage::cli
