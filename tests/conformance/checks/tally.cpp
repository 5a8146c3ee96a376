// SPDX-License-Identifier: Apache-2.0
#include "conformance/checks/tally.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <stdexcept>

namespace selvage::testing {
namespace {

constexpr std::string_view first_line = "selvage conformance tally 1";

// "all", "all but lab", "u8 f32", or "-" for none.
std::string met_names(const Tally& tally, ValueOf of) {
  std::string met, others;
  int more = 0;  // met values than others
  for (std::size_t v = 0; v < all_values().size(); ++v) {
    if (all_values()[v].of != of) continue;
    const bool is_met = tally.met[v] > 0;
    std::string& names = is_met ? met : others;
    names += fmt::format("{}{}", names.empty() ? "" : " ", all_values()[v].name);
    more += is_met ? 1 : -1;
  }
  if (others.empty()) return "all";
  if (met.empty()) return "-";
  return more > 0 ? "all but " + others : met;
}

int number(std::string_view text) {
  int value = -1;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || last != end || value < 0)
    throw std::runtime_error(fmt::format("\"{}\" is not a count", text));
  return value;
}

// The words between tabs.
std::vector<std::string> words(const std::string& line) {
  std::vector<std::string> found(1);
  for (const char c : line) {
    if (c == '\t') found.emplace_back();
    if (c != '\t') found.back() += c;
  }
  return found;
}

NamedTally tally_of(const std::string& line) {
  const std::vector<std::string> parts = words(line);
  NamedTally named{parts[0], {}};
  Tally& tally = named.tally;
  if (parts.size() != 5 + tally.met.size())
    throw std::runtime_error(fmt::format("cannot read \"{}\"", line));
  tally.passed = number(parts[1]);
  tally.beyond = number(parts[2]);
  tally.failed = number(parts[3]);
  tally.refused = number(parts[4]);
  std::transform(parts.begin() + 5, parts.end(), tally.met.begin(), number);
  return named;
}

}  // namespace

void Tally::count(const Case& c, Outcome outcome) {
  switch (outcome) {
    case Outcome::passed: ++passed; break;
    case Outcome::beyond: ++beyond; break;
    case Outcome::failed: ++failed; return;
    case Outcome::refused: ++refused; return;
    case Outcome::other: return;
  }
  for (std::size_t v = 0; v < met.size(); ++v) met[v] += has(c, all_values()[v]) ? 1 : 0;
}

Tally& Tally::operator+=(const Tally& other) {
  passed += other.passed;
  beyond += other.beyond;
  failed += other.failed;
  refused += other.refused;
  for (std::size_t v = 0; v < met.size(); ++v) met[v] += other.met[v];
  return *this;
}

std::string table(std::span<const NamedTally> tallies) {
  std::vector<std::array<std::string, 9>> rows{{"candidate", "passed", "beyond", "failed",
                                                "unsupported", "types", "borders", "norms",
                                                "filters"}};
  for (const auto& [candidate, t] : tallies)
    rows.push_back({candidate, std::to_string(t.passed), std::to_string(t.beyond),
                    std::to_string(t.failed), std::to_string(t.refused),
                    met_names(t, ValueOf::type), met_names(t, ValueOf::border),
                    met_names(t, ValueOf::norm), met_names(t, ValueOf::filter)});
  std::array<std::size_t, 8> widths{};
  for (const auto& row : rows)
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < widths.size(); ++i)
      text += i >= 1 && i <= 4 ? fmt::format("{:>{}}  ", row[i], widths[i])
                               : fmt::format("{:<{}}  ", row[i], widths[i]);
    text += row.back() + '\n';
  }
  return text +
         "passed: cases within the request; beyond: cases that the candidate passed within its own "
         "bound, which is over\nthe request; types, borders, norms and filters: those of the cases "
         "that it passed.\n";
}

void save(const ShardTally& tally, const std::filesystem::path& path) {
  std::ofstream file(path);
  file << first_line << '\n'
       << fmt::format("{}\t{}\t{}/{}\n", tally.tier, tally.device, tally.shard.index,
                      tally.shard.count);
  for (const auto& [candidate, t] : tally.tallies) {
    file << fmt::format("{}\t{}\t{}\t{}\t{}", candidate, t.passed, t.beyond, t.failed, t.refused);
    for (const int count : t.met) file << '\t' << count;
    file << '\n';
  }
  if (!file.flush()) throw std::runtime_error(fmt::format("cannot write {}", path.string()));
}

ShardTally load_tally(const std::filesystem::path& path) try {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot open it");
  std::string line;
  if (!std::getline(file, line) || line != first_line)
    throw std::runtime_error("it is not a tally of this version");
  std::getline(file, line);
  const std::vector<std::string> head = words(line);
  const auto shard = parse_shard(head.back());
  if (head.size() != 3 || !shard) throw std::runtime_error(fmt::format("cannot read \"{}\"", line));
  ShardTally tally{head[0], head[1], *shard, {}};
  while (std::getline(file, line)) tally.tallies.push_back(tally_of(line));
  return tally;
} catch (const std::runtime_error& e) {
  throw std::runtime_error(fmt::format("{}: {}", path.string(), e.what()));
}

std::vector<NamedTally> merged(std::span<const ShardTally> shards) {
  if (shards.empty()) throw std::runtime_error("there is no tally");
  const ShardTally& first = shards.front();
  std::vector<int> times(static_cast<std::size_t>(first.shard.count), 0);
  std::vector<NamedTally> sum;
  for (const ShardTally& s : shards) {
    if (s.tier != first.tier || s.device != first.device || s.shard.count != first.shard.count)
      throw std::runtime_error("the tallies are not those of one tier on one device");
    ++times.at(static_cast<std::size_t>(s.shard.index - 1));
    for (const NamedTally& t : s.tallies) {
      const auto same = std::ranges::find(sum, t.candidate, &NamedTally::candidate);
      if (same != sum.end())
        same->tally += t.tally;
      else
        sum.push_back(t);
    }
  }
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] != 1)
      throw std::runtime_error(fmt::format("the tally of shard {}/{} was given {} times", i + 1,
                                           times.size(), times[i]));
  return sum;
}

}  // namespace selvage::testing
