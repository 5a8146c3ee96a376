// SPDX-License-Identifier: Apache-2.0
#pragma once
// Frames of streams, and the planes of a video (docs/adr/0044-streams-of-frames.md).

#include <string>

#include "pipeline/session.hpp"

namespace selvage::cli {

bool is_video(const FileInfo& page);
bool is_chroma(const FileInfo& page);  // U and V of a video
// Returns the pixel format of a video in ffmpeg's words, without the bits: "yuv420p" or "gray".
std::string pixel_format(const VideoTraits& video);
// Returns whether the page is a frame of a stream or a plane of one. `index`: of the page. The
// first image of a PNM or PAM may be the only one, and counts as an image.
bool is_frame(const FileInfo& page, int index);
// Returns "frame 12" or "page 2"; empty for the first page of other files.
std::string place_of(const FileInfo& page, int index);

// Returns whether the page is written as it was read.
bool is_copied(const FileInfo& page, const FilterCommand& command);
// Throws Error{invalid_argument} for options that do not apply to a page of a video.
void check_video(const PageJob& page, const FilterCommand& command);

// Return a filter and a request for the samples and the size of the plane, from those for luma with
// a full scale of 1. They stay as they are if it is no video. `guide`: of a guide that is a video.
Filter filter_of_plane(Filter filter, const VideoTraits& plane, const VideoTraits& guide);
Request request_of_plane(Request request, const VideoTraits& plane);
double full_scale_of(const VideoTraits& plane);  // the largest stored value
// Returns an error as a fraction of the video's full scale, from one of the samples' type; rounding
// to 16 bits is in it.
double error_of_video(double error, const VideoTraits& plane);

}  // namespace selvage::cli
