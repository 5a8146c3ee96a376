// SPDX-License-Identifier: Apache-2.0
#include "runner/json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "selvage/error.hpp"

namespace selvage::studies {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no infinities: they are written as words.
Json json_of(double value) {
  return std::isfinite(value) ? Json(value) : Json(fmt::format("{}", value));
}

Json json_of(const Cell& cell) {
  if (const auto* number = std::get_if<double>(&cell)) return json_of(*number);
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  return nullptr;
}

Json json_of(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(json_of(value));
  return list;
}

std::vector<double> numbers_of(const Json& list) {
  std::vector<double> values;
  for (const Json& value : list)
    values.push_back(value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>());
  return values;
}

Json json_of(const Table& table) {
  Json columns = Json::array(), rows = Json::array();
  for (const Column& column : table.cells.columns())
    columns.push_back({{"name", column.name}, {"decimals", column.decimals}});
  for (const auto& row : table.cells.rows()) {
    Json cells = Json::array();
    for (const Cell& cell : row) cells.push_back(json_of(cell));
    rows.push_back(std::move(cells));
  }
  return {{"name", table.name},
          {"title", table.title},
          {"columns", std::move(columns)},
          {"rows", std::move(rows)},
          {"notes", table.notes}};
}

Json json_of(const Plot& plot) {
  Json series = Json::array();
  for (const Series& s : plot.series)
    series.push_back(
        {{"name", s.name}, {"x", json_of(s.x)}, {"y", json_of(s.y)}, {"document", s.document}});
  return {{"name", plot.name},
          {"title", plot.title},
          {"x_label", plot.x_label},
          {"y_label", plot.y_label},
          {"bars", plot.kind == Plot::Kind::bars},
          {"log_x", plot.log_x},
          {"log_y", plot.log_y},
          {"from_zero", plot.from_zero},
          {"ticks_at_points", plot.ticks_at_points},
          {"x_names", plot.x_names},
          {"series", std::move(series)}};
}

Json json_of(const Origin& origin) {
  return {{"date", origin.date},
          {"commit", origin.commit},
          {"kernels", origin.kernels},
          {"product", origin.product}};
}

Origin origin_from(const Json& json) {
  return {.date = json.at("date"),
          .commit = json.at("commit"),
          .kernels = json.at("kernels"),
          .product = json.at("product")};
}

// An infinity stays the word that it was written as.
Cell cell_of(const Json& json) {
  if (json.is_null()) return {};
  return json.is_string() ? Cell{json.get<std::string>()} : Cell{json.get<double>()};
}

Table table_of(const Json& json) {
  Table table{
      .name = json.at("name"), .title = json.at("title"), .cells = {}, .notes = json.at("notes")};
  for (const Json& column : json.at("columns"))
    table.cells.add_column({.name = column.at("name"), .decimals = column.at("decimals")});
  for (const Json& row : json.at("rows")) {
    std::vector<Cell> cells;
    for (const Json& cell : row) cells.push_back(cell_of(cell));
    table.cells.add_row(std::move(cells));
  }
  return table;
}

Plot plot_of(const Json& json) {
  Plot plot{.name = json.at("name"),
            .title = json.at("title"),
            .x_label = json.at("x_label"),
            .y_label = json.at("y_label"),
            .kind = json.at("bars").get<bool>() ? Plot::Kind::bars : Plot::Kind::lines,
            .log_x = json.at("log_x"),
            .log_y = json.at("log_y"),
            .from_zero = json.value("from_zero", true),
            .ticks_at_points = json.value("ticks_at_points", false),
            .x_names = json.at("x_names"),
            .series = {}};
  for (const Json& s : json.at("series"))
    plot.series.push_back({.name = s.at("name"),
                           .x = numbers_of(s.at("x")),
                           .y = numbers_of(s.at("y")),
                           .document = s.at("document")});
  return plot;
}

}  // namespace

std::string to_json(const Results& results) {
  Json tables = Json::array(), plots = Json::array(), pictures = Json::array();
  for (const Table& table : results.tables) tables.push_back(json_of(table));
  for (const Plot& plot : results.plots) plots.push_back(json_of(plot));
  for (const Picture& picture : results.pictures) pictures.push_back(picture.name);
  const Json json{{"study", results.study},         {"device", results.device},
                  {"driver", results.driver},       {"processor", results.processor},
                  {"quick", results.quick},         {"origin", json_of(results.origin)},
                  {"tables", std::move(tables)},    {"plots", std::move(plots)},
                  {"pictures", std::move(pictures)}};
  return json.dump(1) + "\n";
}

Saved from_json(const std::string& text, const std::string& file) try {
  const Json json = Json::parse(text);
  Saved saved{.results = {.study = json.at("study"),
                          .device = json.at("device"),
                          .driver = json.at("driver"),
                          .processor = json.at("processor"),
                          .quick = json.at("quick")},
              .pictures = json.at("pictures")};
  if (json.contains("origin")) saved.results.origin = origin_from(json.at("origin"));
  for (const Json& table : json.at("tables")) saved.results.tables.push_back(table_of(table));
  for (const Json& plot : json.at("plots")) saved.results.plots.push_back(plot_of(plot));
  return saved;
} catch (const std::exception& e) {
  throw Error(Errc::input, fmt::format("{} holds no results of a study: {}", file, e.what()),
              "give a JSON file that --out made");
}

}  // namespace selvage::studies
