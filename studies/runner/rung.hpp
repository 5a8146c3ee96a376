// SPDX-License-Identifier: Apache-2.0
#pragma once
// A rung of a ladder: a kernel's text and what it is compiled with.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/gpu/device.hpp"
#include "runner/session.hpp"

namespace selvage::studies {

// A table in constant memory, under this name in the rung's text.
struct ConstantTable {
  std::string name = {};  // "SPACE"
  std::vector<float> values = {};
};

struct RungCode {
  // In the study's folder: "03_hardware_exp.cl"; its kernel is called hardware_exp. Shared texts
  // (*.h of the folder) are put before it, in the order of their names. Before those stand
  // kernels/dialect.h, runner/study_dialect.h and the tables.
  std::string_view file;
  std::string function = {};  // empty: by the file's name
  GroupSize group = {};       // GROUP_WIDTH and GROUP_HEIGHT in the text; others: docs/kernels.md
  std::map<std::string, std::string> defines = {};
  std::vector<ConstantTable> tables = {};
  // In place of the file's text, where the kernel is a reader's own: `file` is what the compiler
  // calls it.
  std::string text = {};
  // Device functions are compiled as the document had them: no fast-math, ever.
};

// What the driver says of compiled code. None: it does not say.
struct CodeFacts {
  std::optional<int> registers;        // of a work-item
  std::optional<int> local_bytes;      // of a group, static and dynamic
  std::optional<int> groups_resident;  // at most, on one compute unit
  std::optional<double> occupancy;     // work-items resident of those possible
};

class Rung {
 public:
  // Blocks. Throws Error{device} with the compiler's log.
  Rung(Session& session, const RungCode& code);

  // Enqueues the kernel on a grid of groups that covers width x height work-items (rounded up);
  // depth: groups in z. `buffers` in the order of the kernel's parameters (textures too), then
  // `arguments`, one struct.
  void enqueue(gpu::Stream& stream, int width, int height,
               std::span<const gpu::Buffer* const> buffers, std::span<const std::byte> arguments,
               std::size_t local_bytes = 0, int depth = 1) const;
  template <class Arguments>
  void enqueue(gpu::Stream& stream, int width, int height,
               std::span<const gpu::Buffer* const> buffers, const Arguments& arguments,
               std::size_t local_bytes = 0, int depth = 1) const {
    enqueue(stream, width, height, buffers, std::as_bytes(std::span(&arguments, 1)), local_bytes,
            depth);
  }

  GroupSize group() const { return group_; }
  CodeFacts facts(std::size_t dynamic_local_bytes = 0) const;

 private:
  Session* session_;
  GroupSize group_;
  std::shared_ptr<gpu::Program> program_;
  gpu::Function* function_ = nullptr;  // of program_
};

// "CONSTANT float SPACE[2] = {0.5f, 1.0f, };", every float to the bit.
std::string table_text(const ConstantTable& table);

// All that the compiler gets.
std::string rung_source(const Study& study, const RungCode& code);

// The file's text, head comment and all. Throws std::logic_error when the study has no such file.
std::string_view rung_text(const Study& study, std::string_view file);

}  // namespace selvage::studies
