// SPDX-License-Identifier: Apache-2.0
// Denoises a rendered frame, guided by the renderer's auxiliary buffers.
//   denoise FOLDER   (noisy.pfm, albedo.pfm, normals.pfm, depth.pfm; reference.pfm for the PSNR)
// Writes FOLDER/geometry.pfm and joint.pfm, and PNG previews of all images. Surfaces keep their
// texture because only the incoming light is filtered: the frame divided by its albedo.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <selvage/io.hpp>
#include <selvage/selvage.hpp>
#include <string>

namespace {

using selvage::ConstImageView;
using selvage::Image;
using selvage::ImageView;

float& sample(const ImageView& image, int x, int y, int c) {
  return *reinterpret_cast<float*>(image.at(x, y, c));
}
float sample(const ConstImageView& image, int x, int y, int c) {
  return *reinterpret_cast<const float*>(image.at(x, y, c));
}

Image like(const ConstImageView& image, int channels) {
  return {selvage::PixelType::f32, image.width, image.height, channels};
}

// Applies f(a, b) to every sample of two images of the same shape.
template <class F>
Image combined(const ConstImageView& a, const ConstImageView& b, F f) {
  Image result = like(a, a.channels);
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x)
      for (int c = 0; c < a.channels; ++c)
        sample(result.view(), x, y, c) = f(sample(a, x, y, c), sample(b, x, y, c));
  return result;
}

// Combines normals and depth into a guide with four channels.
Image guide_of(const ConstImageView& normals, const ConstImageView& depth) {
  Image guide = like(normals, 4);
  for (int y = 0; y < normals.height; ++y)
    for (int x = 0; x < normals.width; ++x) {
      for (int c = 0; c < 3; ++c) sample(guide.view(), x, y, c) = sample(normals, x, y, c);
      sample(guide.view(), x, y, 3) = sample(depth, x, y, 0);
    }
  return guide;
}

// Returns the peak signal-to-noise ratio in decibels, over values clamped to 0..1.
double psnr(const ConstImageView& a, const ConstImageView& b) {
  double sum = 0.0;
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x)
      for (int c = 0; c < a.channels; ++c) {
        const auto shown = [&](const ConstImageView& image) {
          return std::clamp(double{sample(image, x, y, c)}, 0.0, 1.0);
        };
        sum += (shown(a) - shown(b)) * (shown(a) - shown(b));
      }
  return -10.0 * std::log10(sum / (double{1} * a.width * a.height * a.channels));
}

// Converts linear light to an 8-bit sRGB image.
Image preview(const ConstImageView& image) {
  Image result(selvage::PixelType::u8, image.width, image.height, image.channels);
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < image.channels; ++c) {
        const double v = std::clamp(double{sample(image, x, y, c)}, 0.0, 1.0);
        const double curve = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1.0 / 2.4) - 0.055;
        *result.view().at(x, y, c) = static_cast<std::byte>(std::lround(255.0 * curve));
      }
  return result;
}

class Frame {
 public:
  explicit Frame(std::filesystem::path folder)
      : folder_(std::move(folder)),
        noisy_(load("noisy")),
        albedo_(load("albedo")),
        normals_(load("normals")),
        depth_(load("depth")) {}

  void denoise() {
    const auto times = [](float a, float b) { return a * b; };
    const auto over = [](float a, float b) { return a / b; };
    if (std::filesystem::exists(path("reference.pfm"))) reference_ = load("reference");
    show("noisy", noisy_);
    if (reference_) save_preview("reference", reference_);

    const Image light = combined(noisy_, albedo_, over);
    Image smooth = like(light, 3);
    engine_.run(selvage::GeometryGuided{.radius = 8},
                {.image = light, .normals = normals_, .depth = depth_}, {.image = smooth});
    keep("geometry", combined(smooth, albedo_, times));

    const Image guide = guide_of(normals_, depth_);
    engine_.run(selvage::JointBilateral{.sigma_space = 4, .sigma_range = 0.1f, .radius = 8},
                {.image = light, .guide = guide}, {.image = smooth});
    keep("joint", combined(smooth, albedo_, times));
  }

 private:
  std::filesystem::path path(const std::string& file) const { return folder_ / file; }
  Image load(const std::string& name) const { return selvage::load(path(name + ".pfm").string()); }

  void keep(const std::string& name, const Image& image) {
    selvage::save(path(name + ".pfm").string(), image, {.overwrite = true});
    show(name, image);
  }
  void show(const std::string& name, const Image& image) {
    save_preview(name, image);
    if (reference_) std::printf("%-10s %.2f dB\n", name.c_str(), psnr(image, reference_));
  }
  void save_preview(const std::string& name, const Image& image) {
    selvage::save(path(name + ".png").string(), preview(image), {.overwrite = true});
  }

  std::filesystem::path folder_;
  selvage::Engine engine_;
  Image noisy_, albedo_, normals_, depth_, reference_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: denoise FOLDER\n", stderr);
    return 2;
  }
  try {
    Frame(argv[1]).denoise();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "denoise: error: %s\n", error.what());
    return 1;
  }
}
