// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/exercise.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "opencl_course/check.hpp"
#include "opencl_course/sheet.hpp"
#include "opencl_course/tasks.hpp"
#include "selvage/error.hpp"

namespace selvage::studies::course {
namespace {

std::string names() {
  std::string all;
  for (const Exercise& exercise : exercises())
    all += fmt::format("{}{}", all.empty() ? "" : ", ", exercise.name);
  return all;
}

const Exercise& find(const std::string& name) {
  for (const Exercise& exercise : exercises())
    if (exercise.name == name) return exercise;
  throw Error(Errc::invalid_argument, fmt::format("there is no task {}", name),
              fmt::format("tasks are {}; see docs/studies.md", names()));
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw Error(Errc::input, fmt::format("{} cannot be read", path));
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw Error(Errc::input, fmt::format("{} is empty", path), "it must hold the task's kernels");
  return text;
}

void check_given(const Options& o) {
  if (o.task.empty())
    throw Error(Errc::invalid_argument, "--kernel needs --task NAME",
                fmt::format("tasks are {}", names()));
  if (o.kernel.empty())
    throw Error(Errc::invalid_argument, fmt::format("--task {} needs --kernel FILE", o.task),
                "the task's signatures are in docs/studies.md");
  if (!o.rungs.empty())
    throw Error(Errc::invalid_argument, "--rungs and --task do not go together",
                "a task runs your kernel and the rung that it is compared with");
  if (o.steps.size() > 1)
    throw Error(Errc::invalid_argument, "--steps has more than one value",
                "a task compiles your kernel for one");
}

Source source_of(const Session& session) {
  const std::string& file = session.options().kernel;
  Source source{.file = file, .text = text_of(file)};
  source.of_sheet = is_opencl_c(source.text);
  if (source.of_sheet && session.facts().backend != "opencl")
    throw Error(Errc::invalid_argument, fmt::format("{} is OpenCL C", file),
                "give --device opencl, or write it in the dialect of docs/studies.md");
  return source;
}

void keep_marks(Session& session, const std::vector<Mark>& marks) {
  Table table{
      .name = "points",
      .title = "The sheet's points",
      .cells = {{"criterion"}, {"points", 0}, {"maximum", 0}},
      .notes = {"Local memory counts if the file declares any. Bank conflicts are not checked, "
                "and the sheet's point for experiments (task 2) is not awarded."}};
  int points = 0, of = 0;
  for (const Mark& mark : marks) {
    table.cells.add_row({mark.what, double(mark.points), double(mark.of)});
    points += mark.points;
    of += mark.of;
  }
  table.cells.add_row({"total", double(points), double(of)});
  session.keep(std::move(table));
}

}  // namespace

void run_exercise(Session& session, const Settings& settings) {
  const Options& options = session.options();
  check_given(options);
  const Exercise& exercise = find(options.task);
  if (!exercise.has_passes && (!options.radius.empty() || !options.steps.empty()))
    throw Error(Errc::invalid_argument,
                fmt::format("task {} takes no --radius and no --steps", exercise.name),
                "they are those of passes: of separable and bilateral");
  const Source source = source_of(session);
  session.print(fmt::format("task {}; the file holds\n{}", exercise.name, exercise.signatures));
  keep_marks(session, exercise.run(session, settings, source));
  session.print(
      fmt::format("result and difference images are in {}", image_folder(session).string()));
}

}  // namespace selvage::studies::course
