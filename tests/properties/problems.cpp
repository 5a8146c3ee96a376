// SPDX-License-Identifier: Apache-2.0
#include "properties/problems.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <vector>

#include "conformance/cases/rows.hpp"
#include "selvage/error.hpp"
#include "support/judge.hpp"

namespace selvage::testing {

namespace gen = rc::gen;

void showValue(const Case& c, std::ostream& out) {
  out << '"' << describe(c) << '"';
}

namespace {

// Any enumerator.
template <class Enum>
rc::Gen<Enum> any_of() {
  std::vector<Enum> values;
  for (const auto& known : names_of<Enum>) values.push_back(known.value);
  return gen::elementOf(values);
}

// What a device's program is made for.
struct Format {
  PixelType type;
  int channels;
  AlphaUse alpha;
  Norm norm;
};

rc::Gen<Format> any_format() {
  if (test_device() != "cpu")  // few: each program takes long to compile
    return gen::element(Format{PixelType::u8, 3, AlphaUse::none, Norm::l2},
                        Format{PixelType::u16, 1, AlphaUse::none, Norm::l1},
                        Format{PixelType::f16, 2, AlphaUse::keep, Norm::per_channel},
                        Format{PixelType::f32, 3, AlphaUse::none, Norm::lab});
  return gen::build<Format>(
      gen::set(&Format::type, any_of<PixelType>()), gen::set(&Format::channels, gen::inRange(1, 5)),
      gen::set(&Format::alpha,
               gen::element(AlphaUse::none, AlphaUse::none, AlphaUse::keep, AlphaUse::filter)),
      gen::set(&Format::norm, any_of<Norm>()));
}

Case with_format(Case c, const Format& format) {
  c.type = format.type;
  c.channels = format.channels;
  c.alpha = format.alpha;
  c.norm = format.norm;
  return c;
}

// Returns a problem that is rare among all cases: the Fourier range kernel can serve it.
Case fourier_case(Case c) {
  c.type = c.seed % 3 == 0 ? PixelType::u16 : PixelType::u8;
  if (c.holes != Holes::mask) c.holes = c.seed % 2 == 0 ? Holes::none : Holes::value;
  c.fill = false;
  c.window = Window::square;
  c.norm = Norm::per_channel;
  c.iterations = 1;
  c.sigma_range = std::max(c.sigma_range, 0.1f);
  return c;
}

// Returns one whose window is large enough for a grid of fewer pixels.
Case multirate_case(Case c) {
  const Holes drawn = c.holes;
  c = fourier_case(c);
  if (c.seed % 5 < 2) {
    c.type = c.seed % 5 == 0 ? PixelType::f32 : PixelType::f16;
    c.holes = drawn;
  }
  c.radius = 12 + static_cast<int>(c.seed % 30);
  c.sigma_space = static_cast<float>(c.radius) / 3.0f;
  return c;
}

// Returns one whose edges come from a guide that the Fourier range kernel can serve.
Case guided_multirate_case(Case c) {
  c = multirate_case(c);
  c.kind = Kind::joint;
  c.guide_channels = 1;
  return c;
}

// Returns a problem that tables of weights can serve.
Case table_case(Case c) {
  c.type = PixelType::u8;
  c.holes = Holes::none;
  const Norm colours = c.seed % 2 == 0 ? Norm::l1 : Norm::l2;
  c.norm = c.channels == 3 ? colours : Norm::per_channel;
  c.iterations = 1;
  c.sigma_range = std::min(c.sigma_range, 0.2f);
  if (c.border == Border::shrink) c.border = Border::copy;
  return c;
}

// Returns a problem that sums of whole numbers can serve.
Case whole_number_case(Case c) {
  c.kind = Kind::guided;
  c.type = c.guide_type = PixelType::u8;
  c.holes = Holes::none;
  c.own_guide = c.seed % 2 == 0;
  if (c.border == Border::shrink || c.border == Border::copy) c.border = Border::clamp;
  return c;
}

// Returns a filter that computes an image; any_case() draws the bilateral filter.
Kind random_family(Random& random) {
  for (;;) {
    const auto kind = static_cast<Kind>(below(random, kind_names.size()));
    if (kind != Kind::bilateral && kind != Kind::histogram) return kind;
  }
}

}  // namespace

rc::Gen<Case> any_case() {
  const auto rest = gen::build<Case>(
      gen::set(&Case::width, gen::inRange(1, 41)), gen::set(&Case::height, gen::inRange(1, 25)),
      gen::set(&Case::content, gen::element(Content::noise, Content::edges, Content::photo,
                                            Content::impulses, Content::bright)),
      gen::set(&Case::holes, gen::element(Holes::none, Holes::none, Holes::nan, Holes::infinity,
                                          Holes::value, Holes::most, Holes::mask)),
      gen::set(&Case::fill, gen::arbitrary<bool>()), gen::set(&Case::window, any_of<Window>()),
      gen::set(&Case::border, any_of<Border>()),
      gen::set(&Case::border_value, gen::element(0.0f, 0.6f)),
      gen::set(&Case::sigma_space, gen::element(0.5f, 2.5f, 12.0f)),
      gen::set(&Case::sigma_range, gen::element(0.02f, 0.1f, 1.0f)),
      gen::set(&Case::radius, gen::inRange(0, 10)),
      gen::set(&Case::iterations, gen::element(1, 1, 2)),
      gen::set(&Case::seed, gen::arbitrary<std::uint64_t>()));
  const auto any = gen::apply(with_format, rest, any_format());
  // At full size from the start: a small image is seldom awkward.
  return gen::resize(rc::kNominalSize, gen::suchThat(any, possible));
}

rc::Gen<Case> any_family_case() {
  const auto drawn = gen::map(gen::arbitrary<std::uint64_t>(), [](std::uint64_t seed) {
    Random random(seed);
    const Kind kind = random_family(random);
    const std::vector<Factor> factors = factors_of(kind);
    for (;;) {
      Case c = case_of(factors, random_row(factors, random), seed);
      c.width = 1 + static_cast<int>(below(random, 40));
      c.height = 1 + static_cast<int>(below(random, 24));
      c.radius = static_cast<int>(below(random, 10));
      c.columns = std::min(c.columns, 21);
      c.batch = 1;
      c.part = Part::whole;
      c.input = c.output = Layout::interleaved;
      if (possible(c)) return c;
    }
  });
  if (test_device() != "cpu") return gen::resize(rc::kNominalSize, any_case());
  return gen::resize(
      rc::kNominalSize,
      gen::oneOf(any_case(), drawn, gen::map(any_case(), fourier_case),
                 gen::map(any_case(), multirate_case), gen::map(any_case(), guided_multirate_case),
                 gen::map(any_case(), table_case), gen::map(any_case(), whole_number_case)));
}

Frame whole_frame(const Case& c) {
  return Frame::whole(result_width(c), result_height(c));
}

Request forced(const Subject& subject) {
  return {.max_error = 1e6, .use = subject.candidate};
}

Canvas filtered(const Subject& subject, const Case& c, const Inputs& inputs, const Frame& frame,
                Layout layout) {
  Shape shape = result_shape_of(c);
  shape.width = frame.compute.width;
  shape.height = frame.compute.height;
  shape.batch = inputs.image.batch;
  Canvas output(shape, layout);
  subject.engine->run(filter_of(c), inputs, {.image = output.view()}, frame, forced(subject));
  return output;
}

Canvas filtered(const Subject& subject, const Scene& scene, const Frame& frame, Layout layout) {
  return filtered(subject, scene.problem, scene.inputs(), frame, layout);
}

Canvas filtered(const Subject& subject, const Scene& scene) {
  return filtered(subject, scene, whole_frame(scene.problem));
}

double bound(const Subject& subject, const Scene& scene) {
  const Case& c = scene.problem;
  const Plan plan =
      subject.engine->plan(filter_of(c), scene.inputs(), whole_frame(c), forced(subject));
  const double largest =
      std::max(largest_sample(scene.image.view()), std::abs(static_cast<double>(c.border_value)));
  const double unit = subject.entry->method == Method::bounded ? std::max(1.0, largest) : largest;
  return plan.error_bound() * (is_integer(c.type) ? 1.0 : unit);
}

const std::vector<Subject>& every_subject() {
  static const std::vector<Subject> all = subjects();
  return all;
}

const std::vector<Subject>& every_subject_in_tiles() {
  static const std::vector<Subject> all =
      subjects(test_device(), {.threads = 2, .device_memory = 250'000});
  return all;
}

bool serves(const Subject& subject, const Scene& scene) try {
  if (!subject.entry->serves(filter_of(scene.problem))) return false;
  bound(subject, scene);
  return true;
} catch (const Error& e) {
  if (e.code() != Errc::unsupported) throw;
  return false;
}

std::optional<Kind> kind_of(const Subject& subject) {
  for (std::size_t k = 0; k < kind_names.size(); ++k) {
    const auto kind = static_cast<Kind>(k);
    if (kind != Kind::histogram && serves(subject, Scene({.kind = kind}))) return kind;
  }
  return std::nullopt;
}

std::vector<Subject> subjects_for(const Scene& scene) {
  std::vector<Subject> able;
  for (const Subject& subject : every_subject())
    if (serves(subject, scene)) able.push_back(subject);
  return able;
}

}  // namespace selvage::testing
