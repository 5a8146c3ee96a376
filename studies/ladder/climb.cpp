// SPDX-License-Identifier: Apache-2.0
#include "ladder/climb.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "ladder/inputs.hpp"
#include "reference/reference.hpp"
#include "runner/product.hpp"
#include "selvage/error.hpp"

namespace selvage::studies::climbing {
namespace {

constexpr int default_runs = 20;
// Sums in another order, or an exponential that errs by units in the last place, round another way
// where a mean lies near a half: not more often than in one sample of a thousand.
constexpr double largest_difference = 1.0, largest_share = 1e-3;

// An image that differs in every sample.
Image spoil(const Image& image) {
  Image spoiled = image.clone();
  std::byte* const samples = spoiled.view().data;
  for (std::size_t i = 0; i < spoiled.bytes(); ++i) samples[i] ^= std::byte{0x80};
  return spoiled;
}

class Climb {
 public:
  Climb(Session& session, const Setting& setting)
      : session_(session),
        setting_(setting),
        input_(bench::upload(session.place(), setting.input)),
        output_(session.place().device->buffer(setting.input.bytes())),
        tables_(make_tables(session.place(), setting.filter)),
        reference_(reference::rounded(reference::run(setting.filter, {.image = setting.input}),
                                      setting.input)),
        spoiled_(spoil(reference_)) {}

  void add(const Step& step) {
    const bool processor = session_.facts().gpu.is_processor;
    const std::size_t bytes = local_bytes(step, setting_.radius(), processor);
    if (bytes > session_.facts().gpu.local_bytes)
      throw Error(Errc::invalid_argument,
                  fmt::format("rung {} needs {} bytes of local memory, the device has {}",
                              step.number, bytes, session_.facts().gpu.local_bytes),
                  "give a smaller --radius, or other --rungs");
    const GroupSize group = group_of(step);
    const int rows = rows_of(step, processor);
    const Rung rung(session_, {.file = step.file,
                               .group = group,
                               .defines = {{"ROWS", fmt::to_string(rows)},
                                           {"MIN_BLOCKS", fmt::to_string(step.min_blocks)}}});
    std::vector<const gpu::Buffer*> buffers = {input_.get(), output_.get()};
    if (step.space_weights) buffers.push_back(tables_.space.get());
    if (step.range_weights) buffers.push_back(tables_.range.get());
    if (step.space_exponents) buffers.push_back(tables_.exponents.get());
    if (step.extents) buffers.push_back(tables_.extents.get());
    things_.push_back([rung, buffers, bytes, rows,
                       a = arguments_of(setting_.filter, setting_.input)](gpu::Stream& stream) {
      rung.enqueue(stream, a.width, (a.height + rows - 1) / rows, buffers, a, bytes);
    });
    outcomes_.push_back({.step = &step,
                         .name = fmt::format("{}: {}", step.number, name_of(step)),
                         .result = blank(),
                         .code = rung.facts(bytes)});
    judge();
  }

  void add_product() {
    ProductKernel product =
        product_kernel(session_, setting_.filter, setting_.input, *input_, *output_);
    things_.push_back(std::move(product.enqueue));
    outcomes_.push_back({.step = &product_step(),
                         .product = true,
                         .name = fmt::format("the product ({})", product.candidate),
                         .result = blank()});
    judge();
  }

  std::vector<Outcome> run() {
    const auto times = device_times(session_, things_, session_.runs(default_runs));
    for (std::size_t i = 0; i < times.size(); ++i) outcomes_[i].times = times[i];
    return std::move(outcomes_);
  }

 private:
  Image blank() const {
    return {PixelType::u8, setting_.input.width(), setting_.input.height(), 3};
  }

  // The newest.
  void judge() {
    Outcome& outcome = outcomes_.back();
    Place& place = session_.place();
    // What a kernel does not write shall differ.
    place.stream->upload(*output_, 0, spoiled_.view().data, spoiled_.bytes());
    things_.back()(*place.stream);
    bench::download(place, *output_, outcome.result);
    outcome.from_reference = difference(outcome.result, reference_);
    expect_near(outcome, outcome.from_reference, "the reference");
    const Outcome* last = before(outcomes_, outcomes_.size() - 1);
    if (last == nullptr) return;
    const Difference d = difference(outcome.result, last->result);
    const bool next = !outcome.product && last->step->number + 1 == outcome.step->number;
    if (next && outcome.step->same_as_before)
      session_.expect(d.count == 0, fmt::format("{} is to the bit {}; found: {} samples differ",
                                                outcome.name, last->name, d.count));
    else
      expect_near(outcome, d, last->name);
  }

  void expect_near(const Outcome& outcome, const Difference& d, const std::string& name) {
    const double samples = static_cast<double>(outcome.result.bytes());
    session_.expect(
        d.max <= largest_difference && static_cast<double>(d.count) <= largest_share * samples,
        fmt::format("{} ({}x{}, radius {}) is {} within {} and in at most {} of the samples; "
                    "found: {} and {} samples",
                    outcome.name, setting_.input.width(), setting_.input.height(),
                    setting_.radius(), name, largest_difference, largest_share, d.max, d.count));
  }

  Session& session_;
  const Setting& setting_;
  std::unique_ptr<gpu::Buffer> input_, output_;
  Tables tables_;
  Image reference_, spoiled_;
  std::vector<Outcome> outcomes_;
  std::vector<Enqueue> things_;
};

}  // namespace

double Setting::taps() const {
  return double(taps_of(radius())) * input.width() * input.height();
}

std::vector<Outcome> climb(Session& session, const Setting& setting) {
  Climb ladder(session, setting);
  for (const Step& step : steps())
    if (session.wants_rung(step.number)) ladder.add(step);
  ladder.add_product();
  return ladder.run();
}

const Outcome* before(const std::vector<Outcome>& outcomes, std::size_t i) {
  while (i-- > 0)
    if (!outcomes[i].step->aside) return &outcomes[i];
  return nullptr;
}

}  // namespace selvage::studies::climbing
