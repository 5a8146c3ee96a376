// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/cover.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "conformance/cases/chosen.hpp"
#include "conformance/cases/large_windows.hpp"
#include "conformance/cases/pairwise.hpp"

namespace selvage::testing {
namespace {

// Most weights that the reference computes for one case.
constexpr double largest_cost = 40e6;   // pairwise, about half a second
constexpr double device_cost = 10e6;    // device
constexpr double crossed_cost = 1.5e6;  // crossed or random, about 20 milliseconds
constexpr double family_cost = 3e6;     // another filter than the bilateral
constexpr std::size_t drawn_of_kind = 400;
constexpr int rare_share = 4;  // one device case in so many may need more programs

// Returns a possible case with the given levels of the crossed factors and drawn levels of the
// others.
std::optional<Case> drawn_case(const std::vector<Factor>& crossed, const Row& row,
                               const std::vector<Factor>& drawn, Random& random) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    Case c = case_of(drawn, random_row(drawn, random), 0);
    for (std::size_t f = 0; f < crossed.size(); ++f) crossed[f][row[f]](c);
    if (possible(c) && cost(c) <= crossed_cost) return c;
  }
  return std::nullopt;
}

// Rows whose samples do not lie side by side, and iterations, need programs of their own.
void use_few_programs(Case& c) {
  if (c.input == Layout::planar) c.input = Layout::padded;
  if (c.input == Layout::flipped_x) c.input = Layout::flipped_y;
  c.iterations = 1;
}

// Makes the case so small that a simulator runs it in a second.
void shrink(Case& c) {
  c.width = std::min(c.width, 19);
  c.height = std::min(c.height, 7);
  c.radius = c.radius < 0 ? 2 : std::min(c.radius, 2);
  c.columns = std::min(c.columns, 5);
  c.rows = std::min(c.rows, 5);
  c.bins = std::min(c.bins, 256);
  c.ratio_x = std::min(c.ratio_x, 2.0f);
  c.ratio_y = std::min(c.ratio_y, 2.0f);
  c.batch = 1;
  c.iterations = 1;
}

// Candidates for bytes serve two things that the factors leave out: every norm on one channel, and
// means with border copy.
std::vector<Case> other_cases_of_bytes(const std::vector<Case>& cases) {
  std::vector<Case> others;
  for (Case c : cases) {
    if (c.type != PixelType::u8 || c.holes != Holes::none || c.iterations > 1 || c.exact) continue;
    if (c.kind == Kind::bilateral && c.norm == Norm::per_channel && c.channels == 1)
      for (const Norm norm : {Norm::l2, Norm::l1, Norm::luma}) {
        c.norm = norm;
        others.push_back(c);
      }
    if ((c.kind == Kind::gaussian || c.kind == Kind::box) && c.border == Border::clamp) {
      c.border = Border::copy;
      others.push_back(c);
    }
  }
  return others;
}

void for_each_other_kind(const std::function<void(Kind)>& f) {
  for (std::size_t k = 1; k < kind_names.size(); ++k) f(static_cast<Kind>(k));
}

void append(std::vector<Case> more, std::vector<Case>& cases) {
  for (Case& c : more) {
    c.seed += cases.size();
    cases.push_back(c);
  }
}

// Returns possible cases of one filter; all factors are drawn.
std::vector<Case> drawn_cases(Kind kind) {
  const std::vector<Factor> factors = factors_of(kind);
  Random random(88);
  std::vector<Case> cases;
  while (cases.size() < drawn_of_kind) {
    const Case c = case_of(factors, random_row(factors, random), cases.size());
    if (possible(c) && cost(c) <= crossed_cost) cases.push_back(c);
  }
  return cases;
}

float logarithmic(double low, double high, Random& random) {
  const double u = static_cast<double>(random() >> 11) * 0x1p-53;
  return static_cast<float>(low * std::pow(high / low, u));
}

int odd(int most, Random& random) {
  return 1 + 2 * static_cast<int>(below(random, static_cast<std::size_t>(most + 1) / 2));
}

// Gives the case parameters that no list of levels holds.
void make_unusual(Case& c, Random& random) {
  c.width = 1 + static_cast<int>(below(random, 70));
  c.height = 1 + static_cast<int>(below(random, 40));
  // Where no tap is the centre itself, there is a bound up to 1000 sigma (docs/filters/joint.md).
  const bool may_vanish =
      c.kind != Kind::upsampling && (c.kind != Kind::joint || !c.fill || c.holes == Holes::none);
  const auto extreme = [&] { return may_vanish && random() % 2 == 0 ? 1e-6f : 1e6f; };
  c.sigma_space = random() % 16 == 0 ? extreme() : logarithmic(0.1, 50, random);
  if (c.kind != Kind::rolling)  // there a narrow range may enlarge an error without bound
    c.sigma_range = random() % 16 == 0 ? extreme() : logarithmic(0.005, 20, random);
  c.border_value = c.border_value == hole_value ? hole_value : logarithmic(0.01, 1, random);
  if (random() % 4 != 0) c.radius = static_cast<int>(below(random, 24));
  if (c.radius < 0 && c.sigma_space > 50) c.radius = 3;
  c.columns = odd(c.kind == Kind::separable ? 131 : 63, random);
  c.rows = odd(c.kind == Kind::separable ? 131 : 63, random);
  if (random() % 4 != 0) c.columns = c.rows = odd(15, random);
  c.scale *= logarithmic(0.3, 3, random);
  c.offset *= logarithmic(0.01, 2, random);
  c.ratio_x = logarithmic(1, 6, random);
  c.ratio_y = logarithmic(1, 6, random);
  c.bins = static_cast<int>(logarithmic(1, 65536, random));
}

// Returns another case for the same programs: another image and other parameters.
Case variant_of(const Case& drawn, const Case& first, Random& random) {
  Case c = drawn;
  c.content = static_cast<Content>(below(random, content_names.size()));
  c.seed = random();
  make_unusual(c, random);
  c.radius = first.radius;
  if (c.radius < 0) c.sigma_space = first.sigma_space;  // which decides the radius
  c.columns = first.columns;
  c.rows = first.rows;
  return c;
}

// Counts the row up like a number. Returns false after the last one.
bool advance(Row& row, const std::vector<Factor>& factors) {
  for (std::size_t f = 0; f < row.size(); ++f) {
    row[f] = (row[f] + 1) % factors[f].size();
    if (row[f] != 0) return true;
  }
  return false;
}

// Cases that meet every pair of levels of any two factors.
std::vector<Case> covering_cases() {
  Cover cover(all_factors(), 8, largest_cost);
  cover.complete();
  std::vector<Case> cases = std::move(cover).cases();
  for_each_other_kind([&](Kind kind) {
    Cover of_kind(factors_of(kind), 8, family_cost);
    of_kind.complete();
    append(std::move(of_kind).cases(), cases);
  });
  for (const auto& factors :
       {byte_mean_factors(), byte_smoothing_factors(), level_factors(), table_factors(),
        product_factors(), depth_factors(), channel_factors()}) {
    Cover of_bytes(factors, 8, family_cost);
    of_bytes.complete();
    append(std::move(of_bytes).cases(), cases);
  }
  return cases;
}

}  // namespace

std::vector<Case> pairwise_cases() {
  std::vector<Case> cases = covering_cases();
  append(other_cases_of_bytes(cases), cases);
  append(copied_cases(), cases);
  append(guided_byte_cases(), cases);
  append(large_window_cases(), cases);
  append(streamed_volumes(), cases);
  return cases;
}

std::vector<Case> device_cases() {
  Cover cover(all_factors(), 18, device_cost);
  cover.add_each(type_factor, format_factor, norm_factor);
  std::vector<Case> cases = std::move(cover).cases();
  for_each_other_kind([&](Kind kind) {
    Cover of_kind(factors_of(kind), 18, family_cost);
    of_kind.add_each(type_factor);
    of_kind.add_each(own_factor);
    append(std::move(of_kind).cases(), cases);
  });
  Cover of_bytes(byte_mean_factors(), 18, family_cost);
  of_bytes.add_each(0);
  std::vector<Case> means = std::move(of_bytes).cases();
  std::erase_if(means, [](const Case& c) { return c.radius % 8 != 0 && c.radius != 3; });
  append(std::move(means), cases);
  Cover of_smoothing(byte_smoothing_factors(), 18, family_cost);
  of_smoothing.add_each(0);
  append(std::move(of_smoothing).cases(), cases);
  Cover of_products(product_factors(), 18, family_cost);
  of_products.add_each(2);
  append(std::move(of_products).cases(), cases);
  append(tall_cases(), cases);
  append(copied_cases(), cases);
  append(table_cases(), cases);
  append(device_guided_cases(), cases);
  append(device_volume_cases(), cases);
  append(device_channel_cases(), cases);
  append(other_device_cases(), cases);
  append(device_window_cases(), cases);
  for (Case& c : cases)
    if (c.seed % rare_share != 0) use_few_programs(c);
  return cases;
}

std::vector<Case> small_cases() {
  Cover cover(all_factors(), 28, crossed_cost);
  cover.add_each(type_factor, border_factor);
  std::vector<Case> cases = std::move(cover).cases();
  for_each_other_kind([&](Kind kind) {
    Cover of_kind(factors_of(kind), 28, family_cost);
    of_kind.add_each(type_factor);
    append(std::move(of_kind).cases(), cases);
  });
  append(table_cases(), cases);
  append(other_small_cases(), cases);
  for (Case& c : cases) shrink(c);
  return cases;
}

std::vector<Case> crossed_cases() {
  const std::vector<Case> covering = covering_cases();
  std::vector<Case> cases = covering;
  const std::vector<Factor> crossed = main_factors(), drawn = other_factors();
  Random random(88);
  Row row(crossed.size(), 0);
  do {
    if (const auto c = drawn_case(crossed, row, drawn, random)) {
      cases.push_back(*c);
      cases.back().seed = cases.size();
    }
  } while (advance(row, crossed));
  for_each_other_kind([&](Kind kind) { append(drawn_cases(kind), cases); });
  append(other_cases_of_bytes(covering), cases);
  append(guided_byte_cases(), cases);
  return cases;
}

std::vector<Case> random_cases(int count, std::uint64_t seed, int alike) {
  std::vector<std::vector<Factor>> factors{all_factors()};
  for_each_other_kind([&](Kind kind) { factors.push_back(factors_of(kind)); });
  factors.push_back(byte_mean_factors());
  factors.push_back(byte_smoothing_factors());
  factors.push_back(level_factors());
  factors.push_back(table_factors());
  factors.push_back(product_factors());
  factors.push_back(depth_factors());
  factors.push_back(channel_factors());
  const auto good = [](const Case& c) { return possible(c) && cost(c) <= crossed_cost; };
  const auto most = static_cast<std::size_t>(count);
  Random random(seed);
  std::vector<Case> cases;
  while (cases.size() < most) {
    const auto& of_kind = factors[random() % 2 == 0 ? 0 : below(random, factors.size())];
    const Case drawn = case_of(of_kind, random_row(of_kind, random), random());
    Case first = drawn;
    make_unusual(first, random);
    if (!good(first)) continue;
    cases.push_back(first);
    for (int i = 1; i < alike && cases.size() < most;) {
      const Case next = variant_of(drawn, first, random);
      if (!good(next)) continue;
      cases.push_back(next);
      ++i;
    }
  }
  return cases;
}

}  // namespace selvage::testing
