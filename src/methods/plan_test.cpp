// SPDX-License-Identifier: Apache-2.0
// Tests decisions from hand-made facts; no device is touched.
#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <set>

#include "core/test_errors.hpp"
#include "methods/catalogue.hpp"

namespace selvage::planner {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

DeviceFacts cpu(std::string simd = "AVX3", int floats = 16, int threads = 2) {
  return {.backend = "cpu", .threads = threads, .simd = std::move(simd), .simd_floats = floats};
}

Problem problem(const Bilateral& filter = {}, PixelType type = PixelType::u8, int channels = 3) {
  return {.filter = filter, .type = type, .width = 1920, .height = 1080, .channels = channels};
}

Reason reason(Decision choice, std::string_view candidate) {
  explain(choice);
  const auto found = std::ranges::find(choice.reasons, candidate, &Reason::candidate);
  if (found == choice.reasons.end()) throw std::logic_error("no such candidate");
  return *found;
}

TEST(Catalogue, EntriesAreWhole) {
  std::set<std::pair<Platform, std::string_view>> names;
  for (const Candidate& c : catalogue()) {
    EXPECT_TRUE(names.emplace(c.platform, c.name).second) << c.name;
    EXPECT_FALSE(c.paper.empty()) << c.name;
    EXPECT_NE(c.method, Method::automatic) << c.name;
    EXPECT_TRUE(c.serves && c.offer) << c.name;
  }
  EXPECT_FALSE(names.empty());
}

TEST(AllowedError, Defaults) {
  EXPECT_DOUBLE_EQ(allowed_error(problem({}, PixelType::u8), {}), 0.5 / 255);
  EXPECT_DOUBLE_EQ(allowed_error(problem({}, PixelType::u16), {}), 0.5 / 65535);
  EXPECT_DOUBLE_EQ(allowed_error(problem({}, PixelType::f16), {}), 4e-6);
  EXPECT_DOUBLE_EQ(allowed_error(problem({}, PixelType::f32), {}), 4e-6);
}

TEST(AllowedError, Exact) {
  EXPECT_DOUBLE_EQ(allowed_error(problem({}, PixelType::u8), {.exact = true}), 0.02 / 255);
  EXPECT_DOUBLE_EQ(allowed_error(problem({}, PixelType::u16), {.exact = true}), 0.2 / 65535);
  EXPECT_DOUBLE_EQ(allowed_error(problem({}, PixelType::f32), {.exact = true}), 4e-6);
}

TEST(AllowedError, MaxErrorIsInTheSamplesUnit) {
  EXPECT_DOUBLE_EQ(allowed_error(problem(), {.max_error = 0.01}), 0.01);
  Problem depths = problem({}, PixelType::f32, 1);
  depths.sample_extent = 20.0;  // candidates promise a fraction of it
  EXPECT_DOUBLE_EQ(allowed_error(depths, {.max_error = 0.01}), 0.01 / 20);
  depths.sample_extent = 0.0;
  EXPECT_GT(allowed_error(depths, {.max_error = 0.01}), 1.0);
}

TEST(AllowedError, BadRequests) {
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    const Error error = error_of([&] { allowed_error(problem(), {.max_error = bad}); });
    EXPECT_EQ(error.code(), Errc::invalid_argument);
    EXPECT_THAT(error.what(), StartsWith("max_error "));
    EXPECT_FALSE(error.hint().empty());
  }
  const Error both = error_of([] { allowed_error(problem(), {.max_error = 0.1, .exact = true}); });
  EXPECT_EQ(both.code(), Errc::invalid_argument);
  EXPECT_THAT(both.what(), HasSubstr("exact and max_error"));
}

TEST(Plan, TakesVectorsWhereThereAreSome) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32}) {
    const Decision choice = plan(problem({}, type), cpu());
    EXPECT_EQ(choice.candidate->name, "simd") << name(type);
    EXPECT_TRUE(reason(choice, "cpu/simd").taken);
    EXPECT_FALSE(reason(choice, "cpu/plain").taken);
    EXPECT_LE(choice.offer.error, allowed_error(problem({}, type), {}));
    EXPECT_GT(choice.offer.seconds, 0.0);
  }
}

TEST(Plan, WithoutAVectorUnitPlainServes) {
  const Decision choice = plan(problem(), cpu("", 1));
  EXPECT_EQ(choice.candidate->name, "plain");
  EXPECT_THAT(reason(choice, "cpu/simd").text, HasSubstr("no SIMD code"));
}

TEST(Plan, OneReasonForEachCandidate) {
  for (const Request& request : {Request{}, Request{.exact = true}, Request{.use = "plain"}}) {
    Decision choice = plan(problem(), cpu(), request);
    explain(choice);
    EXPECT_EQ(std::ranges::count_if(choice.reasons, &Reason::taken), 1);
    auto reason = choice.reasons.begin();
    for (const Candidate& candidate : catalogue()) {
      if (candidate.platform != Platform::cpu || !candidate.serves(Bilateral{})) continue;
      ASSERT_NE(reason, choice.reasons.end());
      EXPECT_EQ(reason->candidate, "cpu/" + std::string(candidate.name));
      EXPECT_FALSE((reason++)->text.empty());
    }
    EXPECT_EQ(reason, choice.reasons.end());
  }
}

// An error that the choice does not depend on is computed when somebody asks for the reasons.
TEST(Plan, ErrorsOfSlowerCandidatesAreLate) {
  DeviceFacts facts = cpu();
  facts.byte_tables = true;
  Decision choice = plan(problem({.radius = 7, .norm = Norm::l1}), facts);
  EXPECT_EQ(choice.candidate->name, "lookup");
  EXPECT_EQ(choice.offer.error, choice.candidate->error(choice.problem, facts));
  std::vector<std::string_view> late;
  for (const LateReason& reason : choice.late) late.push_back(reason.candidate->name);
  EXPECT_THAT(late, ::testing::UnorderedElementsAre("int16", "lookup24"));
  EXPECT_TRUE(reason(plan(problem({}, PixelType::f32), facts), "cpu/simd").taken);
  explain(choice);
  EXPECT_TRUE(choice.late.empty());
  EXPECT_THAT(reason(choice, "cpu/int16").text, HasSubstr(" LSB"));
}

TEST(Plan, FasterCandidatesThatAreNotAccurateSaySo) {
  DeviceFacts facts = cpu();
  facts.byte_tables = true;
  const Decision choice = plan(problem({.radius = 7, .norm = Norm::l1}), facts, {.exact = true});
  EXPECT_THAT(reason(choice, "cpu/lookup").text, HasSubstr("not accurate enough"));
}

TEST(Plan, TheBestReasonTellsTimeAndError) {
  const Decision choice = plan(problem(), cpu());
  EXPECT_THAT(reason(choice, "cpu/simd").text, HasSubstr("predicted "));
  EXPECT_THAT(reason(choice, "cpu/simd").text, HasSubstr(" LSB"));
  EXPECT_THAT(reason(plan(problem({}, PixelType::f32), cpu()), "cpu/simd").text,
              HasSubstr("of the largest sample"));
}

TEST(Plan, ARequestThatVectorsCannotKeepGoesToPlain) {
  const Decision choice = plan(problem(), cpu(), {.max_error = 1e-9});
  EXPECT_EQ(choice.candidate->name, "plain");
  EXPECT_LE(choice.offer.error, 1e-9);
  EXPECT_THAT(reason(choice, "cpu/simd").text, HasSubstr("not accurate enough"));
}

TEST(Plan, ARequestThatNobodyCanKeep) {
  const Error error = error_of([] { plan(problem(), cpu(), {.max_error = 1e-30}); });
  EXPECT_EQ(error.code(), Errc::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("cpu/simd: not accurate enough"));
  EXPECT_THAT(error.what(), HasSubstr("cpu/plain: not accurate enough"));
}

TEST(Plan, UseForcesACandidate) {
  const Decision choice = plan(problem(), cpu(), {.use = "plain"});
  EXPECT_EQ(choice.candidate->name, "plain");
  EXPECT_THAT(reason(choice, "cpu/simd").text, HasSubstr("not considered: plain was requested"));
  EXPECT_EQ(plan(problem(), cpu(), {.use = "simd"}).candidate->name, "simd");
}

TEST(Plan, UseDoesNotOverrideWhatIsPossible) {
  EXPECT_EQ(error_of([] { plan(problem(), cpu("", 1), {.use = "simd"}); }).code(),
            Errc::unsupported);
  EXPECT_EQ(error_of([] { plan(problem(), cpu(), {.max_error = 1e-9, .use = "simd"}); }).code(),
            Errc::unsupported);
}

TEST(Plan, UnknownUseListsTheCandidates) {
  const Error error = error_of([] { plan(problem(), cpu(), {.use = "fast"}); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  EXPECT_STREQ(error.what(), "bilateral has no candidate fast on cpu");
  EXPECT_THAT(error.hint(), HasSubstr("lookup24, fourier_range, fourier_multirate, plain"));
}

TEST(Plan, AMethodThatNobodyOffers) {
  const Error error = error_of([&] { plan(problem(), cpu(), {.method = Method::bounded}); });
  EXPECT_EQ(error.code(), Errc::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("cpu/fourier_range: "));
  EXPECT_THAT(error.what(), Not(HasSubstr("computes method direct")));  // those do not help
  EXPECT_FALSE(error.hint().empty());
  Problem blur = problem();
  blur.filter = Gaussian{.sigma_space = 2};
  EXPECT_THAT(error_of([&] { plan(blur, cpu(), {.method = Method::bounded}); }).what(),
              HasSubstr("cpu/plain: computes method direct, but bounded was requested"));
  EXPECT_EQ(plan(problem(), cpu(), {.method = Method::direct}).candidate->name, "simd");
}

TEST(Plan, AnotherBackendHasNoCandidate) {
  DeviceFacts moon = cpu();
  moon.backend = "moon";
  const Error error = error_of([&] { plan(problem(), moon); });
  EXPECT_EQ(error.code(), Errc::unsupported);
  EXPECT_STREQ(error.what(), "no candidate can serve this request");
}

// Otherwise results would depend on regions and frames.
TEST(Plan, NeitherTuningNorChoiceDependsOnTheImagesSize) {
  for (const int radius : {0, 3, 16, 17, 100, 1000, 4096})
    for (const PixelType type : {PixelType::u8, PixelType::f32}) {
      Problem p = problem({.radius = radius}, type);
      const Decision large = plan(p, cpu());
      p.width = p.height = 1;
      p.batch = 5;
      const Decision small = plan(p, cpu());
      EXPECT_EQ(small.offer.tuning, large.offer.tuning) << radius;
      EXPECT_EQ(small.candidate, large.candidate) << radius;
      EXPECT_EQ(small.offer.error, large.offer.error) << radius;
    }
}

TEST(Plan, ScratchIsForAllWorkersAndIntermediateImages) {
  const Decision one = plan(problem(), cpu("AVX3", 16, 1));
  EXPECT_GT(one.offer.scratch.host, 0u);
  EXPECT_EQ(plan(problem(), cpu("AVX3", 16, 8)).offer.scratch.host, 8 * one.offer.scratch.host);
  const std::size_t image = std::size_t{1920} * 1080 * 3 * sizeof(float);
  const auto scratch = [](int iterations) {
    return plan(problem({.iterations = iterations}), cpu("AVX3", 16, 1)).offer.scratch.host;
  };
  EXPECT_EQ(scratch(2), one.offer.scratch.host + image);
  EXPECT_EQ(scratch(3), one.offer.scratch.host + 2 * image);
  EXPECT_EQ(scratch(9), one.offer.scratch.host + 2 * image);
}

// At most 20 MiB per thread, at any radius and norm.
TEST(Plan, WorkersStaySmall) {
  for (const int radius : {1, 16, 17, 40, 80, 200, 1000, 4096})
    for (const Norm norm : {Norm::l2, Norm::per_channel, Norm::lab})
      for (const char* const use : {"simd", "plain"}) {
        const Bilateral filter{.radius = radius, .norm = norm};
        const Decision choice = plan(problem(filter, PixelType::u16), cpu("AVX3", 16, 1),
                                     {.max_error = 0.5, .use = use});
        EXPECT_LE(choice.offer.scratch.host, std::size_t{20} << 20) << radius << ' ' << use;
      }
}

TEST(Plan, OnePassForEachIteration) {
  const Decision choice = plan(problem({.sigma_space = 2, .iterations = 3}, PixelType::u16), cpu());
  ASSERT_EQ(choice.offer.passes.size(), 3u);
  for (const Pass& pass : choice.offer.passes) {
    EXPECT_EQ(pass.name, "bilateral");
    EXPECT_EQ(std::get<WindowMean>(pass.step), (Bilateral{.sigma_space = 2}));
  }
  EXPECT_EQ(choice.offer.passes[0].reads, PixelType::u16);
  EXPECT_EQ(choice.offer.passes[0].writes, PixelType::f32);
  EXPECT_EQ(choice.offer.passes[1].reads, PixelType::f32);
  EXPECT_EQ(choice.offer.passes[1].writes, PixelType::f32);
  EXPECT_EQ(choice.offer.passes[2].reads, PixelType::f32);
  EXPECT_EQ(choice.offer.passes[2].writes, PixelType::u16);
  const Decision once = plan(problem(), cpu());
  ASSERT_EQ(once.offer.passes.size(), 1u);
  EXPECT_EQ(once.offer.passes[0].reads, PixelType::u8);
  EXPECT_EQ(once.offer.passes[0].writes, PixelType::u8);
}

TEST(Plan, MoreWorkTakesLonger) {
  const auto seconds = [](const Bilateral& filter, const char* use) {
    return plan(problem(filter), cpu(), {.max_error = 0.5, .use = use}).offer.seconds;
  };
  for (const char* const use : {"simd", "plain"}) {
    EXPECT_GT(seconds({.radius = 8}, use), seconds({.radius = 4}, use));
    EXPECT_GT(seconds({.radius = 8}, use), seconds({.radius = 8, .window = Window::disc}, use));
    EXPECT_GT(seconds({.radius = 8, .iterations = 2}, use), seconds({.radius = 8}, use));
  }
}

// 16-bit weights serve u8 where they are faster and within the request.
TEST(Plan, SixteenBitWeightsServeBytes) {
  const Problem gray = problem({.sigma_range = 0.1f, .radius = 7}, PixelType::u8, 1);
  EXPECT_EQ(plan(gray, cpu()).candidate->name, "int16");
  EXPECT_EQ(plan(gray, cpu(), {.exact = true}).candidate->name, "simd");
  EXPECT_EQ(plan(problem({.radius = 1}, PixelType::u8, 1), cpu()).candidate->name, "simd");
  EXPECT_EQ(plan(problem({.radius = 7, .norm = Norm::per_channel}), cpu()).candidate->name,
            "int16");
  const auto colours = [](Norm norm, int channels) {
    const Bilateral filter{.sigma_range = 0.1f, .radius = 7, .norm = norm};
    const DeviceFacts facts{.threads = 1, .simd = "AVX2", .simd_floats = 8};
    return plan(problem(filter, PixelType::u8, channels), facts).candidate->name;
  };
  EXPECT_EQ(colours(Norm::l1, 3), "int16");
  EXPECT_EQ(colours(Norm::l2, 3), "int16");
  EXPECT_EQ(colours(Norm::l2, 2), "int16");
  EXPECT_EQ(colours(Norm::l1, 2), "simd");
  EXPECT_EQ(colours(Norm::l2, 4), "simd");
  Problem small = problem({.sigma_range = 0.1f, .radius = 7});
  small.width = small.height = 64;
  EXPECT_EQ(plan(small, {.threads = 1, .simd = "AVX2", .simd_floats = 8}).candidate->name, "simd")
      << "the proof takes longer";
  const auto reason_of = [](const Bilateral& filter, PixelType type, int channels) {
    return reason(plan(problem(filter, type, channels), cpu()), "cpu/int16").text;
  };
  EXPECT_THAT(reason_of({}, PixelType::u16, 1), HasSubstr("only 8-bit"));
  EXPECT_THAT(reason_of({.norm = Norm::luma}, PixelType::u8, 3), HasSubstr("one channel"));
  EXPECT_THAT(reason_of({.iterations = 2}, PixelType::u8, 1), HasSubstr("one iteration"));
  EXPECT_THAT(reason_of({.radius = 33}, PixelType::u8, 1), HasSubstr("65 columns"));
  EXPECT_THAT(reason_of({.sigma_range = 0.001f}, PixelType::u8, 1), HasSubstr("sigma_range 0.001"));
  EXPECT_THAT(reason_of({.sigma_range = 10.0f}, PixelType::u8, 1), HasSubstr("sigma_range 10"));
}

double int16_error(const Problem& p, const DeviceFacts& facts) {
  return std::ranges::find(catalogue(), "int16", &Candidate::name)->error(p, facts);
}

// Products of two tables serve colours of u8 with norm l2.
TEST(Plan, ProductsOfTablesServeColours) {
  DeviceFacts tables = cpu();
  tables.byte_tables = true;
  const auto chosen = [&](const Bilateral& filter, const Request& request = {}) {
    return plan(problem(filter), tables, request).candidate->name;
  };
  for (const float sigma : {0.05f, 0.1f, 30.0f / 255.0f})
    EXPECT_EQ(chosen({.sigma_space = 5, .sigma_range = sigma, .radius = 7}), "int16") << sigma;
  EXPECT_EQ(chosen({.radius = 7}, {.exact = true}), "simd");
  EXPECT_EQ(chosen({.sigma_space = 5, .sigma_range = 0.15f, .radius = 7}), "simd")
      << "the error exceeds the request";
  EXPECT_EQ(chosen({.radius = 1}), "simd") << "too few taps";
  const auto reason_of = [&](const Bilateral& filter, int channels) {
    const Decision decision = plan(problem(filter, PixelType::u8, channels), tables);
    return reason(decision, "cpu/int16").text;
  };
  EXPECT_THAT(reason_of({}, 4), HasSubstr("two or three with norm l2"));
  // Where tables do not serve, roots do: their errors differ.
  const Problem holes = problem({.sigma_range = 0.1f, .border = Border::shrink});
  EXPECT_EQ(int16_error(holes, tables), int16_error(holes, cpu()));
  const Problem none = problem({.sigma_range = 0.1f});
  EXPECT_NE(int16_error(none, tables), int16_error(none, cpu()));
}

// Tables of weights serve u8 where a distance fits them and the processor can look bytes up.
TEST(Plan, TablesOfWeightsServeBytes) {
  DeviceFacts tables = cpu();
  tables.byte_tables = true;
  for (const int channels : {1, 3}) {
    const Problem p =
        problem({.sigma_range = 0.1f, .radius = 7, .norm = Norm::l1}, PixelType::u8, channels);
    EXPECT_EQ(plan(p, tables).candidate->name, "lookup") << channels;
    EXPECT_EQ(plan(p, tables, {.exact = true}).candidate->name, "lookup24") << channels;
    EXPECT_NE(plan(p, cpu()).candidate->name, "lookup") << channels;
  }
  const auto reason_of = [&](const Bilateral& filter, PixelType type, int channels) {
    return reason(plan(problem(filter, type, channels), tables), "cpu/lookup").text;
  };
  EXPECT_THAT(reason_of({}, PixelType::u16, 1), HasSubstr("only 8-bit"));
  EXPECT_THAT(reason_of({.norm = Norm::l2}, PixelType::u8, 3), HasSubstr("norm l1"));
  EXPECT_THAT(reason_of({.norm = Norm::l1}, PixelType::u8, 4), HasSubstr("three channels"));
  EXPECT_THAT(reason_of({.iterations = 2}, PixelType::u8, 1), HasSubstr("one iteration"));
  EXPECT_THAT(reason_of({.radius = 33}, PixelType::u8, 1), HasSubstr("65 columns"));
  EXPECT_THAT(reason_of({.border = Border::shrink}, PixelType::u8, 1), HasSubstr("invalid"));
  EXPECT_THAT(reason_of({.sigma_range = 0.3f, .norm = Norm::l1}, PixelType::u8, 3),
              HasSubstr("sigma_range 0.3"));
}

// The other choice is many times slower.
TEST(Plan, ExactFloatsKeepTheVectors) {
  for (const int channels : {1, 3})
    for (const Norm norm : {Norm::l2, Norm::l1})
      for (const int radius : {1, 4, 7, 10}) {
        const Problem p = problem({.radius = radius, .norm = norm}, PixelType::f32, channels);
        EXPECT_EQ(plan(p, cpu()).candidate->name, "simd") << channels << ' ' << radius;
      }
}

// A band alone may be too small to favour a GPU or another candidate, so it keeps the choice.
TEST(Plan, APartKeepsTheCandidate) {
  const Problem whole = problem();
  Problem part = whole;
  part.height = 10;
  const Decision chosen = plan(whole, cpu(), {.use = "plain"});
  const Decision again = decide_part(chosen, part, cpu());
  EXPECT_EQ(again.candidate, chosen.candidate);
  EXPECT_EQ(again.offer.error, chosen.offer.error);
  EXPECT_EQ(again.offer.passes, chosen.offer.passes);
  EXPECT_LT(again.offer.seconds, chosen.offer.seconds / 50);
  EXPECT_LE(again.offer.scratch.host, chosen.offer.scratch.host);
}

// An exact request must be served whatever the filter's parameters.
TEST(Plan, ExactIsAlwaysServed) {
  DeviceFacts tables = cpu();
  tables.byte_tables = true;
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel, Norm::luma, Norm::lab})
      for (const float sigma : {1e-6f, 0.02f, 1.0f, 1e6f})
        for (const int radius : {0, 1, 7, 16, 17, 100, 4096}) {
          const Bilateral filter{.sigma_range = sigma, .radius = radius, .norm = norm};
          const Problem p = problem(filter, type);
          for (const DeviceFacts& facts : {cpu(), tables})
            EXPECT_NO_THROW({
              EXPECT_LE(plan(p, facts, {.exact = true}).offer.error,
                        allowed_error(p, {.exact = true}));
            }) << name(type)
               << ' ' << name(norm) << ' ' << sigma << ' ' << radius;
        }
}

}  // namespace
}  // namespace selvage::planner
