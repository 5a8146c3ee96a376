// SPDX-License-Identifier: Apache-2.0
#include "side_images/side_video.hpp"

#include <fmt/format.h>

#include <utility>

#include "inputs/source.hpp"

namespace selvage::cli {

std::shared_ptr<SideVideo> SideVideo::of(ImageReader& reader, const std::string& name) {
  const bool is_video = !reader.info().video.header.empty() && reader.as_stream();
  if (!is_video && reader.info().pages == 1) return nullptr;
  return std::shared_ptr<SideVideo>(new SideVideo(std::move(reader), name));
}

SideVideo::SideVideo(ImageReader reader, std::string name)
    : reader_(std::move(reader)), name_(std::move(name)), traits_(reader_.info().video) {}

const char* SideVideo::unit() const {
  return pages() > 1 ? "page" : "frame";
}

const char* SideVideo::hint() const {
  return pages() > 1 ? "a guide with pages needs as many as the input; a folder of images takes a "
                       "folder of guides"
                     : "a guide that is a video needs as many frames as the input";
}

const FileInfo& SideVideo::move_to(int frame, bool chroma, const std::string& input) {
  begun_ = true;
  for (const int wanted = frame * traits_.planes + (chroma ? 1 : 0); page_ < wanted; ++page_)
    if (!reader_.next())
      throw Error(Errc::input,
                  fmt::format("--guide {}: ends before {} {}, which {} has", name_, unit(),
                              frame + 1, input == "-" ? "standard input" : input),
                  hint());
  return reader_.info();
}

std::shared_ptr<const Image> SideVideo::read(const Limits& limits) {
  return RowWindow(reader_, reader_.info().type, limits).move_to({0, reader_.info().height});
}

void SideVideo::check_end(int frames, const std::string& input) {
  for (const int pages = frames * traits_.planes; page_ < pages; ++page_)
    if (!reader_.next()) return;
  throw Error(Errc::input,
              fmt::format("--guide {}: goes on after {} {}, the last one of {}", name_, unit(),
                          frames, input == "-" ? "standard input" : input),
              hint());
}

std::shared_ptr<SideImages> of_frame(const SideImages& side, const FileInfo& input, int page,
                                     const std::string& name) {
  auto moved = std::make_shared<SideImages>(side);
  SideImage& guide = moved->guide();
  if (!guide.video) return moved;
  if (guide.video->traits().planes > 1 && input.video.header.empty())
    throw Error(Errc::invalid_argument,
                fmt::format("--guide {}: is a video in colour, and the image is none", guide.name),
                "make it gray: ffmpeg -i IN -pix_fmt gray OUT.y4m");
  if (const int pages = guide.video->pages(); pages > 1 && input.pages == 1 && !input.stream)
    throw Error(Errc::invalid_argument, fmt::format("{}: has {} pages", guide.name, pages),
                "give a guide with a single image, or for a folder of images a folder of guides");
  const FileInfo& info =
      guide.video->move_to(page / input.video.planes, page % input.video.planes > 0, name);
  guide.shape = shape_of(info);
  guide.reading = info.decoder_bytes;
  return moved;
}

VideoTraits traits_of_guide(const SideImages& side) {
  return side.guide().video ? side.guide().video->traits() : VideoTraits();
}

void hold_frame(SideImages& side, const Limits& limits) {
  SideImage& guide = side.guide();
  if (!guide.video || guide.held) return;
  guide.held = guide.video->read(limits);
  guide.reading = 0;
}

}  // namespace selvage::cli
