// SPDX-License-Identifier: Apache-2.0
#pragma once
// What both kernels of a Fourier range kernel share: they load the levels of tiles, filter them,
// and store shifts of pixels.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "backends/cpu/images/pixel_store.hpp"
#include "backends/cpu/images/tile_loader.hpp"
#include "backends/cpu/images/vector_rows.hpp"
#include "backends/cpu/kernel.hpp"
#include "backends/cpu/tile_runs.hpp"
#include "filters/problem.hpp"
#include "methods/convolution/cpu/computed_pixels.hpp"
#include "methods/fourier_range/joint_level.hpp"
#include "methods/fourier_range/level_form.hpp"

namespace selvage::cpu {

// What a kernel is made from; `loops` are those of one instruction set.
template <class Loops>
struct LevelParts {
  Pass pass;
  Problem problem;
  Tile tile;
  Loops loops;
  VectorRows vectors;
};

template <class Loops>
class LevelKernel : public Kernel {
 public:
  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) final {
    samples_.assign(samples_.size(), {});
    cancel_ = controls.cancel;
    run_tiles(runner_, frame, inputs.image.batch, parts_.tile, controls, [&](const TileRun& t) {
      const Source source{inputs.image.image(t.batch), image_of_batch(inputs.mask, t.batch), frame,
                          image_of_batch(inputs.guide, t.batch)};
      const Rect place{t.rect.x - frame.compute.x, t.rect.y - frame.compute.y, t.rect.width,
                       t.rect.height};
      filter(source, t.rect, outputs.image.image(t.batch).region(place), t.worker);
    });
  }

  CertifiedSamples certified_samples() const final {
    CertifiedSamples sum;
    for (const CertifiedSamples& s : samples_) sum += s;
    return sum;
  }

 protected:
  LevelKernel(const LevelParts<Loops>& parts, const ExecutionContext& context)
      : parts_(parts),
        step_(std::get<WindowMean>(parts.pass.step)),
        form_(level_form(step_, parts.problem)),
        loader_(parts.pass, parts.problem, 1.0f, parts.vectors),
        runner_(context.runner),
        samples_(static_cast<std::size_t>(context.threads)) {}

  // Counts the samples of a tile.
  void count(const CertifiedSamples& samples, int worker) {
    samples_[static_cast<std::size_t>(worker)] += samples;
  }

  // Room for one row. The planes of `floats` are `plane` apart.
  struct RowRoom {
    float* floats = nullptr;
    std::ptrdiff_t plane = 0;
    std::uint8_t* valid = nullptr;
    std::uint8_t* outside = nullptr;  // of floats: see DirectPixels::row
  };

  // Loads the levels of row y from x on. Those of group g go to levels(g); a hole is form_.count().
  // Of a joint filter, group 0 has value_one, and group 1 + c the values of channel c.
  template <class Levels>
  void load_levels(const Source& source, int x, int y, int pixels, const RowRoom& room,
                   const Levels& levels) const {
    loader_.load_row(source, x, y, pixels, room.floats, room.plane, room.valid);
    if (form_.floats) return round_levels(pixels, room, levels);
    if (form_.joint()) return join_levels(pixels, room, levels);
    const float hole = loader_.hole();
    const auto missing = static_cast<Level>(form_.count());
    for (int g = 0; g < loader_.layout().groups; ++g) {
      const float* const from = room.floats + g * room.plane;
      Level* const to = levels(g);
      for (int i = 0; i < pixels; ++i) to[i] = static_cast<Level>(std::min(from[i], 65536.0f));
      if (!form_.holes) continue;
      for (int i = 0; i < pixels; ++i)
        if (from[i] == hole) to[i] = missing;
    }
  }

  bool is_hole(Level level) const {
    return (form_.joint() ? guide_of(level) : level) == form_.count();
  }

  // A row of a tile: its centres are levels of the first group.
  struct FilteredRow {
    const float* shifts = nullptr;  // in levels; each plane has its own
    std::ptrdiff_t plane = 0;
    const Level* centres = nullptr;
    std::uint8_t* computed = nullptr;  // room for a row
  };

  // Adds the shifts of a row of the tile to its pixels. Holes are copied, and for Border::copy
  // pixels whose window leaves the image.
  void store(const Source& source, const Rect& rect, int row, const ImageView& target,
             const FilteredRow& from) const {
    const Rect here{rect.x - source.frame.x, rect.y + row - source.frame.y, rect.width, 1};
    const bool copies = mark_row(source.frame, rect, rect.y + row, from);
    store_row(StoreRow<float>{.from = source.image.region(here),
                              .to = target.region({0, row, rect.width, 1}),
                              .mean_offset = from.shifts,
                              .mean_plane = from.plane,
                              .mean_scale = static_cast<float>(shift_unit()),
                              .computed = copies ? from.computed : nullptr,
                              .vectors = parts_.vectors,
                              .averaged = loader_.layout().averaged});
  }

  LevelParts<Loops> parts_;
  WindowMean step_;
  LevelForm form_;
  TileLoader<float> loader_;
  std::stop_token cancel_;  // of the run

 private:
  // Rounds a row of floats to steps. One outside 0..1 has no level, nor has a hole unless form_ has
  // holes: any group marks it.
  template <class Levels>
  void round_levels(int pixels, const RowRoom& room, const Levels& levels) const {
    const auto steps = static_cast<float>(form_.count() - 1);
    constexpr float half = 0.5f;  // and the conversion cuts
    const float hole = loader_.hole();
    const auto missing = static_cast<Level>(form_.count());
    std::fill_n(room.outside, pixels, std::uint8_t{0});
    for (int g = 0; g < loader_.layout().groups; ++g) {
      const float* const from = room.floats + g * room.plane;
      Level* const to = levels(g);
      for (int i = 0; i < pixels; ++i) {
        const float inside = std::min(std::max(from[i], 0.0f), 1.0f);
        to[i] = static_cast<Level>(inside * steps + half);
        room.outside[i] |= static_cast<std::uint8_t>(inside != from[i]);
      }
      if (!form_.holes) continue;
      for (int i = 0; i < pixels; ++i)
        if (from[i] == hole) to[i] = missing;
    }
    for (int i = 0; form_.holes && i < pixels; ++i)
      if (room.floats[i] == hole) room.outside[i] = 0;  // a pixel is a hole in all groups
  }

  template <class Levels>
  void join_levels(int pixels, const RowRoom& room, const Levels& levels) const {
    const float hole = loader_.hole();
    const auto missing = static_cast<Level>(form_.count());
    const int steps = parts_.problem.type == PixelType::u8 ? value_steps : 1;
    const float* const guide = room.floats;
    for (int g = 0; g <= form_.values; ++g) {
      const float* const values = guide + g * room.plane;
      Level* const to = levels(g);
      for (int i = 0; i < pixels; ++i) {
        const int value = g == 0 ? value_one : static_cast<int>(values[i]) * steps - value_half;
        to[i] = guide[i] == hole ? missing : joint_level(static_cast<int>(guide[i]), value);
      }
    }
  }

  // Returns a level in samples of the image.
  double shift_unit() const {
    if (!form_.joint()) return form_.unit();
    return parts_.problem.type == PixelType::u8 ? 1.0 : value_steps;
  }

  // Marks the pixels of row y that are computed. Returns false if all are.
  bool mark_row(const Frame& frame, const Rect& rect, int y, const FilteredRow& row) const {
    if (!form_.holes) return false;
    for (int i = 0; i < rect.width; ++i) row.computed[i] = !is_hole(row.centres[i]);
    return mark_computed(
        {.frame = frame,
         .x = rect.x,
         .y = y,
         .pixels = rect.width,
         .radius_x = step_.radius_x,
         .radius_y = step_.radius_y,
         .border = step_.border,
         .valid = row.computed},
        [](int) { return false; }, row.computed);
  }

  virtual void filter(const Source& source, const Rect& rect, const ImageView& target,
                      int worker) = 0;

  TaskRunner& runner_;
  std::vector<CertifiedSamples> samples_;  // of each worker
};

}  // namespace selvage::cpu
