// SPDX-License-Identifier: Apache-2.0
// The table of everything but the filter: request, engine, limits, output, messages.

#include <limits>

#include "option_table.hpp"
#include "options.hpp"

namespace selvage::cli {
namespace {

using std::string;

constexpr int max_threads = 1024;

Method parse_method(const string& option, const string& text, bool has_approximations) {
  if (has_approximations)
    return parse_choice<Method>(option, text,
                                {{"auto", Method::automatic},
                                 {"direct", Method::direct},
                                 {"bounded", Method::bounded},
                                 {"separable", Method::separable}});
  if (text == "separable" || text == "bounded")
    throw Error(Errc::invalid_argument, fmt::format("{} {} is of bilateral alone", option, text),
                "use auto or direct");
  return parse_choice<Method>(option, text,
                              {{"auto", Method::automatic}, {"direct", Method::direct}});
}

PixelType parse_bits(const string& option, const string& text) {
  return parse_choice<PixelType>(option, text,
                                 {{"8", PixelType::u8},
                                  {"16", PixelType::u16},
                                  {"f16", PixelType::f16},
                                  {"f32", PixelType::f32}});
}

}  // namespace

void add_engine_options(CLI::App& verb, EngineChoice& o, bool has_approximations) {
  const char* const group = "Accuracy and speed";
  OptionTable table(verb, group);
  table.value(
      {"--max-error", "E", "0.5 LSB; float images: --exact",
       "largest error before rounding: 0.5/255 or 0.002"},
      [&o](const string& option, const string& text) { o.max_error = parse_value(option, text); });
  table.flag("--exact", o.exact, "the smallest error that there is");
  table.value(
      {"--method", has_approximations ? "auto|direct|bounded|separable" : "auto|direct", "auto",
       has_approximations
           ? "auto takes the fastest within the request; bounded is an approximation with a "
             "proved bound (gray, per_channel); separable is one without"
           : "auto takes the fastest within the request"},
      [&o, has_approximations](const string& option, const string& text) {
        o.method = parse_method(option, text, has_approximations);
      });
  add_device_options(verb, group, o);
  table.value(
      {"--bits", "8|16|f16|f32", "as the input",
       "sample type of the result; a wider one is computed in it (f16 of integers in f32)"},
      [&o](const string& option, const string& text) { o.bits = parse_bits(option, text); });
}

void add_device_options(CLI::App& verb, const string& group, EngineChoice& o) {
  OptionTable table(verb, group);
  table.value({"--use", "CANDIDATE", "", "force one candidate of those that explain lists"},
              [&o](const string&, const string& text) { o.use = text; });
  table.value({"-d,--device", "auto|cpu|cuda[:N]|opencl[:N]", "auto",
               "where it is computed (see: selvage devices); auto takes what is predicted to end "
               "first, and the CPU when a GPU fails"},
              [&o](const string&, const string& text) { o.device = text; });
  table.value({"-j,--threads", "N", "all cores", "threads"},
              [&o](const string& option, const string& text) {
                o.threads = static_cast<int>(parse_whole(option, text, 1, max_threads));
              });
}

void add_size_limits(CLI::App& verb, Limits& limits) {
  OptionTable table(verb, "Limits");
  table.value({"--max-pixels", "N", "2^30", "largest image that is read"},
              [&limits](const string& option, const string& text) {
                limits.max_pixels = parse_whole(option, text, 1, INT64_MAX);
              });
  table.value({"--max-side", "N", "2^20", "largest width and height that are read"},
              [&limits](const string& option, const string& text) {
                limits.max_side = parse_whole(option, text, 1, std::numeric_limits<int>::max());
              });
}

void add_limit_options(CLI::App& verb, LimitOptions& o) {
  add_size_limits(verb, o.image);
  OptionTable(verb, "Limits")
      .value(
          {"--max-memory", "SIZE", "75 % of what is free",
           "of the host, and as much of a GPU: 512M, 4G; what needs more is filtered in bands of "
           "rows; below 32M: of the images alone"},
          [&o](const string& option, const string& text) { o.memory = parse_size(option, text); });
}

void add_output_options(CLI::App& verb, OutputOptions& o) {
  OptionTable table(verb, "Output");
  table.value(
      {"-o,--output", "FILE|DIR/", "",
       "where to write; a folder for several files and for folders, with the folders below"},
      [&o](const string&, const string& text) { o.path = text; });
  table.flag("-f,--force", o.force, "overwrite what exists");
  table.flag("--skip-existing", o.skip_existing, "leave out files whose result exists");
  table.flag("--fail-fast", o.fail_fast, "end a batch at the first bad file");
  table.flag("-n,--dry-run", o.dry_run,
             "check options, headers and outputs, say what would be done, read no pixels");
  table.value({"--quality", "N", "95", "of JPEG files, 1..100"},
              [&o](const string& option, const string& text) {
                o.quality = static_cast<int>(parse_whole(option, text, 1, 100));
              });
}

void add_progress_option(CLI::App& verb, ProgressMode& progress) {
  OptionTable(verb, "Messages")
      .value({"--progress", "auto|none|json", "auto",
              "auto: on a terminal, when it lasts over a second"},
             [&progress](const string& option, const string& text) {
               progress = parse_choice<ProgressMode>(option, text,
                                                     {{"auto", ProgressMode::automatic},
                                                      {"none", ProgressMode::none},
                                                      {"json", ProgressMode::json}});
             });
}

void add_json_option(CLI::App& verb, Talk& talk) {
  OptionTable(verb, "Messages").flag("--json", talk.json, "results as JSON, one object a line");
}

void add_talk_options(CLI::App& verb, Talk& talk) {
  OptionTable table(verb, "Messages");
  table.flag("-q,--quiet", talk.quiet, "say nothing but errors");
  table.flag("-v,--verbose", talk.verbose,
             "say what ran where, its error bound, and notes on files");
  add_json_option(verb, talk);
}

}  // namespace selvage::cli
