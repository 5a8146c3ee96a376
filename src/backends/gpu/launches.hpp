// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the kernels of all filters share: where images lie, code in two forms, and launches of a few
// rows at a time.

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/gpu/arguments.hpp"
#include "backends/gpu/kernel.hpp"
#include "selvage/error.hpp"
#include "selvage/frame.hpp"

namespace selvage::gpu {

// One kernel function, ready to be compiled.
struct Code {
  std::string function;              // "bilateral_tile"
  std::string source;                //
  std::vector<std::string> options;  // "-DCHANNELS=3"
};

// Device code in two forms: for images whose samples lie side by side ("dense"), and for any
// others, which is compiled when such an image comes first.
class DeviceCode {
 public:
  using MakeCode = std::function<Code(bool dense)>;

  DeviceCode() = default;  // none
  // Blocks: compiles the dense form.
  DeviceCode(MakeCode make, ProgramSource& programs);

  explicit operator bool() const { return programs_ != nullptr; }

  // Blocks where that form is not compiled yet.
  Function& get(bool dense);

 private:
  struct Compiled {
    std::shared_ptr<Program> program;
    Function* function = nullptr;
  };
  MakeCode make_;
  ProgramSource* programs_ = nullptr;
  std::array<Compiled, 2> forms_;
};

// A buffer with these bytes. Blocks.
std::unique_ptr<Buffer> uploaded(Device& device, std::span<const std::byte> bytes);

// A stride between pixels or rows as 32 bits. Throws Error{unsupported} where it needs more.
int step_of(std::ptrdiff_t stride);

// Where the samples of `view` lie in coordinates in which its first pixel is (x, y).
SelvageLayout layout_at(const DeviceView& view, int x, int y);

// The same of floats in scratch, `floats` to each pixel of an image of that shape, side by side
// without gaps.
SelvageLayout scratch_layout(const ConstImageView& image, int floats, int x, int y);

// Where a pass finds and leaves its images: the arguments' `in`, `mask`, `out`, `width`, `height`.
template <class Arguments>
void set_places(const DeviceImages& images, const Frame& frame, Arguments& a) {
  a.in = layout_at(images.image, frame.x, frame.y);
  if constexpr (requires { a.mask; })
    if (images.mask) a.mask = layout_at(images.mask, frame.x, frame.y);
  a.out = layout_at(images.output, frame.compute.x, frame.compute.y);
  a.width = frame.width;
  a.height = frame.height;
}

// Coordinates with their reflections are 32-bit numbers, and CUDA's groups are counted in 16 bits.
// Throws Error{unsupported}.
void check_sizes(const Frame& frame, int batch);

// Groups that cover `length` items.
int groups(int length, int group);

// What the launches of one pass have in common.
struct Launches {
  Stream& stream;
  const Controls& controls;
  int batch = 1;
  bool dense = true;   // which form of the code
  int height = 1;      // rows of one launch, at most
  bool early = false;  // Launch's
};

// What one group computes.
struct Group {
  int width = 1, height = 1;    // work-items
  int rows = 1;                 // of each work-item, below one another
  std::size_t local_bytes = 0;  // dynamic local memory
  int pixels = 0;               // side by side; 0: one for each work-item
  int columns = 0, down = 0;    // groups side by side, rows of a group; 0: as the others say
};

// Enqueues launches that compute `rect`, each of at most common.height rows: arguments are `a` with
// the rectangle in x0, y0, x1, y1. Where they can be cancelled it blocks between them, and throws
// Error{cancelled}. Allocates nothing, but for a form of the code that comes first.
template <class Arguments>
void run_in_rows(const Launches& common, DeviceCode& code, const Group& group,
                 std::span<const Buffer* const> buffers, Arguments a, const Rect& rect) {
  static_assert(std::is_trivially_copyable_v<Arguments>);
  constexpr int most_groups = 65535;  // CUDA's, below one another
  const int group_rows = group.down > 0 ? group.down : group.height * group.rows;
  const int group_pixels = group.pixels > 0 ? group.pixels : group.width;
  const int launch_rows = std::clamp(common.height / group_rows, 1, most_groups) * group_rows;
  const int end = rect.y + rect.height;
  a.x0 = rect.x;
  a.x1 = rect.x + rect.width;
  for (int y = rect.y; y < end; y += launch_rows) {
    if (common.controls.cancel.stop_requested()) throw Error(Errc::cancelled, "cancelled");
    a.y0 = y;
    a.y1 = std::min(y + launch_rows, end);
    common.stream.launch(
        code.get(common.dense),
        {.groups_x = group.columns > 0 ? group.columns : groups(rect.width, group_pixels),
         .groups_y = groups(a.y1 - a.y0, group_rows),
         .groups_z = common.batch,
         .group_width = group.width,
         .group_height = group.height,
         .early = common.early,
         .local_bytes = group.local_bytes,
         .buffers = buffers,
         .arguments = std::as_bytes(std::span(&a, 1))});
    if (common.controls.cancel.stop_possible() && end - y > launch_rows) common.stream.wait();
  }
}

}  // namespace selvage::gpu
