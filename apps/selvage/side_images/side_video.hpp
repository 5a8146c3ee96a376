// SPDX-License-Identifier: Apache-2.0
#pragma once
// A guide that is a video or has several pages: they are read in step with those of the input.

#include <memory>
#include <string>

#include "selvage/io.hpp"
#include "side_images/side_images.hpp"

namespace selvage::cli {

// Use it from one thread at a time.
class SideVideo {
 public:
  // Returns nothing if the file holds a single image; it stays at its beginning.
  static std::shared_ptr<SideVideo> of(ImageReader& reader, const std::string& name);

  const VideoTraits& traits() const { return traits_; }
  int pages() const { return reader_.info().pages; }  // 1 if the end of a video tells
  // Returns whether a page was asked for: a pipe cannot begin again.
  bool begun() const { return begun_; }

  // Moves to a page of a frame, which counts from 0: luma, or U and V. Returns what is known of it.
  // `input`: the name of the input, which has the frame. Throws Error{input} if there is none.
  const FileInfo& move_to(int frame, bool chroma, const std::string& input);
  // Reads the page.
  std::shared_ptr<const Image> read(const Limits& limits);
  // Throws Error{input} if a frame follows those of the input, which has so many.
  void check_end(int frames, const std::string& input);

 private:
  SideVideo(ImageReader reader, std::string name);
  const char* unit() const;
  const char* hint() const;

  ImageReader reader_;
  std::string name_;
  VideoTraits traits_;
  int page_ = 0;
  bool begun_ = false;
};

// Returns the side images of a page of the input, which is no video if `input.video` has no header;
// a guide that is a video has moved to it. `page` counts from 0. Throws like SideVideo::move_to,
// and Error{invalid_argument} for a video in colour beside an image, or pages beside a lone one.
std::shared_ptr<SideImages> of_frame(const SideImages& side, const FileInfo& input, int page,
                                     const std::string& name);
// Returns the traits of the video that the guide is; of none, those without a header.
VideoTraits traits_of_guide(const SideImages& side);
// Reads the page of the guide, unless it is held already.
void hold_frame(SideImages& side, const Limits& limits);

}  // namespace selvage::cli
