// SPDX-License-Identifier: Apache-2.0
#include "planner/decision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "planner/error_terms.hpp"
#include "selvage/error.hpp"

namespace selvage::planner {
namespace {

constexpr std::string_view inaccurate = "not accurate enough: ";

// Formats an error bound for people.
std::string text(double error, PixelType type, Method method = Method::automatic) {
  if (std::isinf(error)) return "not bounded";
  if (is_integer(type)) return fmt::format("{:.2g} LSB", error * full_scale(type));
  return fmt::format("{:.2g} of {}", error,
                     method == Method::bounded ? "the largest sample, or of 1 if that is larger"
                                               : "the largest sample or the range");
}

// Returns the reason why the request excludes a candidate regardless of its offer, or an empty
// string.
std::string exclusion(const Candidate& c, const Request& request) {
  const bool forced_other = !request.use.empty() && request.use != c.name;
  const bool any_method = request.method == Method::automatic;
  if (forced_other) return fmt::format("not considered: {} was requested", request.use);
  if (!any_method && request.method != c.method)
    return fmt::format("computes method {}, but {} was requested", name_of(c.method),
                       name_of(request.method));
  if (c.method == Method::separable && any_method && request.use.empty())
    return "an approximation without an error bound; only method separable uses it";
  if (c.method == Method::bounded && request.exact && any_method && request.use.empty())
    return "exact results are those of direct sums; method bounded has to be asked for";
  return {};
}

// Of the image and its guide.
int most_channels(const Problem& p) {
  return std::max(p.channels, p.shapes.guide.width > 0 ? p.shapes.guide.channels : 1);
}

// Returns why a candidate that the request does not exclude is not asked for an offer, or an empty
// string.
std::string refusal(const Candidate& c, const Problem& p) {
  if (p.whole_depth > 1 && !c.third_axis) return "it computes no third axis";
  if (most_channels(p) > c.channels) return fmt::format("it serves up to {} channels", c.channels);
  return {};
}

bool is_accurate(const Candidate& c, double error, double allowed) {
  return c.method == Method::separable || error <= allowed;
}

// Returns the reason for an offer's being taken or not.
std::string reason_text(const LateReason& late, const Offer& offer, PixelType type) {
  const Method method = late.candidate->method;
  if (!is_accurate(*late.candidate, offer.error, late.allowed))
    return fmt::format("{}error bound {}, requested {}", inaccurate,
                       text(offer.error, type, method), text(late.allowed, type));
  const std::string terms =
      offer.terms > 0 ? fmt::format(", {} terms", offer.terms) : std::string();
  return fmt::format("predicted {:.3g} ms{}{}, error at most {}", late.seconds * 1e3,
                     late.tuned ? " (tuned)" : "", terms, text(offer.error, type, method));
}

// A device's fastest candidate.
struct Best {
  const Candidate* candidate = nullptr;  // null if none can serve
  Offer offer = {};
  double rate = 1.0;       // in the offer's seconds
  std::size_t reason = 0;  // its index
  std::string hint = {};   // the first of a refusal
};

struct Offered {
  Offer offer;
  LateReason reason;
};

// A device's candidates in the order of their predicted times, and the reasons of all others.
class Candidates {
 public:
  Candidates(const Option& option, const Request& request, double allowed,
             std::span<const Candidate> catalogue, Decision& decision)
      : option_(option), decision_(decision) {
    const Problem& problem = decision.problem;
    for (const Candidate& c : catalogue) {
      if (c.platform != platform_of(option.facts) || !c.serves(problem.filter)) continue;
      Reason& reason = decision.reasons.emplace_back(
          Reason{fmt::format("{}/{}", option.device, c.name), false, {}});
      reason.text = exclusion(c, request);
      if (!reason.text.empty()) continue;
      decision.asked.push_back(decision.reasons.size() - 1);
      reason.text = refusal(c, problem);
      if (!reason.text.empty()) continue;
      const auto tuned = option.rates ? option.rates->factor(c.name, problem) : std::nullopt;
      const double least = c.least_seconds ? c.least_seconds(problem, option.facts) : 0.0;
      const double rate = tuned.value_or(1.0);
      offers_.push_back({.offer = {},
                         .reason = {.index = decision.reasons.size() - 1,
                                    .candidate = &c,
                                    .offered = false,
                                    .seconds = least * rate,
                                    .rate = rate,
                                    .tuned = tuned.has_value(),
                                    .allowed = allowed}});
      if (least <= 0.0) ask(offers_.size() - 1);
    }
    sort();
  }

  bool empty() const { return offers_.empty(); }
  // Those whose offer is unknown have their least time.
  std::vector<Offered>& rest() { return offers_; }
  const std::string& hint() const { return hint_; }

  // Removes and returns the fastest one, or nothing if it refuses or was not the fastest.
  std::optional<Offered> next() {
    if (!offers_.front().reason.offered) {
      ask(0);
      sort();
      return {};
    }
    Offered first = std::move(offers_.front());
    offers_.erase(offers_.begin());
    return first;
  }

 private:
  void sort() {
    std::ranges::sort(offers_, {},
                      [](const Offered& o) { return std::pair(o.reason.seconds, o.reason.index); });
  }

  // Replaces an element by its offer, or removes it.
  void ask(std::size_t i) {
    auto& [offer, reason] = offers_[i];
    Answer given = reason.candidate->offer(decision_.problem, option_.facts);
    if (auto* refused = std::get_if<Refusal>(&given)) {
      decision_.reasons[reason.index].text = std::move(refused->why);
      if (hint_.empty()) hint_ = std::move(refused->hint);
      offers_.erase(offers_.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
    offer = std::move(std::get<Offer>(given));
    offer.seconds *= reason.rate;
    reason.seconds = offer.seconds;
    reason.offered = true;
  }

  const Option& option_;
  Decision& decision_;
  std::vector<Offered> offers_ = {};
  std::string hint_ = {};
};

// Asks every candidate of the device and adds a reason for each, which may be late if a faster
// candidate serves.
Best best_of(const Option& option, const Request& request, double allowed,
             std::span<const Candidate> catalogue, Decision& decision) {
  const Problem& problem = decision.problem;
  std::vector<Reason>& reasons = decision.reasons;
  Best best;
  Candidates candidates(option, request, allowed, catalogue, decision);
  while (!best.candidate && !candidates.empty()) {
    auto next = candidates.next();
    if (!next) continue;
    auto& [offer, reason] = *next;
    const Candidate& c = *reason.candidate;
    if (c.error) offer.error = c.error(problem, option.facts);
    reasons[reason.index].text = reason_text(reason, offer, problem.type);
    if (is_accurate(c, offer.error, allowed))
      best = {&c, std::move(offer), reason.rate, reason.index};
  }
  for (auto& [offer, reason] : candidates.rest()) {
    const Candidate& c = *reason.candidate;
    if (reason.offered && !c.error) {
      reasons[reason.index].text = reason_text(reason, offer, problem.type);
      continue;
    }
    reason.facts = option.facts;
    decision.late.push_back(std::move(reason));
  }
  best.hint = candidates.hint();
  if (best.candidate && option.start_seconds > 0.0)
    reasons[best.reason].text +=
        fmt::format(", and {:.3g} ms to start {}", option.start_seconds * 1e3, option.device);
  return best;
}

// Returns the reasons of the candidates that the request does not exclude, or of all if it excludes
// every one.
std::vector<Reason> telling_reasons(const Decision& decision) {
  if (decision.asked.empty()) return decision.reasons;
  std::vector<Reason> reasons;
  for (const std::size_t i : decision.asked) reasons.push_back(decision.reasons[i]);
  return reasons;
}

[[noreturn]] void refuse(const std::vector<Reason>& reasons, std::string hint) {
  std::string what = "no candidate can serve this request:";
  for (const Reason& r : reasons) what += fmt::format(" {}: {};", r.candidate, r.text);
  what.pop_back();
  const bool is_accuracy =
      std::ranges::any_of(reasons, [](const Reason& r) { return r.text.starts_with(inaccurate); });
  if (hint.empty())
    hint = is_accuracy ? "allow a larger error, or another method"
                       : "allow another method, candidate or device";
  throw Error(Errc::unsupported, what, std::move(hint));
}

// Throws Error{invalid_argument} with the filter's candidates if `use` is not one of them.
void check_use(const std::string& use, const Filter& filter, std::span<const Option> options,
               std::span<const Candidate> catalogue) {
  if (use.empty()) return;
  std::vector<std::string_view> known, devices;
  for (const Option& option : options) devices.push_back(option.device);
  for (const Candidate& c : catalogue) {
    const bool offered = std::ranges::any_of(
        options, [&](const Option& o) { return platform_of(o.facts) == c.platform; });
    if (!offered || !c.serves(filter)) continue;
    if (c.name == use) return;
    if (std::ranges::find(known, c.name) == known.end()) known.push_back(c.name);
  }
  throw Error(
      Errc::invalid_argument,
      fmt::format("{} has no candidate {} on {}", name(filter), use, fmt::join(devices, ", ")),
      fmt::format("the candidates are: {}", fmt::join(known, ", ")));
}

// Returns the request's own value if it has one. For floats, `allowed` is relative to the samples.
double requested_error(const Request& request, double allowed) {
  if (request.method == Method::separable) return std::numeric_limits<double>::infinity();
  return request.max_error.value_or(allowed);
}

}  // namespace

double allowed_error(const Problem& problem, const Request& request) {
  if (!(request.sample_extent >= 0.0) || !std::isfinite(request.sample_extent))
    throw Error(
        Errc::invalid_argument,
        fmt::format("sample_extent {} must be finite and not negative", request.sample_extent),
        "give the largest magnitude of the samples");
  const double exact = exact_error(problem.type) * largest_gain(problem.filter);
  if (request.exact && request.max_error)
    throw Error(Errc::invalid_argument, "exact and max_error cannot be combined",
                "give one of them");
  if (request.exact) return exact;
  if (!request.max_error) return is_integer(problem.type) ? 0.5 / full_scale(problem.type) : exact;
  if (!(*request.max_error > 0.0) || !std::isfinite(*request.max_error))
    throw Error(Errc::invalid_argument,
                fmt::format("max_error {} must be finite and above 0", *request.max_error),
                "exact selects the most accurate method available");
  return is_integer(problem.type) ? *request.max_error
                                  : *request.max_error / std::max(problem.sample_extent, 1e-30);
}

Decision decide(const Problem& problem, std::span<const Option> options, const Request& request,
                std::span<const Candidate> catalogue) {
  check_use(request.use, problem.filter, options, catalogue);
  const double allowed = allowed_error(problem, request);
  Decision decision{.problem = problem, .requested = requested_error(request, allowed)};
  decision.problem.max_error = allowed;
  double fastest = 0.0;  // seconds, including the device's start
  std::size_t taken = 0;
  std::string hint;  // of the first device that has one
  for (std::size_t i = 0; i < options.size(); ++i) {
    Best best = best_of(options[i], request, allowed, catalogue, decision);
    if (hint.empty()) hint = std::move(best.hint);
    if (!best.candidate) continue;
    const double seconds = best.offer.seconds + options[i].start_seconds;
    if (decision.candidate && seconds >= fastest) continue;
    fastest = seconds;
    taken = best.reason;
    decision.candidate = best.candidate;
    decision.offer = std::move(best.offer);
    decision.option = i;
    decision.rate = best.rate;
  }
  const bool is_named = request.method != Method::automatic || !request.use.empty();
  if (!decision.candidate) refuse(telling_reasons(decision), is_named ? hint : "");
  decision.reasons[taken].taken = true;
  return decision;
}

void explain(Decision& decision) {
  const Problem& problem = decision.problem;
  for (LateReason& late : decision.late) {
    const Candidate& c = *late.candidate;
    std::string& text = decision.reasons[late.index].text;
    Offer offer;
    if (!late.offered) {
      Answer given = c.offer(problem, late.facts);
      if (const auto* refused = std::get_if<Refusal>(&given)) {
        text = refused->why;
        continue;
      }
      offer = std::get<Offer>(std::move(given));
      late.seconds = offer.seconds * late.rate;
    }
    if (c.error) offer.error = c.error(problem, late.facts);
    text = reason_text(late, offer, problem.type);
  }
  decision.late.clear();
}

Decision decide_part(const Decision& whole, const Problem& part, const DeviceFacts& facts) {
  Problem problem = part;
  problem.max_error = whole.problem.max_error;
  Answer given = whole.candidate->offer(problem, facts);
  if (const auto* refusal = std::get_if<Refusal>(&given))
    refuse({{fmt::format("{}/{}", facts.backend, whole.candidate->name), false, refusal->why}},
           refusal->hint);
  Decision decision = whole;
  decision.problem = std::move(problem);
  decision.offer = std::get<Offer>(std::move(given));
  decision.offer.error = whole.offer.error;  // all parts belong to one result
  decision.offer.seconds *= whole.rate;
  return decision;
}

}  // namespace selvage::planner
