// SPDX-License-Identifier: Apache-2.0
#include "capi/views.hpp"

#include <cstddef>
#include <utility>

#include "capi/structures.hpp"
#include "selvage/error.hpp"

namespace selvage::capi {
namespace {

static_assert(mirrors<PixelType>({SELVAGE_U8, SELVAGE_U16, SELVAGE_F16, SELVAGE_F32}));

// A stride [bytes], which may not fit on 32-bit systems.
std::ptrdiff_t distance(std::int64_t stride) {
  if (!std::in_range<std::ptrdiff_t>(stride))
    throw Error(Errc::limit,
                fmt::format("a stride of {} bytes does not fit in the address space", stride),
                "filter the image in regions");
  return static_cast<std::ptrdiff_t>(stride);
}

template <class Byte, class View>
BasicImageView<Byte> as_view(const View* given, std::string_view what) {
  if (!given) return {};
  const View view = read(given, what);
  return {.data = static_cast<Byte*>(view.data),
          .type = choice<PixelType>(fmt::format("{}: type", what), view.type),
          .width = view.width,
          .height = view.height,
          .channels = view.channels,
          .alpha = view.alpha != 0,
          .batch = view.batch,
          .depth = view.depth == 0 ? 1 : view.depth,
          .stride = {.pixel = distance(view.pixel_stride),
                     .row = distance(view.row_stride),
                     .channel = distance(view.channel_stride),
                     .batch = distance(view.batch_stride),
                     .slice = distance(view.slice_stride)}};
}

}  // namespace

std::string text_of(const char* text) {
  return text ? text : "";
}

ConstImageView view_of(const selvage_const_view* view, std::string_view what) {
  return as_view<const std::byte>(view, what);
}
ImageView view_of(const selvage_view* view, std::string_view what) {
  return as_view<std::byte>(view, what);
}

}  // namespace selvage::capi
