// SPDX-License-Identifier: Apache-2.0
// Results as files.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <system_error>

#include "runner/gnuplot.hpp"
#include "runner/json.hpp"
#include "runner/results.hpp"
#include "selvage/error.hpp"
#include "selvage/io.hpp"

namespace selvage::studies {
namespace {

namespace fs = std::filesystem;

void write_text(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush())
    throw Error(Errc::output, fmt::format("cannot write {}", path.string()),
                "name another folder by --out");
}

// Quoted where the field would end otherwise (RFC 4180).
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string field(const Cell& cell) {
  if (const auto* number = std::get_if<double>(&cell)) return fmt::format("{}", *number);
  if (const auto* words = std::get_if<std::string>(&cell)) return field(*words);
  return {};
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder))
    throw Error(Errc::output, fmt::format("cannot make the folder {}", folder.string()),
                "name another folder by --out");
}

// The word before "-STUDY.json".
std::string slug_of(const fs::path& json, const std::string& study) {
  const std::string stem = json.stem().string(), end = "-" + study;
  if (stem.size() <= end.size() || !stem.ends_with(end))
    throw Error(Errc::input, fmt::format("{} is not called DEVICE-{}.json", json.string(), study),
                "plots are called after it: give it its name back");
  return stem.substr(0, stem.size() - end.size());
}

fs::path stem_of(const fs::path& folder, const std::string& slug, const std::string& name) {
  return folder / fmt::format("{}-{}", slug, name);
}

}  // namespace

std::string csv(const Table& table) {
  std::string text;
  const auto add_line = [&](const auto& cells, auto field_of) {
    std::vector<std::string> fields;
    for (const auto& cell : cells) fields.push_back(field_of(cell));
    text += fmt::format("{}\n", fmt::join(fields, ","));
  };
  add_line(table.cells.columns(), [](const Column& column) { return field(column.name); });
  for (const auto& row : table.cells.rows())
    add_line(row, [](const Cell& cell) { return field(cell); });
  return text;
}

void write(const Results& results, const std::string& slug, const fs::path& folder) {
  make_folder(folder);
  const auto path = [&](const std::string& name, const char* extension) {
    return fs::path(stem_of(folder, slug, name).string() + extension);
  };
  const fs::path json = path(results.study, ".json");
  write_text(json, to_json(results));
  for (const Table& table : results.tables) write_text(path(table.name, ".csv"), csv(table));
  for (const Picture& picture : results.pictures) save(path(picture.name, ".png"), picture.image);
  if (results.plots.empty()) return;
  if (!has_gnuplot()) {
    fmt::print("no gnuplot here: selvage-study draw {} draws the plots where there is one\n",
               json.string());
    return;
  }
  for (const Plot& plot : results.plots) draw(plot, stem_of(folder, slug, plot.name));
}

Saved read(const fs::path& json) {
  std::ifstream file(json, std::ios::binary);
  if (!file) throw Error(Errc::input, fmt::format("cannot read {}", json.string()));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return from_json(text, json.string());
}

void draw(const fs::path& json) {
  const Saved saved = read(json);
  const Results& results = saved.results;
  const std::string slug = slug_of(json, results.study);
  if (const std::string age = age_text(results.origin, origin_of(results.study)); !age.empty())
    fmt::print("note: the results in {} {}\n", json.string(), age);
  if (!has_gnuplot())
    throw Error(Errc::output, "there is no gnuplot to draw with",
                "install it: apt-get install gnuplot-nox");
  for (const Plot& plot : results.plots) draw(plot, stem_of(json.parent_path(), slug, plot.name));
}

void merge(const std::vector<std::string>& files, const fs::path& folder) {
  std::vector<Saved> parts;
  std::string slug;
  for (const fs::path file : files) {
    parts.push_back(read(file));
    Results& results = parts.back().results;
    const std::string own = slug_of(file, results.study);
    if (!slug.empty() && own != slug)
      throw Error(Errc::input,
                  fmt::format("{} is of another device than the others", file.string()));
    slug = own;
    for (const std::string& name : parts.back().pictures)
      results.pictures.push_back(
          {.name = name, .image = load(stem_of(file.parent_path(), slug, name).string() + ".png")});
  }
  std::vector<Results> all;
  for (Saved& part : parts) all.push_back(std::move(part.results));
  write(merged(std::move(all)), slug, folder);
}

}  // namespace selvage::studies
