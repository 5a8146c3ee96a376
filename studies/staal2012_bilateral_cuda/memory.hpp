// SPDX-License-Identifier: Apache-2.0
#pragma once
// One image on the host and on the device, in each layout that a rung reads.

#include <array>
#include <memory>
#include <vector>

#include "runner/session.hpp"
#include "runner/texture.hpp"
#include "selvage/image.hpp"
#include "staal2012_bilateral_cuda/ladder.hpp"
#include "staal2012_bilateral_cuda/settings.hpp"

namespace selvage::studies::staal {

class Memory {
 public:
  // `image`: f32, three channels, without gaps; must outlive this.
  Memory(Session& session, const ConstImageView& image, const Settings& settings);

  // The layouts that this rung reads are there from now on. Blocks.
  void prepare(const Entry& entry);

  // The buffers of each launch of a prepared rung, in the order of its kernel's parameters.
  std::vector<std::vector<const gpu::Buffer*>> launches(const Entry& entry) const;

  // The host's work before the copies.
  void reorganise(Feed feed);
  // Enqueue the copies to and from the device. What one sends must have been reorganised.
  void send(gpu::Stream& stream, const Entry& entry);
  void fetch(gpu::Stream& stream, const Entry& entry);
  // The host's work after them, where the rung makes planes.
  void join(const Entry& entry);

  const ConstImageView& input() const { return image_; }
  const gpu::Buffer& interleaved() const { return *interleaved_; }
  gpu::Buffer& result_buffer() { return *out_; }
  ConstImageView result() const { return result_; }

  // Enqueues not-a-number for the result on host and device, so that a pixel that nobody computes
  // is seen.
  void spoil(gpu::Stream& stream);

 private:
  struct Plane {
    std::vector<float> in, out;  // on the host
    std::unique_ptr<gpu::Buffer> from, to;
    std::unique_ptr<Texture> texture;
  };

  std::unique_ptr<gpu::Buffer> device_buffer(std::size_t floats);

  Session& session_;
  ConstImageView image_;
  std::size_t pixels_;
  std::vector<float> map_, wide_host_, not_numbers_;
  Image result_;
  std::unique_ptr<gpu::Buffer> interleaved_, wide_, map_buffer_, out_;
  std::unique_ptr<Texture> line_, wide_texture_;
  std::array<Plane, rgb> planes_;
};

}  // namespace selvage::studies::staal
