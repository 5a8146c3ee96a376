// SPDX-License-Identifier: Apache-2.0
#pragma once
// A study: the systems of one document as a ladder of kernels, checked, timed and put into the
// document's own tables and plots.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace selvage::studies {

class Session;

struct GroupSize {
  int width = 16, height = 16;  // work-items
};

// What a run of a study may vary. Empty or none: what the document has.
struct Options {
  std::string device = {};  // "cuda", "opencl:1"; empty: CUDA where there is one, else OpenCL
  std::string image = {};   // file; empty: a photo, or a made scene where none was fetched
  std::string out = {};     // folder for results; empty: they are printed alone
  bool quick = false;       // small images, few runs: shows that all is right, times mean little

  std::vector<int> rungs = {};             // by number
  std::vector<int> radius = {};            // pixels
  std::optional<double> sigma_space = {};  // pixels
  std::optional<double> sigma_range = {};  // fraction of full scale
  std::vector<GroupSize> block = {};       //
  std::vector<int> tiling = {};            // pixels of one work-item
  std::vector<int> steps = {};             // likewise, of a row
  std::optional<int> runs = {};            // that an average is of
  std::string task = {}, kernel = {};      // a reader's kernel, in a file, in place of the study's
  std::vector<std::string> rest = {};      // positional arguments
};

struct Study {
  std::string_view name;   // of its folder: "staal2012_bilateral_cuda"
  std::string_view title;  // of the document: author, title, year
  // Of Options, by their names on the command line ("radius", "block", ...; "rest"), beside device,
  // image, quick and out, which all take; others are refused.
  std::span<const std::string_view> takes;
  // Blocks. Throws Error for options that make no sense. What is wrong is told to the session.
  void (*run)(Session& session);
};

// All, in the order of `selvage-study list`.
std::span<const Study* const> all_studies();

}  // namespace selvage::studies
