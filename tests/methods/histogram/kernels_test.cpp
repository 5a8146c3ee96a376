// SPDX-License-Identifier: Apache-2.0
// The kernels of histogram.cl as no plan on this machine's devices may run them: with any number of
// copies of the counters, and with none, by groups of any size.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <random>

#include "backends/cuda/cuda_devices.hpp"
#include "backends/gpu/programs/program_cache.hpp"
#include "backends/opencl/opencl_devices.hpp"
#include "methods/histogram/gpu/histogram_code.hpp"
#include "reference/reference.hpp"
#include "support/subjects.hpp"

namespace selvage::gpu {
namespace {

std::shared_ptr<Device> open() {
  const std::string device = testing::test_device();
  if (device == "cuda") return cuda::open(0);
  if (device == "opencl") return opencl::open(0);
  return nullptr;
}

struct Form {
  PixelType type;
  int channels;
  int copies, width, min_blocks;
  bool processor;  // whose code loads a word at a time
};
constexpr Form forms[] = {
    {PixelType::u8, 3, 4, 32, 2, false},   {PixelType::u8, 1, 32, 128, 1, false},
    {PixelType::u16, 3, 0, 64, 1, false},  {PixelType::f16, 1, 0, 32, 2, true},
    {PixelType::f32, 3, 0, 128, 1, false}, {PixelType::f32, 4, 2, 64, 1, true}};

class CountingKernels : public ::testing::Test {
 protected:
  void SetUp() override {
    device_ = open();
    if (!device_) GTEST_SKIP() << "this is a test of GPUs";
    programs_ = std::make_unique<ProgramCache>(*device_, std::filesystem::path());
    stream_ = device_->stream();
  }

  std::unique_ptr<Buffer> uploaded(const void* from, std::size_t bytes) {
    auto buffer = device_->buffer(bytes);
    stream_->upload(*buffer, 0, static_cast<const std::byte*>(from), bytes);
    stream_->wait();
    return buffer;
  }

  Counts counted(const Histogram& filter, const ConstImageView& image, const Form& form) {
    GpuFacts facts = device_->facts().gpu;
    facts.is_processor = form.processor;
    const HistogramGpuTuning tuning{.group = {.width = form.width, .min_blocks = form.min_blocks},
                                    .copies = form.copies};
    CountKernels kernels(filter, image.type, image.channels, tuning, facts, *programs_);
    const std::int64_t samples = std::int64_t{image.width} * image.height * image.channels;
    const auto data =
        uploaded(image.data, static_cast<std::size_t>(samples) * sample_bytes(image.type));
    FoundRange found;
    if (finds_range(filter, image.type)) {
      const auto range = uploaded(&found, sizeof found);
      kernels.find(*stream_, *data, samples, *range);
      stream_->download(reinterpret_cast<std::byte*>(&found), *range, 0, sizeof found);
      stream_->wait();
    }
    const Binning binning = make_binning(filter, image.type, found);
    kernels.set_range(binning);
    const auto edges = uploaded(kernels.edges().data(), kernels.edges().size_bytes());
    std::vector<std::uint32_t> sums(kernels.counters());
    const auto counters = uploaded(sums.data(), 4 * sums.size());
    kernels.count(*stream_, *data, samples, edges.get(), *counters);
    stream_->download(reinterpret_cast<std::byte*>(sums.data()), *counters, 0, 4 * sums.size());
    stream_->wait();
    const std::vector<std::uint64_t> totals(sums.begin(), sums.end());
    Counts counts;
    if (image.type == PixelType::u8)
      count_values(filter, image.type, totals, counts);
    else
      count_slots(binning, totals, counts);
    return counts;
  }

  std::shared_ptr<Device> device_;
  std::unique_ptr<ProgramCache> programs_;
  std::unique_ptr<Stream> stream_;
};

TEST_F(CountingKernels, AnyForm) {
  for (const Form& form : forms) {
    SCOPED_TRACE(::testing::Message() << name(form.type) << " x" << form.channels << ", "
                                      << form.copies << " copies, groups of " << form.width);
    Image image(form.type, 173, 67, form.channels);
    std::mt19937 random(7);
    for (std::size_t i = 0; i < image.bytes(); ++i) {
      const auto any = random();  // some rows are flat
      image.view().data[i] = i / 1000 % 3 == 0 ? std::byte{0x3c} : static_cast<std::byte>(any);
    }
    const Histogram filter{.bins = 200};
    EXPECT_EQ(counted(filter, image, form), reference::histogram(filter, image));
  }
}

}  // namespace
}  // namespace selvage::gpu
