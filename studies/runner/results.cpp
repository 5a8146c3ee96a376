// SPDX-License-Identifier: Apache-2.0
#include "runner/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace selvage::studies {
namespace {

// Columns as a terminal shows them: the bytes of UTF-8 that begin a character.
std::size_t shown_width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string shown(const Cell& cell, int decimals) {
  if (const auto* number = std::get_if<double>(&cell))
    return fmt::format("{:.{}f}", *number, decimals);
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  return "-";
}

// Words stand at the left, numbers (and their lack) at the right.
std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::string space(width - std::min(width, shown_width(text)), ' ');
  return left ? text + space : space + text;
}

bool holds_words(const Table& table, std::size_t column) {
  return std::ranges::any_of(table.cells.rows(), [&](const auto& row) {
    return std::holds_alternative<std::string>(row[column]);
  });
}

}  // namespace

void Cells::add_column(Column column) {
  if (!rows_.empty())
    throw std::logic_error(fmt::format("the column {} comes after a row", column.name));
  columns_.push_back(std::move(column));
}

void Cells::add_row(std::vector<Cell> row) {
  if (row.size() != columns_.size())
    throw std::logic_error(
        fmt::format("a row has {} cells, and its table {} columns", row.size(), columns_.size()));
  rows_.push_back(std::move(row));
}

std::string device_slug(const std::string& name, bool is_processor) {
  if (is_processor) return "pocl";
  std::string lower, all;
  for (const char c : name) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::ranges::replace_if(
      lower, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, ' ');
  std::istringstream words(lower);
  for (std::string word; words >> word; all += word)
    if (std::ranges::any_of(word, [](unsigned char c) { return std::isdigit(c) != 0; }))
      return word;
  return all.empty() ? "device" : all;
}

std::string text(const Table& table) {
  std::vector<std::vector<std::string>> lines(1);
  std::vector<std::size_t> widths;
  const std::vector<Column>& columns = table.cells.columns();
  for (const Column& column : columns) {
    lines.front().push_back(column.name);
    widths.push_back(shown_width(column.name));
  }
  for (const auto& row : table.cells.rows()) {
    auto& line = lines.emplace_back();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      line.push_back(shown(row[i], columns[i].decimals));
      widths[i] = std::max(widths[i], shown_width(line.back()));
    }
  }
  std::string result = table.title + "\n";
  for (const auto& line : lines) {
    std::string shown_line;
    for (std::size_t i = 0; i < line.size(); ++i)
      shown_line += "  " + padded(line[i], widths[i], holds_words(table, i));
    shown_line.erase(shown_line.find_last_not_of(' ') + 1);
    result += shown_line + "\n";
  }
  for (const std::string& note : table.notes) result += "  " + note + "\n";
  result.pop_back();
  return result;
}

}  // namespace selvage::studies
