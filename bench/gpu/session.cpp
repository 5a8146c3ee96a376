// SPDX-License-Identifier: Apache-2.0
#include "gpu/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <stdexcept>

#include "backends/gpu/copy_speed.hpp"
#include "gpu/lines.hpp"
#include "gpu/scenes.hpp"
#include "gpu/tuning_text.hpp"
#include "methods/catalogue.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

struct Session {
  Place place;
  Scenes scenes;
  double copy_speed = 0.0;  // bytes per second
  nlohmann::json rows = nlohmann::json::array();
  bool all_right = true;

  template <class Sized, class Judged>
  void keep(const Sized& c, const Judged& judged) {
    rows.push_back(to_json(c, judged));
    all_right = all_right && judged.right();
  }
};

std::vector<Size> sizes_of(const Options& options) {
  std::vector<Size> sizes;
  static const std::regex form("([1-9][0-9]{0,4})x([1-9][0-9]{0,4})");
  for (const std::string& text : options.sizes) {
    std::smatch parts;
    if (!std::regex_match(text, parts, form))
      throw Error(Errc::invalid_argument, fmt::format("{} is no size", text),
                  "for instance 1920x1080");
    sizes.push_back({std::stoi(parts[1]), std::stoi(parts[2])});
  }
  return sizes;
}

void print(const std::string& text) {
  fmt::print("{}\n", text);
  std::fflush(stdout);
}

// Returns whether the candidate's tuning is DirectGpuTuning.
bool is_direct(const planner::Candidate& c) {
  constexpr std::array names{"tile", "lookup", "tensor", "plain"};
  return c.platform == Platform::gpu && std::ranges::find(names, c.name) != names.end();
}

void measure_kernels(Session& session, const SizedCase& c, const Options& options) {
  const DeviceFacts& facts = session.place.device->facts();
  Match match(session.place, c.what, session.scenes.get(c.what, c.size));
  const auto refuse = [&](const planner::Candidate& candidate, const std::string& why) {
    print(fmt::format("{:<26} {:>9} {:<6} not possible: {}", c.what.name, text(c.size),
                      candidate.name, why));
  };
  for (const planner::Candidate& candidate : planner::catalogue()) {
    if (!is_direct(candidate)) continue;
    const planner::Answer answer = candidate.offer(match.problem(), facts);
    if (const auto* refusal = std::get_if<planner::Refusal>(&answer)) {
      refuse(candidate, refusal->why);
      continue;
    }
    planner::Offer offer = std::get<planner::Offer>(answer);
    DirectGpuTuning tuning = offer.tuning.as<DirectGpuTuning>();
    if (tuning.loop == DirectLoop::tile) tuning = changed(tuning, options.tuning);
    offer.tuning = tuning;
    if (const std::string why = match.unsupported(offer.passes.front(), tuning); !why.empty())
      refuse(candidate, why);
    else
      match.add(candidate, offer);
  }
  match.add_rival();
  for (const Result& result : match.run(options.repeats)) {
    print(line(c, result));
    session.keep(c, result);
  }
}

// Times the tunings of candidate tile, which take turns.
void sweep(Session& session, const SizedCase& c, const Options& options) {
  Match match(session.place, c.what, session.scenes.get(c.what, c.size));
  const planner::Decision tile =
      planner::plan(match.problem(), session.place.device->facts(), {.use = "tile"});
  planner::Offer offer = tile.offer;
  const DirectGpuTuning planned = changed(offer.tuning.as<DirectGpuTuning>(), options.tuning);
  for (const int rows : {2, 4, 8})
    for (const int height : {4, 8})
      for (const bool wide : {false, true}) {
        DirectGpuTuning tuning = planned;
        tuning.group.rows = rows;
        tuning.group.height = height;
        tuning.wide = wide;
        offer.tuning = tuning;
        if (match.unsupported(offer.passes.front(), tuning).empty())
          match.add(*tile.candidate, offer);
      }
  const std::vector<Result> results = match.run(options.repeats);
  print(fmt::format("{} {}", c.what.name, text(c.size)));
  print(sweep_table(results, text(planned)));
  for (const Result& result : results) session.keep(c, result);
}

// Measures linear filters with the planner's tuning, or with many.
void measure_family(Session& session, const SizedFamilyCase& c, const Options& options) {
  const DeviceFacts& facts = session.place.device->facts();
  const Case image{.type = c.what.type, .channels = c.what.channels};
  FamilyMatch match(session.place, c.what, session.scenes.get(image, c.size));
  const auto add = [&](const planner::Candidate& candidate, planner::Offer offer,
                       const LinearGpuTuning& tuning) {
    const std::string why = match.unsupported(offer.passes.front(), tuning);
    offer.tuning = tuning;
    if (why.empty()) match.add(candidate, offer);
    if (!why.empty() && !options.sweep)
      print(fmt::format("{:<22} {:>9} {:<16} not possible: {}", c.what.name, text(c.size),
                        candidate.name, why));
  };
  for (const planner::Candidate* candidate : match.candidates()) {
    const planner::Answer answer = candidate->offer(match.problem(), facts);
    const auto* offer = std::get_if<planner::Offer>(&answer);
    if (!offer) continue;
    if (!has_linear_tuning(*candidate)) {
      match.add(*candidate, *offer);
      continue;
    }
    LinearGpuTuning tuning = changed(offer->tuning.as<LinearGpuTuning>(), options.tuning);
    add(*candidate, *offer, tuning);
    if (!options.sweep || !tuning.once) continue;
    for (const int rows : {8, 16, 32, 64})
      for (const int height : {1, 2, 4}) {
        tuning.group.rows = rows;
        tuning.group.height = height;
        add(*candidate, *offer, tuning);
      }
  }
  for (const FamilyResult& result : match.run(options.repeats)) {
    print(line(c, result));
    session.keep(c, result);
  }
}

void measure_whole(Session& session, const SizedCase& c, const Options& options) {
  const WholeRun whole = run_whole(session.place.description.id, c,
                                   session.scenes.get(c.what, c.size), options.repeats);
  print(line(c, whole));
  session.keep(c, whole);
}

// A case that fails (too little device memory, a program that does not run) does not stop the
// others.
template <class Sized, class Measure>
void guarded(Session& session, const Sized& c, const Options& options, Measure measure) try {
  measure(session, c, options);
} catch (const std::runtime_error& e) {
  print(fmt::format("{:<26} {:>9} FAILED: {}", c.what.name, text(c.size), e.what()));
  session.all_right = false;
}

void print_head(const Session& session, const Options& options) {
  const Place& place = session.place;
  print(fmt::format("{}, {}, {}; images: {}; median (quartiles) of {} turns", place.description.id,
                    place.description.name, place.description.driver, session.scenes.kind(),
                    options.repeats));
  print(fmt::format("copies, there and back: {:.2f} GB/s", session.copy_speed * 1e-9));
}

// Runs before the measurements. Throws Error{invalid_argument}.
void check_tuning(const Options& options) {
  if (options.family)
    changed(LinearGpuTuning{}, options.tuning);
  else
    changed(DirectGpuTuning{}, options.tuning);
}

// Created before the measurements, so that a bad name is known early.
std::ofstream report_file(const std::string& name) {
  if (name.empty()) return {};
  std::ofstream file(name);
  if (!file) throw Error(Errc::output, fmt::format("cannot write {}", name));
  return file;
}

void write(const Session& session, const Options& options, std::ofstream& file) {
  const Place& place = session.place;
  file << nlohmann::json{{"device", place.description.id},
                         {"name", place.description.name},
                         {"driver", place.description.driver},
                         {"images", session.scenes.kind()},
                         {"copy_bytes_per_second", session.copy_speed},
                         {"repeats", options.repeats},
                         {"rows", session.rows}}
              .dump(1)
       << "\n";
  if (!file.flush()) throw Error(Errc::output, fmt::format("cannot write {}", options.json));
}

}  // namespace

bool run(Options options) {
  if (options.quick) {
    options.repeats = std::min(options.repeats, 3);
    if (options.sizes.empty()) options.sizes = {"256x192"};
  }
  const std::vector<Size> sizes = sizes_of(options);
  check_tuning(options);
  std::ofstream file = report_file(options.json);
  Session session{.place = open_place(options.device), .scenes = Scenes(options.photos)};
  session.copy_speed = gpu::measure_copies(*session.place.device, std::size_t{64} << 20);
  print_head(session, options);
  const std::regex wanted(options.wanted);
  const auto each = [&](const auto& cases, auto measure) {
    for (const auto& c : cases)
      if (std::regex_search(c.name(), wanted)) guarded(session, c, options, measure);
  };
  if (options.family) each(family_cases(sizes), measure_family);
  if (!options.family) each(kernel_cases(sizes), options.sweep ? sweep : measure_kernels);
  if (!options.family && !options.sweep) each(whole_cases(sizes), measure_whole);
  if (session.rows.empty() && session.all_right)
    throw Error(Errc::invalid_argument, fmt::format("no case matches {}", options.wanted));
  if (!options.json.empty()) write(session, options, file);
  return session.all_right;
}

}  // namespace selvage::bench
