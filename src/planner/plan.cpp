// SPDX-License-Identifier: Apache-2.0
#include "planner/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "planner/error_terms.hpp"
#include "selvage/error.hpp"

namespace selvage::planner {
namespace {

std::string_view name(Method method) {
  constexpr std::string_view names[] = {"auto", "direct", "bounded", "separable"};
  return names[static_cast<std::size_t>(method)];
}

// An error bound for people.
std::string text(double error, PixelType type) {
  if (std::isinf(error)) return "not bounded";
  return is_integer(type) ? fmt::format("{:.2g} LSB", error * full_scale(type))
                          : fmt::format("{:.2g} of the largest sample or the range", error);
}

// Why the candidate cannot be taken; empty: it can.
std::string objection(const Candidate& c, const Problem& p, const DeviceFacts& facts,
                      const Request& request, double allowed) {
  const bool forced_other = !request.use.empty() && request.use != c.name;
  const bool wrong_method = request.method != Method::automatic && request.method != c.method;
  const bool unasked = c.method == Method::separable && !wrong_method &&
                       request.method == Method::automatic && request.use.empty();
  if (c.backend != facts.backend) return fmt::format("runs on {}", c.backend);
  if (forced_other) return fmt::format("{} was asked for", request.use);
  if (wrong_method)
    return fmt::format("is {}, {} was asked for", name(c.method), name(request.method));
  if (unasked) return "an approximation without a bound, taken by method separable alone";
  if (std::string why = c.unsupported(p, facts); !why.empty()) return why;
  if (c.method == Method::separable) return {};
  if (const double error = c.error(p, facts); error > allowed)
    return fmt::format("not accurate enough: its bound is {}, the request {}", text(error, p.type),
                       text(allowed, p.type));
  return {};
}

// What the candidate is run with.
void fit(Choice& choice, const Problem& problem, const DeviceFacts& facts) {
  choice.tuning = choice.candidate->tune(problem, facts);
  choice.passes = choice.candidate->passes(problem);
  choice.scratch = choice.candidate->scratch(problem, facts);
}

}  // namespace

double allowed_error(const Problem& problem, const Request& request) {
  const double exact = exact_error(problem.type) * largest_gain(problem.filter);
  if (request.exact && request.max_error)
    throw Error(Errc::invalid_argument, "exact and max_error were both asked for",
                "give one of them");
  if (request.exact) return exact;
  if (!request.max_error) return is_integer(problem.type) ? 0.5 / full_scale(problem.type) : exact;
  if (!(*request.max_error > 0.0) || !std::isfinite(*request.max_error))
    throw Error(Errc::invalid_argument,
                fmt::format("max_error {} must be finite and above 0", *request.max_error),
                "exact asks for the smallest error that there is");
  return is_integer(problem.type) ? *request.max_error
                                  : *request.max_error / std::max(problem.sample_extent, 1e-30);
}

Choice consider(const Problem& problem, const DeviceFacts& facts, const Request& request) {
  const double allowed = allowed_error(problem, request);
  Choice choice;
  std::size_t best = 0;
  for (const Candidate& c : catalogue()) {
    if (!c.serves(problem.filter)) continue;
    std::string why = objection(c, problem, facts, request, allowed);
    if (why.empty()) {
      const double seconds = c.seconds(problem, facts);
      const double error = c.error(problem, facts);
      why = fmt::format("predicted {:.3g} ms, error at most {}", seconds * 1e3,
                        text(error, problem.type));
      if (!choice.candidate || seconds < choice.seconds) {
        choice.candidate = &c;
        choice.seconds = seconds;
        choice.error = error;
        best = choice.reasons.size();
      }
    }
    choice.reasons.push_back({fmt::format("{}/{}", c.backend, c.name), false, std::move(why)});
  }
  if (!choice.candidate) return choice;
  choice.reasons[best].taken = true;
  fit(choice, problem, facts);
  return choice;
}

Choice choice_of_part(const Choice& chosen, const Problem& part, const DeviceFacts& facts) {
  const Candidate& c = *chosen.candidate;
  if (const std::string why = c.unsupported(part, facts); !why.empty())
    refuse({{fmt::format("{}/{}", c.backend, c.name), false, why}});
  Choice choice = chosen;
  choice.seconds = c.seconds(part, facts);
  fit(choice, part, facts);
  return choice;
}

void check_use(const std::string& use, const Filter& filter,
               std::span<const std::string_view> backends, std::string_view where) {
  if (use.empty()) return;
  std::vector<std::string_view> known;
  for (const Candidate& c : catalogue()) {
    if (std::ranges::find(backends, c.backend) == backends.end() || !c.serves(filter)) continue;
    if (c.name == use) return;
    if (std::ranges::find(known, c.name) == known.end()) known.push_back(c.name);
  }
  throw Error(Errc::invalid_argument,
              fmt::format("{} has no candidate {} on {}", name(filter), use, where),
              fmt::format("the candidates are: {}", fmt::join(known, ", ")));
}

void refuse(const std::vector<Reason>& reasons) {
  std::string what = "no candidate can serve this request:";
  for (const Reason& r : reasons) what += fmt::format(" {}: {};", r.candidate, r.text);
  what.pop_back();
  throw Error(Errc::unsupported, what, "allow a larger error, or another method");
}

Choice plan(const Problem& problem, const DeviceFacts& facts, const Request& request) {
  check_use(request.use, problem.filter, std::span(&facts.backend, 1), facts.backend);
  Choice choice = consider(problem, facts, request);
  if (!choice.candidate) refuse(choice.reasons);
  return choice;
}

}  // namespace selvage::planner
