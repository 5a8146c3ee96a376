// SPDX-License-Identifier: Apache-2.0
// The options that are not of filters: accuracy, device, limits, output, messages.

#include "command_line/options.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "command_line/option_table.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {
namespace {

using std::string;

constexpr int max_threads = 1024;

bool is_offered(Method method, const Approximations& has) {
  if (method == Method::bounded) return has.bounded != nullptr;
  return method != Method::separable || has.separable;
}

std::vector<string> method_names(const Approximations& has) {
  std::vector<string> names;
  for (const auto& [method, name] : names_of<Method>)
    if (is_offered(method, has)) names.emplace_back(name);
  return names;
}

string method_help(const Approximations& has) {
  string help = "auto picks the fastest that keeps the requested accuracy";
  if (has.bounded)
    help +=
        fmt::format("; bounded is an approximation with a proven error bound ({})", has.bounded);
  if (has.separable) help += ", separable is one without a bound";
  return help;
}

Method parse_method(const string& option, const string& text, const Approximations& has) {
  const std::optional<Method> method = value_named<Method>(text);
  if (method && !is_offered(*method, has))
    throw Error(Errc::invalid_argument,
                fmt::format("{} {} is available for {} only", option, text,
                            *method == Method::bounded ? "bilateral and joint" : "bilateral"),
                fmt::format("use {}", fmt::join(method_names(has), " or ")));
  const std::vector<string> names = method_names(has);
  return *value_named<Method>(names[parse_word(option, text, names)]);
}

bool is_number(const string& text) {
  return text.find_first_not_of("0123456789") == string::npos;
}

PixelType parse_bits(const string& option, const string& text) {
  return parse_choice<PixelType>(option, text,
                                 {{"8", PixelType::u8},
                                  {"16", PixelType::u16},
                                  {"f16", PixelType::f16},
                                  {"f32", PixelType::f32}});
}

// The names of the formats that can be written.
std::vector<string> written_formats() {
  std::vector<string> names;
  for (const FormatName& format : formats())
    if (format.can_save) names.push_back(format.format);
  return names;
}

// Returns the extension of a format ("jpeg": ".jpg") or the given one ("jpeg", ".ppm").
string parse_format(const string& option, const string& text) {
  string word = text.front() == '.' ? text.substr(1) : text;
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const FormatName& format : formats()) {
    if (!format.can_save) continue;
    if (word == format.format) return format.extensions.front();
    for (const string& extension : format.extensions)
      if (word == extension.substr(1) && word != "pbm") return extension;
  }
  const std::vector<string> names = written_formats();
  throw Error(Errc::invalid_argument,
              fmt::format("unknown {} {}{}", option, text, did_you_mean(word, names)),
              fmt::format("one of: {}", fmt::join(names, ", ")));
}

string parse_suffix(const string& option, const string& text) {
  if (text.find('/') != string::npos)
    throw Error(Errc::invalid_argument, fmt::format("{} {} contains a slash", option, text),
                "-o names the folder");
  return text;
}

}  // namespace

void add_raw_option(CLI::App& verb, std::optional<ConstImageView>& raw) {
  OptionTable(verb, "Input")
      .value({"--raw", "WxHxCxS:TYPE", "",
              "read inputs as headerless samples of this width, height, channels (1..1024; 2 and "
              "4 end with alpha), slices and type (u8, u16, f16, f32): 640x480x3:u8"},
             [&raw](const string& option, const string& text) { raw = parse_shape(option, text); });
}

void add_planes_option(CLI::App& verb, Planes& planes, bool filters_chroma) {
  OptionTable(verb, "Input")
      .value({"--planes", "all|luma", "all",
              filters_chroma
                  ? "of a Y4M video in colour: all filters U and V too, with lengths in pixels "
                    "divided by their subsampling; luma copies them"
                  : "of a Y4M video in colour; this verb needs luma, which copies U and V"},
             [&planes](const string& option, const string& text) {
               planes = parse_choice<Planes>(option, text,
                                             {{"all", Planes::all}, {"luma", Planes::luma}});
             });
}

void add_engine_options(CLI::App& verb, EngineChoice& o, const Approximations& has) {
  const char* const group = "Accuracy and speed";
  OptionTable table(verb, group);
  table.value(
      {"--max-error", "E", "0.5 LSB; float images: --exact",
       "largest error before rounding: 0.5/255 or 0.002"},
      [&o](const string& option, const string& text) { o.max_error = parse_value(option, text); });
  table.flag("--exact", o.exact, "the most accurate method available");
  table.value(
      {"--method", fmt::format("{}", fmt::join(method_names(has), "|")), "auto", method_help(has)},
      [&o, has](const string& option, const string& text) {
        o.method = parse_method(option, text, has);
      });
  add_device_options(verb, group, o);
  table.value(
      {"--bits", "8|16|f16|f32", "as the input",
       "sample type of the result; wider types are converted before filtering (f16 from integers: "
       "via f32)"},
      [&o](const string& option, const string& text) { o.bits = parse_bits(option, text); });
}

void add_device_options(CLI::App& verb, const string& group, EngineChoice& o) {
  OptionTable table(verb, group);
  table.value({"--use", "CANDIDATE", "", "run this candidate (see: selvage explain)"},
              [&o](const string&, const string& text) { o.use = text; });
  table.value({"-d,--device", "auto|cpu|cuda[:N]|opencl[:N]", "auto",
               "the device to compute on (see: selvage devices); auto picks the one predicted to "
               "finish first and falls back to the CPU when a GPU fails"},
              [&o, &verb](const string& option, const string& text) {
                if (is_number(text) && verb_has(verb, "--diameter"))
                  throw Error(Errc::invalid_argument, fmt::format("unknown {} {}", option, text),
                              fmt::format("for a window of {0} pixels: --diameter {0}", text));
                o.device = text;
              });
  table.value({"-j,--threads", "N", "all cores", "number of threads"},
              [&o](const string& option, const string& text) {
                o.threads = static_cast<int>(parse_whole(option, text, 1, max_threads));
              });
}

void add_size_limits(CLI::App& verb, Limits& limits) {
  OptionTable table(verb, "Limits");
  table.value({"--max-pixels", "N", "2^30", "largest image to read"},
              [&limits](const string& option, const string& text) {
                limits.max_pixels = parse_whole(option, text, 1, INT64_MAX);
              });
  table.value({"--max-side", "N", "2^20", "largest width or height to read"},
              [&limits](const string& option, const string& text) {
                limits.max_side = parse_whole(option, text, 1, std::numeric_limits<int>::max());
              });
}

void add_limit_options(CLI::App& verb, LimitOptions& o) {
  add_size_limits(verb, o.image);
  OptionTable(verb, "Limits")
      .value({"--max-memory", "SIZE", "75 % of free memory",
              "memory limit, for host and GPU each (512M, 4G); larger jobs run in bands of rows; "
              "below 32M only image buffers count"},
             [&o](const string& option, const string& text) {
               constexpr std::size_t metadata_share = 128;  // a reader may hold several copies
               o.memory = parse_size(option, text);
               o.image.max_metadata = *o.memory / metadata_share;
             });
}

void add_output_options(CLI::App& verb, OutputOptions& o) {
  OptionTable table(verb, "Output");
  table.value({"-o,--output", "FILE|DIR/", "",
               "output file, or a folder ending in / (subfolders are mirrored)"},
              [&o](const string&, const string& text) { o.path = text; });
  table.value(
      {"--format", fmt::format("{}", fmt::join(written_formats(), "|")), "by the name",
       "format of the results; in a folder their names get its extension"},
      [&o](const string& option, const string& text) { o.extension = parse_format(option, text); });
  table.value(
      {"--suffix", "TEXT", "", "text added to the names of results in a folder: _smooth"},
      [&o](const string& option, const string& text) { o.suffix = parse_suffix(option, text); });
  table.flag("-f,--force", o.force, "overwrite existing files");
  table.flag("--skip-existing", o.skip_existing, "skip inputs whose output exists");
  table.flag("--fail-fast", o.fail_fast, "stop a batch at the first failure");
  table.flag("-n,--dry-run", o.dry_run,
             "check options, headers and outputs and print the plan, without reading pixels");
  table.value(
      {"--quality", "N", "95", "quality of JPEG and WebP files, 1..100; WebP is lossless at 100"},
      [&o](const string& option, const string& text) {
        o.quality = static_cast<int>(parse_whole(option, text, 1, 100));
      });
  table.value(
      {"--background", "COLOUR", "",
       "composite a result with alpha over this colour and write no alpha: white, black, #RRGGBB"},
      [&o](const string& option, const string& text) {
        o.background = parse_background(option, text);
      });
  add_report_option(verb, "Output", o.report);
}

void add_report_option(CLI::App& verb, const std::string& group, std::string& report) {
  OptionTable(verb, group)
      .value({"--report", "FILE", "",
              "write an HTML page with the images before and after, their difference, histograms, "
              "the command and its report"},
             [&report](const std::string&, const std::string& text) { report = text; });
}

void add_progress_option(CLI::App& verb, ProgressMode& progress) {
  OptionTable(verb, "Messages")
      .value(
          {"--progress", "auto|none|json", "auto", "auto shows it on a terminal after one second"},
          [&progress](const string& option, const string& text) {
            progress = parse_choice<ProgressMode>(option, text,
                                                  {{"auto", ProgressMode::automatic},
                                                   {"none", ProgressMode::none},
                                                   {"json", ProgressMode::json}});
          });
}

void add_json_option(CLI::App& verb, MessageOptions& messages) {
  OptionTable(verb, "Messages")
      .flag("--json", messages.json, "print results as JSON, one object per line");
}

void add_message_options(CLI::App& verb, MessageOptions& messages) {
  OptionTable table(verb, "Messages");
  table.flag("-q,--quiet", messages.quiet, "print errors only");
  table.flag("-v,--verbose", messages.verbose,
             "print the device, the candidate, its error bound and notes on each file");
  add_json_option(verb, messages);
}

}  // namespace selvage::cli
