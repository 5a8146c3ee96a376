// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parameters of a candidate's launches. Each method defines its own type; a Tuning holds a
// value of any of them on its way from the planner to the kernel.

#include <concepts>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "selvage/engine.hpp"

namespace selvage {

// The output pixels of one task. On a GPU, a tile is copied to and from the device at a time.
struct Tile {
  int width = 256, height = 32;
  int slices = 0;  // on a GPU, of an image with depth; 0: all

  void each(const auto& visit) const {
    visit("tile_width", width);
    visit("tile_height", height);
    if (slices > 0) visit("tile_slices", slices);
  }
  friend bool operator==(const Tile&, const Tile&) = default;
};

// A work-group of a GPU (a CUDA block).
struct WorkGroup {
  int width = 32, height = 8;  // work-items
  int rows = 4;                // output rows of each work-item
  int min_blocks = 1;          // minimum blocks per multiprocessor; bounds registers

  void each(const auto& visit) const {
    visit("group_width", width);
    visit("group_height", height);
    visit("group_rows", rows);
    visit("min_blocks", min_blocks);
  }
  // The same for one of several groups, without min_blocks.
  void each(std::string_view group, const auto& visit) const {
    visit(std::string(group) + "_width", width);
    visit(std::string(group) + "_height", height);
    visit(std::string(group) + "_rows", rows);
  }
  friend bool operator==(const WorkGroup&, const WorkGroup&) = default;
};

// The tuning of methods that have only tiles.
struct TileTuning {
  Tile tile = {};

  void each(const auto& visit) const { tile.each(visit); }
  friend bool operator==(const TileTuning&, const TileTuning&) = default;
};

// A method's own type is an aggregate with a tile and each(visit), which calls visit(name, number)
// for every field.
template <class T>
concept MethodTuning = std::equality_comparable<T> && requires(const T& tuning) {
  { tuning.tile } -> std::convertible_to<Tile>;
  tuning.each([](std::string_view, auto) {});
};

class Tuning {
 public:
  Tuning() : Tuning(TileTuning{}) {}
  template <MethodTuning T>
  Tuning(T tuning)  // NOLINT(google-explicit-constructor): it represents that value
      : held_(std::make_shared<const Holder<T>>(std::move(tuning))) {}

  const Tile& tile() const { return held_->tile(); }
  // Returns all fields, for people and tests.
  std::vector<TuningParameter> numbers() const { return held_->numbers(); }
  // Throws std::logic_error if it holds another method's tuning.
  template <MethodTuning T>
  const T& as() const {
    const auto* holder = dynamic_cast<const Holder<T>*>(held_.get());
    if (!holder) throw std::logic_error("the tuning belongs to another method");
    return holder->value;
  }

  friend bool operator==(const Tuning& a, const Tuning& b) { return a.held_->equals(*b.held_); }

 private:
  struct Base {
    virtual ~Base() = default;
    virtual const Tile& tile() const = 0;
    virtual std::vector<TuningParameter> numbers() const = 0;
    virtual bool equals(const Base& other) const = 0;
  };
  template <class T>
  struct Holder final : Base {
    explicit Holder(T v) : value(std::move(v)) {}
    const Tile& tile() const override { return value.tile; }
    std::vector<TuningParameter> numbers() const override {
      std::vector<TuningParameter> list;
      value.each([&](std::string_view name, auto number) {
        list.push_back({std::string(name), static_cast<int>(number)});
      });
      return list;
    }
    bool equals(const Base& other) const override {
      const auto* same = dynamic_cast<const Holder*>(&other);
      return same && value == same->value;
    }
    T value;
  };

  std::shared_ptr<const Base> held_;
};

}  // namespace selvage
