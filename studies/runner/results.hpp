// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a study finds, as plain data, and the files that it becomes.

#include <filesystem>
#include <initializer_list>
#include <string>
#include <variant>
#include <vector>

#include "runner/origin.hpp"
#include "selvage/image.hpp"

namespace selvage::studies {

using Cell = std::variant<std::monostate, double, std::string>;  // monostate: no value, "-"

struct Column {
  std::string name = {};  // with its unit: "time, ms"
  int decimals = 2;       // of numbers
};

// The columns of a table, and its rows, which have a cell for each column.
class Cells {
 public:
  Cells(std::initializer_list<Column> columns = {}) : columns_(columns) {}

  // Throw std::logic_error: a column after a row; a row with fewer or more cells than columns.
  void add_column(Column column);
  void add_row(std::vector<Cell> row);

  const std::vector<Column>& columns() const { return columns_; }
  const std::vector<std::vector<Cell>>& rows() const { return rows_; }

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

struct Table {
  std::string name = {};   // of its file: "table_6_1"
  std::string title = {};  //
  Cells cells = {};
  std::vector<std::string> notes = {};  // printed below it
};

struct Series {
  std::string name = {};
  std::vector<double> x = {}, y = {};
  bool document = false;  // the document's numbers, drawn dashed
};

struct Plot {
  enum class Kind { lines, bars };
  std::string name = {};  // of its files: "figure_2"
  std::string title = {}, x_label = {}, y_label = {};
  Kind kind = Kind::lines;
  bool log_x = false, log_y = false;
  bool from_zero = true;                  // a linear y axis begins at 0
  bool ticks_at_points = false;           // the x axis has ticks at the series' x alone: 1, 2, 4, 8
  std::vector<std::string> x_names = {};  // bars: of the groups, whose x is 0, 1, ...
  std::vector<Series> series = {};
};

struct Picture {
  std::string name = {};
  Image image;  // u8, 1 or 3 channels
};

struct Results {
  std::string study = {};
  std::string device = {}, driver = {}, processor = {};  // where it ran
  bool quick = false;
  Origin origin = {};
  std::vector<Table> tables = {};
  std::vector<Plot> plots = {};
  std::vector<Picture> pictures = {};
};

// "h200" of "NVIDIA H200", "pocl" of a CPU's OpenCL device: the first word of results' file names.
std::string device_slug(const std::string& name, bool is_processor);

// As printed, for a terminal or a text file.
std::string text(const Table& table);
// As in its file: numbers in full, no value is an empty field.
std::string csv(const Table& table);

// Writes SLUG-NAME.json (all tables and plots), .csv (each table), .svg and .png (each plot, by
// gnuplot; without it the JSON can be drawn later) and .png (each picture) into the folder, which
// is made. Throws Error{output}.
void write(const Results& results, const std::string& slug, const std::filesystem::path& folder);

// Draws the plots of a JSON file that write() made, beside it, and says if its results are older
// than the kernels. Throws Error.
void draw(const std::filesystem::path& json);

// One run's results in place of those of its parts, in their order. What several parts have, such
// as a table of checks, stays once. Throws Error{input}: parts of different studies, devices,
// drivers or kernels; results of one name that differ.
Results merged(std::vector<Results> parts);

// The same from the JSON files of parts, with the pictures beside them, and into a folder by
// write().
void merge(const std::vector<std::string>& files, const std::filesystem::path& folder);

}  // namespace selvage::studies
