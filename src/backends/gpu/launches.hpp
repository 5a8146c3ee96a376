// SPDX-License-Identifier: Apache-2.0
#pragma once
// Host code that all kernels share: image layouts, code in two forms, and launches of a few rows at
// a time.

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

// One kernel function before compilation.
struct Code {
  std::string function;              // "bilateral_tile"
  std::string source;                //
  std::vector<std::string> options;  // "-DCHANNELS=3"
};

// Device code in two forms: "dense" for contiguous rows of samples, and one for any other layout.
// The other form than the first is compiled when an image that needs it comes.
class DeviceCode {
 public:
  using MakeCode = std::function<Code(bool dense)>;

  DeviceCode() = default;  // none
  // Blocks: compiles the dense form, or the other.
  DeviceCode(MakeCode make, ProgramSource& programs, bool dense = true);

  explicit operator bool() const { return programs_ != nullptr; }

  // Blocks if that form is not compiled yet.
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

// Returns a new buffer with these bytes. Blocks until they are uploaded.
std::unique_ptr<Buffer> uploaded(Device& device, std::span<const std::byte> bytes);

// Returns a stride between pixels or rows [bytes] as 32 bits. Throws Error{unsupported} if it does
// not fit.
int step_of(std::ptrdiff_t stride);

// Returns the layout [bytes] of `view` in coordinates in which its first pixel is (x, y).
SelvageLayout layout_at(const DeviceView& view, int x, int y);

// Returns the layout of scratch with `floats` floats for each pixel of the image, without gaps.
SelvageLayout scratch_layout(const ConstImageView& image, int floats, int x, int y);

// Sets the layouts of a pass's images: the arguments' `in`, `mask`, `out`, `width`, `height`.
template <class Arguments>
void set_layouts(const DeviceImages& images, const Frame& frame, Arguments& a) {
  a.in = layout_at(images.image, frame.x, frame.y);
  if constexpr (requires { a.mask; })
    if (images.mask) a.mask = layout_at(images.mask, frame.x, frame.y);
  a.out = layout_at(images.output, frame.compute.x, frame.compute.y);
  a.width = frame.width;
  a.height = frame.height;
}

// Throws Error{unsupported} if coordinates with their reflections exceed 32 bits, or the batch
// exceeds CUDA's 16-bit group counts.
void check_sizes(const Frame& frame, int batch);

// Returns the number of groups that cover `length` items.
int groups(int length, int group);

// Settings that the launches of one pass share.
struct Launches {
  Stream& stream;
  const Controls& controls;
  int batch = 1;
  bool dense = true;          // the form of the code
  int height = 1;             // most rows per launch
  bool programmatic = false;  // Launch::programmatic
};

// The pixels that one group computes.
struct Group {
  int width = 1, height = 1;       // work-items
  int rows = 1;                    // per work-item, one below another
  std::size_t local_bytes = 0;     // dynamic local memory, bytes
  int pixels = 0;                  // pixels per row of the group; 0: `width`
  int columns = 0, down = 0;       // groups per row, rows of a group; 0: from the others
  std::size_t argument_bytes = 0;  // that the code takes; 0: all
  bool aligned = false;            // groups begin at multiples of their pixels in the whole image
};

// Enqueues launches that compute `rect` [pixels], each of at most common.height rows (at least one
// group's). Arguments are `a` with the launch's rectangle in x0, y0, x1, y1. If the run can be
// cancelled, blocks between launches and throws Error{cancelled}. Allocates only when it compiles a
// new form of the code.
template <class Arguments>
void run_in_rows(const Launches& common, DeviceCode& code, const Group& group,
                 std::span<const Buffer* const> buffers, Arguments a, const Rect& rect) {
  static_assert(std::is_trivially_copyable_v<Arguments>);
  constexpr int most_groups = 65535;  // CUDA's limit, down
  const int group_rows = group.down > 0 ? group.down : group.height * group.rows;
  const int group_pixels = group.pixels > 0 ? group.pixels : group.width;
  const int launch_rows = std::clamp(common.height / group_rows, 1, most_groups) * group_rows;
  const std::size_t bytes = group.argument_bytes > 0 ? group.argument_bytes : sizeof(Arguments);
  const int end = rect.y + rect.height;
  const auto count = [&](int from, int until, int pixels) {
    return group.aligned ? (until - 1) / pixels - from / pixels + 1 : groups(until - from, pixels);
  };
  a.x0 = rect.x;
  a.x1 = rect.x + rect.width;
  for (int y = rect.y; y < end; y = a.y1) {
    if (common.controls.cancel.stop_requested()) throw Error(Errc::cancelled, "cancelled");
    a.y0 = y;
    a.y1 = std::min(y + launch_rows - (group.aligned ? y % group_rows : 0), end);
    common.stream.launch(
        code.get(common.dense),
        {.groups_x = group.columns > 0 ? group.columns : count(a.x0, a.x1, group_pixels),
         .groups_y = count(a.y0, a.y1, group_rows),
         .groups_z = common.batch,
         .group_width = group.width,
         .group_height = group.height,
         .programmatic = common.programmatic,
         .local_bytes = group.local_bytes,
         .buffers = buffers,
         .arguments = std::as_bytes(std::span(&a, 1)).first(bytes)});
    if (common.controls.cancel.stop_possible() && a.y1 < end) common.stream.wait();
  }
}

}  // namespace selvage::gpu
