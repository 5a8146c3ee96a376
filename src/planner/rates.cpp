// SPDX-License-Identifier: Apache-2.0
#include "planner/rates.hpp"

#include <fmt/format.h>

#include <locale>
#include <sstream>

namespace selvage::planner {
namespace {

// The offers' own rates change with the version, and the number with the layout.
constexpr std::string_view rates_heading = "selvage-rates-1 " SELVAGE_VERSION;
constexpr std::string_view rates_ending = "end";  // missing: the file was cut short

bool is_plausible(double factor) {
  return factor > 1e-3 && factor < 1e3;
}

std::optional<Rate> read_rate(std::istream& words, std::string candidate) {
  Rate rate{.candidate = std::move(candidate)};
  std::string type;
  words >> rate.filter >> type >> rate.factor;
  const auto named = value_named<PixelType>(type);
  if (!words || !named || !is_plausible(rate.factor)) return {};
  rate.type = *named;
  return rate;
}

}  // namespace

std::optional<double> Rates::factor(std::string_view candidate, const Problem& problem) const {
  for (const Rate& rate : rates)
    if (rate.candidate == candidate && rate.type == problem.type &&
        rate.filter == name(problem.filter))
      return rate.factor;
  return {};
}

std::string to_text(const Rates& rates) {
  std::string text = fmt::format("{}\n{}\n", rates_heading, rates.device);
  for (const Rate& r : rates.rates)
    text += fmt::format("{} {} {} {:.4g}\n", r.candidate, r.filter, name_of(r.type), r.factor);
  return text + std::string(rates_ending) + "\n";
}

std::optional<Rates> rates_from_text(const std::string& text) {
  std::istringstream words(text);
  words.imbue(std::locale::classic());
  std::string heading;
  Rates rates;
  if (!std::getline(words, heading) || heading != rates_heading) return {};
  if (!std::getline(words, rates.device)) return {};
  for (std::string word; words >> word;) {
    if (word == rates_ending) return rates;
    std::optional<Rate> rate = read_rate(words, word);
    if (!rate) return {};
    rates.rates.push_back(*std::move(rate));
  }
  return {};
}

}  // namespace selvage::planner
