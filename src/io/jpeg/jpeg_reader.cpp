// SPDX-License-Identifier: Apache-2.0
// Reads JPEG: gray, YCbCr, RGB, CMYK and YCCK, sequential and progressive, 8 bits.

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/checked.hpp"
#include "io/bytes/failures.hpp"
#include "io/jpeg/jpeg.hpp"
#include "io/jpeg/jpeg_calls.hpp"
#include "io/jpeg/jpeg_metadata.hpp"
#include "io/metadata/metadata.hpp"
#include "io/rows/inks.hpp"

namespace selvage {
namespace {

constexpr int app1_marker = JPEG_APP0 + 1, app2_marker = JPEG_APP0 + 2;
constexpr unsigned whole_segment = 0xffff;

constexpr int largest_scan = 100;  // more scans would make the reader slow

// The first scan has a Huffman code, of at least one bit, for each 8x8 block.
constexpr std::size_t largest_jpeg_expansion = std::size_t{8} * 64;  // pixels per byte of the file

class JpegReader final : public RowReader {
 public:
  JpegReader(ByteSource& source, const Limits& limits)
      : source_(source), most_metadata_(most_metadata(limits)) {
    codec_.err = &calls_.manager;
    codec_.client_data = &calls_;
    guarded([this] { jpeg_create_decompress(&codec_); });
    try {
      read_header();
    } catch (...) {
      jpeg_destroy_decompress(&codec_);
      throw;
    }
  }
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;
  ~JpegReader() override { jpeg_destroy_decompress(&codec_); }

  void start() override {
    const std::size_t least = checked_mul(info_.width, info_.height) / largest_jpeg_expansion;
    source_.expect(least - std::min(least, input_.bytes_in_buffer));
    guarded([this] { jpeg_start_decompress(&codec_); });
    if (codec_.out_color_space == JCS_CMYK) cmyk_.resize(checked_mul(info_.width, 4));
  }
  void read_row(std::byte* row) override {
    auto* samples = cmyk_.empty() ? reinterpret_cast<JSAMPROW>(row) : cmyk_.data();
    guarded([&] { jpeg_read_scanlines(&codec_, &samples, 1); });
    if (!cmyk_.empty())
      cmyk_to_rgb(cmyk_.data(), cmyk_.size() / 4, codec_.saw_Adobe_marker != FALSE,
                  reinterpret_cast<JSAMPLE*>(row));
  }
  void finish() override {
    guarded([this] { jpeg_finish_decompress(&codec_); });
    take_warnings();
  }

 private:
  void read_header();
  std::size_t coefficient_bytes() const;
  void take_metadata();

  template <class Calls>
  void guarded(Calls&& calls) {
    try {
      calls_.call(std::forward<Calls>(calls));
    } catch (const JpegFailure& failure) {
      refuse(failure);
    }
  }
  [[noreturn]] void refuse(const JpegFailure& failure) const;

  void take_warnings() {
    for (std::string& warning : calls_.warnings) add_note(info_.notes, warning);
    calls_.warnings.clear();
  }

  // The source manager: hands libjpeg the bytes as they are read.
  struct Input : jpeg_source_mgr {
    ByteSource* source = nullptr;
    std::size_t most_metadata = 0;  // bytes of each kind
    bool metadata_is_full = false;  // further segments are not kept
  };
  static boolean on_need(j_decompress_ptr codec) {
    JpegCalls::shield(reinterpret_cast<j_common_ptr>(codec), [codec] {
      auto* input = static_cast<Input*>(codec->src);
      limit_metadata(codec, *input);
      const std::span<const std::byte> bytes = input->source->take_chunk();
      if (bytes.empty()) throw_cut_short(input->source->name());
      input->next_input_byte = reinterpret_cast<const JOCTET*>(bytes.data());
      input->bytes_in_buffer = bytes.size();
    });
    return TRUE;
  }
  // libjpeg keeps all segments of metadata until the end; a file can have any number of them.
  static void limit_metadata(j_decompress_ptr codec, Input& input) {
    constexpr int kinds = 3;
    std::size_t kept = 0;
    for (const auto* marker = codec->marker_list; marker != nullptr; marker = marker->next)
      kept += sizeof *marker + marker->data_length;
    if (kept <= kinds * input.most_metadata || input.metadata_is_full) return;
    for (const int marker : {app1_marker, app2_marker}) jpeg_save_markers(codec, marker, 0);
    input.metadata_is_full = true;
  }
  static void on_skip(j_decompress_ptr codec, long count) {
    if (count <= 0) return;
    auto left = static_cast<std::size_t>(count);
    jpeg_source_mgr* input = codec->src;
    while (left > input->bytes_in_buffer) {
      left -= input->bytes_in_buffer;
      input->fill_input_buffer(codec);
    }
    input->next_input_byte += left;
    input->bytes_in_buffer -= left;
  }
  static void on_progress(j_common_ptr codec) {
    const int scan = reinterpret_cast<j_decompress_ptr>(codec)->input_scan_number;
    if (scan > largest_scan)
      JpegCalls::shield(
          codec, [&] { throw JpegFailure{0, fmt::format("more than {} scans", largest_scan)}; });
  }

  ByteSource& source_;
  std::size_t most_metadata_;
  JpegCalls calls_;
  Input input_{};
  jpeg_progress_mgr progress_{};
  jpeg_decompress_struct codec_{};
  std::vector<JSAMPLE> cmyk_;  // a row; empty: the file has other colours
};

void JpegReader::refuse(const JpegFailure& failure) const {
  switch (failure.code) {
    case JERR_OUT_OF_MEMORY: throw_out_of_memory(source_.name());
    case JERR_BAD_PRECISION:
      throw_not_supported(source_.name(), "a JPEG that does not have 8 bits per sample", "");
    case JERR_SOF_UNSUPPORTED:
      throw_not_supported(source_.name(), "a lossless or hierarchical JPEG", "");
    default: throw_corrupt(source_.name(), "JPEG", failure.reason);
  }
}

void JpegReader::read_header() {
  input_.source = &source_;
  input_.most_metadata = most_metadata_;
  input_.init_source = [](j_decompress_ptr) {};
  input_.fill_input_buffer = on_need;
  input_.skip_input_data = on_skip;
  input_.resync_to_restart = jpeg_resync_to_restart;
  input_.term_source = [](j_decompress_ptr) {};
  progress_.progress_monitor = on_progress;
  guarded([this] {
    codec_.src = &input_;
    codec_.progress = &progress_;
    jpeg_save_markers(&codec_, app1_marker, whole_segment);
    jpeg_save_markers(&codec_, app2_marker, whole_segment);  // colour profiles
    jpeg_read_header(&codec_, TRUE);
  });
  const std::string hint = "convert it to an RGB or gray JPEG or PNG";
  switch (codec_.jpeg_color_space) {
    case JCS_GRAYSCALE: codec_.out_color_space = JCS_GRAYSCALE; break;
    case JCS_YCbCr:
    case JCS_RGB: codec_.out_color_space = JCS_RGB; break;
    case JCS_CMYK:
    case JCS_YCCK: codec_.out_color_space = JCS_CMYK; break;
    default: throw_not_supported(source_.name(), "a JPEG with an unknown colour space", hint);
  }
  if (codec_.arith_code != FALSE)
    throw_not_supported(source_.name(), "an arithmetic-coded JPEG", hint);

  info_.format = "jpeg";
  info_.by_rows = jpeg_has_multiple_scans(&codec_) == FALSE;
  if (!info_.by_rows) info_.decoder_bytes = coefficient_bytes();
  info_.width = static_cast<int>(codec_.image_width);
  info_.height = static_cast<int>(codec_.image_height);
  info_.channels = codec_.out_color_space == JCS_GRAYSCALE ? 1 : 3;
  if (codec_.out_color_space == JCS_CMYK) add_note(info_.notes, note_on_cmyk);
  take_metadata();
}

// Returns the size of the coefficients of all blocks, which libjpeg keeps until the last scan.
std::size_t JpegReader::coefficient_bytes() const {
  std::size_t bytes = 0;
  for (const auto& component :
       std::span(codec_.comp_info, static_cast<std::size_t>(codec_.num_components)))
    bytes += checked_mul(component.width_in_blocks, component.height_in_blocks, sizeof(JBLOCK));
  return bytes;
}

void JpegReader::take_metadata() {
  if (codec_.saw_JFIF_marker != FALSE)
    take_jfif_density(info_, {codec_.density_unit, codec_.X_density, codec_.Y_density});
  for (const jpeg_marker_struct* marker = codec_.marker_list; marker != nullptr;
       marker = marker->next)
    if (marker->marker == app1_marker)
      read_app1(info_, std::as_bytes(std::span(marker->data, marker->data_length)), most_metadata_);
  if (input_.metadata_is_full) note_too_large(info_, "metadata", 3 * most_metadata_);
  take_warnings();
  JOCTET* profile = nullptr;
  unsigned size = 0;
  guarded([&] { jpeg_read_icc_profile(&codec_, &profile, &size); });
  const std::unique_ptr<JOCTET, void (*)(void*)> owner(profile, std::free);
  if (profile != nullptr)
    take_profile(info_, std::as_bytes(std::span(profile, size)), most_metadata_);
  if (!std::exchange(calls_.warnings, {}).empty())
    add_note(info_.notes, "its colour profile is not kept: parts of it are missing");
}

}  // namespace

std::unique_ptr<RowReader> open_jpeg(ByteSource& source, const Limits& limits) {
  return std::make_unique<JpegReader>(source, limits);
}

}  // namespace selvage
