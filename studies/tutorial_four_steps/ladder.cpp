// SPDX-License-Identifier: Apache-2.0
#include "tutorial_four_steps/ladder.hpp"

#include <fmt/format.h>

#include <cmath>
#include <list>

#include "reference/reference.hpp"
#include "selvage/error.hpp"
#include "tutorial_four_steps/document.hpp"
#include "tutorial_four_steps/opencv_bilateral.hpp"

namespace selvage::studies::four_steps {
namespace {

#include "tutorial_four_steps/arguments.h"

// exp() of a driver may err by some units in the last place, which rounding to bytes shows where a
// mean lies near a half: not more often than in one sample of a thousand.
constexpr double largest_difference = 1.0, largest_share = 1e-3;

struct Tables {
  std::unique_ptr<gpu::Buffer> space, colour;
};

FourSteps arguments_of(const Setting& setting) {
  const double space = setting.filter.sigma_space;
  const double colour = 255.0 * double{setting.filter.sigma_range};
  return {.width = setting.input.width(),
          .height = setting.input.height(),
          .radius = *setting.filter.radius,
          .space_scale = static_cast<float>(-0.5 / (space * space)),
          .colour_scale = static_cast<float>(-0.5 / (colour * colour))};
}

std::unique_ptr<gpu::Buffer> upload_floats(Place& place, const std::vector<float>& values) {
  auto buffer = place.device->buffer(values.size() * sizeof(float));
  const auto bytes = std::as_bytes(std::span(values));
  place.stream->upload(*buffer, 0, bytes.data(), bytes.size());
  place.stream->wait();
  return buffer;
}

Tables make_tables(Place& place, const FourSteps& a) {
  std::vector<float> space, colour;
  for (int y = -a.radius; y <= a.radius; ++y)
    for (int x = -a.radius; x <= a.radius; ++x)
      space.push_back(std::exp(static_cast<float>(x * x + y * y) * a.space_scale));
  for (int d = 0; d < COLOUR_TABLE_LENGTH; ++d)
    colour.push_back(std::exp(static_cast<float>(d * d) * a.colour_scale));
  return {.space = upload_floats(place, space), .colour = upload_floats(place, colour)};
}

// The ladder on its way up.
class Climb {
 public:
  Climb(Session& session, const Setting& setting)
      : session_(session),
        setting_(setting),
        arguments_(arguments_of(setting)),
        input_(bench::upload(session.place(), setting.input)),
        tables_(make_tables(session.place(), arguments_)),
        reference_(reference::rounded(reference::run(setting.filter, {.image = setting.input}),
                                      setting.input)) {}

  void add(const Step& step) {
    const std::size_t bytes = local_bytes(step, arguments_.radius, setting_.group);
    if (bytes > session_.facts().gpu.local_bytes)
      throw Error(Errc::invalid_argument,
                  fmt::format("step {} needs {} bytes of local memory, the device has {}",
                              step.number, bytes, session_.facts().gpu.local_bytes),
                  "give a smaller --radius or --block");
    const Rung rung(session_, {.file = step.file, .group = setting_.group});
    Entry& entry = new_entry();
    const DocumentStep& document = document_steps[static_cast<std::size_t>(step.number - 1)];
    entry.outcome.name = document.name;
    entry.outcome.document_us = document.microseconds;
    std::vector<const gpu::Buffer*> buffers = {input_.get(), entry.output.get()};
    if (step.has_tables) buffers.insert(buffers.end(), {tables_.space.get(), tables_.colour.get()});
    entry.enqueue = [rung, buffers, bytes, a = arguments_](gpu::Stream& stream) {
      rung.enqueue(stream, a.width, a.height, buffers, a, bytes);
    };
    entry.outcome.code = rung.facts(bytes);
  }

  void add_product() {
    Entry& entry = new_entry();
    ProductKernel product =
        product_kernel(session_, setting_.filter, setting_.input, *input_, *entry.output);
    entry.is_product = true;
    entry.outcome.name = fmt::format("the product ({})", product.candidate);
    entry.enqueue = std::move(product.enqueue);
  }

  std::vector<Outcome> run() {
    for (Entry& entry : entries_) judge(entry);
    std::vector<Enqueue> things;
    for (const Entry& entry : entries_) things.push_back(entry.enqueue);
    const auto times = device_times(session_, things, session_.runs(document_runs));
    std::vector<Outcome> outcomes;
    for (Entry& entry : entries_) {
      entry.outcome.times = times[outcomes.size()];
      entry.outcome.whole = whole_times(entry);
      outcomes.push_back(std::move(entry.outcome));
    }
    return outcomes;
  }

 private:
  struct Entry {
    Outcome outcome;
    std::unique_ptr<gpu::Buffer> output;
    Enqueue enqueue;
    bool is_product = false;
  };

  Entry& new_entry() {
    Entry& entry = entries_.emplace_back();
    entry.output = session_.place().device->buffer(setting_.input.bytes());
    return entry;
  }

  void judge(Entry& entry) {
    Image& result = entry.outcome.result;
    result = Image(PixelType::u8, setting_.input.width(), setting_.input.height(), 3);
    entry.enqueue(*session_.place().stream);
    bench::download(session_.place(), *entry.output, result);
    entry.outcome.from_reference = difference(result, reference_);
    expect_near(entry, reference_, "the reference");
    if (before_ != nullptr) expect_near(entry, before_->outcome.result, before_->outcome.name);
    before_ = &entry;
  }

  // With the copies of the image; the product's by a plan that is kept, as its users have it.
  Times whole_times(Entry& entry) {
    const int runs = session_.runs(document_runs);
    const ConstImageView input = setting_.input;
    Image& result = entry.outcome.result;
    if (entry.is_product) return product_times(session_, setting_.filter, input, result, runs);
    return host_times(
        [&] {
          session_.place().stream->upload(*input_, 0, input.data, setting_.input.bytes());
          entry.enqueue(*session_.place().stream);
          bench::download(session_.place(), *entry.output, result);
        },
        runs);
  }

  void expect_near(const Entry& entry, const Image& other, const std::string& name) {
    const Difference d = difference(entry.outcome.result, other);
    const double samples = static_cast<double>(other.bytes());
    session_.expect(
        d.max <= largest_difference && static_cast<double>(d.count) <= largest_share * samples,
        fmt::format("{} (radius {}, block {}x{}) is {} within {} and in at most {} of the samples; "
                    "found: {} and {} samples",
                    entry.outcome.name, arguments_.radius, setting_.group.width,
                    setting_.group.height, name, largest_difference, largest_share, d.max,
                    d.count));
  }

  Session& session_;
  const Setting& setting_;
  FourSteps arguments_;
  std::unique_ptr<gpu::Buffer> input_;
  Tables tables_;
  Image reference_;
  std::list<Entry> entries_;
  const Entry* before_ = nullptr;
};

}  // namespace

std::size_t local_bytes(const Step& step, int radius, const GroupSize& group) {
  const auto side = static_cast<std::size_t>(2 * radius + 1);
  const auto padded = [&](int size) { return static_cast<std::size_t>(size) + side - 1; };
  std::size_t bytes = 0;
  if (step.tables_in_local) bytes += (side * side + COLOUR_TABLE_LENGTH) * sizeof(float);
  if (step.image_in_local) bytes += 3 * padded(group.width) * padded(group.height);
  return bytes;
}

std::vector<Outcome> climb(Session& session, const Setting& setting) {
  Climb ladder(session, setting);
  for (const Step& step : steps)
    if (session.wants_rung(step.number)) ladder.add(step);
  ladder.add_product();
  return ladder.run();
}

std::optional<Outcome> run_opencv(Session& session, const Setting& setting) {
  if (opencv_text(setting.input).empty()) return {};
  Outcome outcome{.name = "OpenCV",
                  .document_us = document_opencv_us,
                  .result = Image(PixelType::u8, setting.input.width(), setting.input.height(), 3)};
  outcome.times =
      host_times([&] { opencv_bilateral(setting.filter, setting.input, outcome.result); },
                 session.runs(document_runs));
  outcome.whole = outcome.times;
  return outcome;
}

}  // namespace selvage::studies::four_steps
