// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "io/bytes/failures.hpp"
#include "io/jpeg/jpeg.hpp"
#include "io/jpeg/jpeg_calls.hpp"
#include "io/jpeg/jpeg_metadata.hpp"
#include "io/metadata/metadata.hpp"

namespace selvage {
namespace {

constexpr int full_chroma_quality = 90;  // 4:4:4 from this quality on, 4:2:0 below

class JpegWriter final : public RowWriter {
 public:
  JpegWriter(ByteSink& sink, const OutputShape& shape) : sink_(sink) {
    codec_.err = &calls_.manager;
    codec_.client_data = &calls_;
    guarded([this] { jpeg_create_compress(&codec_); });
    try {
      write_header(shape);
      write_metadata(shape.metadata);
    } catch (...) {
      jpeg_destroy_compress(&codec_);
      throw;
    }
  }
  JpegWriter(const JpegWriter&) = delete;
  JpegWriter& operator=(const JpegWriter&) = delete;
  ~JpegWriter() override { jpeg_destroy_compress(&codec_); }

  void write_row(const std::byte* row) override {
    // The interface of libjpeg lacks const, but libjpeg does not write to the row.
    auto* samples = const_cast<JSAMPROW>(reinterpret_cast<const JSAMPLE*>(row));
    guarded([&] { jpeg_write_scanlines(&codec_, &samples, 1); });
  }
  void finish() override {
    guarded([this] { jpeg_finish_compress(&codec_); });
  }

 private:
  void write_header(const OutputShape& shape) {
    output_.sink = &sink_;
    output_.init_destination = [](j_compress_ptr codec) {
      static_cast<Output*>(codec->dest)->empty();
    };
    output_.empty_output_buffer = [](j_compress_ptr codec) -> boolean {
      flush(codec, static_cast<Output*>(codec->dest)->buffer.size());
      return TRUE;
    };
    output_.term_destination = [](j_compress_ptr codec) {
      const auto* output = static_cast<Output*>(codec->dest);
      flush(codec, output->buffer.size() - output->free_in_buffer);
    };
    guarded([&] {
      codec_.dest = &output_;
      codec_.image_width = static_cast<JDIMENSION>(shape.width);
      codec_.image_height = static_cast<JDIMENSION>(shape.height);
      codec_.input_components = shape.channels;
      codec_.in_color_space = shape.channels == 3 ? JCS_RGB : JCS_GRAYSCALE;
      jpeg_set_defaults(&codec_);
      jpeg_set_quality(&codec_, shape.quality, TRUE);
      if (shape.quality >= full_chroma_quality)
        codec_.comp_info[0].h_samp_factor = codec_.comp_info[0].v_samp_factor = 1;
      const JfifDensity density = jfif_density(shape.metadata.x_density, shape.metadata.y_density);
      codec_.density_unit = static_cast<UINT8>(density.unit);
      codec_.X_density = static_cast<UINT16>(density.x);
      codec_.Y_density = static_cast<UINT16>(density.y);
      jpeg_start_compress(&codec_, TRUE);
    });
  }
  void write_metadata(const Metadata& metadata) {
    if (!metadata.exif.empty()) write_app1(app1(exif_prefix, metadata.exif));
    if (!metadata.xmp.empty()) write_app1(app1(xmp_prefix, metadata.xmp));
    if (!metadata.icc.empty())
      guarded([&] {
        jpeg_write_icc_profile(&codec_, reinterpret_cast<const JOCTET*>(metadata.icc.data()),
                               static_cast<unsigned>(metadata.icc.size()));
      });
  }
  void write_app1(const std::vector<std::byte>& data) {
    guarded([&] {
      jpeg_write_marker(&codec_, JPEG_APP0 + 1, reinterpret_cast<const JOCTET*>(data.data()),
                        static_cast<unsigned>(data.size()));
    });
  }

  template <class Calls>
  void guarded(Calls&& calls) {
    try {
      calls_.call(std::forward<Calls>(calls));
    } catch (const JpegFailure& failure) {
      throw_not_encoded(sink_.name(), "JPEG", failure.reason);
    }
  }

  // The destination manager that writes to the sink.
  struct Output : jpeg_destination_mgr {
    ByteSink* sink = nullptr;
    std::array<JOCTET, std::size_t{1} << 14> buffer;

    void empty() {
      next_output_byte = buffer.data();
      free_in_buffer = buffer.size();
    }
  };
  static void flush(j_compress_ptr codec, std::size_t count) {
    JpegCalls::shield(reinterpret_cast<j_common_ptr>(codec), [&] {
      auto* output = static_cast<Output*>(codec->dest);
      output->sink->write(std::as_bytes(std::span(output->buffer).first(count)));
      output->empty();
    });
  }

  ByteSink& sink_;
  JpegCalls calls_;
  Output output_{};
  jpeg_compress_struct codec_{};
};

bool recognises_jpeg(std::span<const std::byte> start) {
  return holds(start, "\xff\xd8\xff");
}

constexpr std::string_view jpeg_extensions[] = {".jpg", ".jpeg", ".jpe", ".jfif"};
constexpr PixelType jpeg_types[] = {PixelType::u8};
constexpr Layout jpeg_layouts[] = {{1, false}, {3, false}};
constexpr std::size_t profile_part = largest_segment - 14;  // per segment; at most 255 segments
constexpr MetadataRoom jpeg_room{.icc = 255 * profile_part,
                                 .exif = largest_segment - exif_prefix.size(),
                                 .xmp = largest_segment - xmp_prefix.size(),
                                 .least_density = inches_per_metre,
                                 .most_density = 65535 * 100.0};

}  // namespace

std::unique_ptr<RowWriter> create_jpeg(ByteSink& sink, const OutputShape& shape) {
  return std::make_unique<JpegWriter>(sink, shape);
}

const Codec jpeg_codec{.format = "jpeg",
                       .title = "JPEG",
                       .extensions = jpeg_extensions,
                       .types = jpeg_types,
                       .layouts = jpeg_layouts,
                       .max_side = JPEG_MAX_DIMENSION,
                       .room = jpeg_room,
                       .recognises = recognises_jpeg,
                       .open = open_jpeg,
                       .create = create_jpeg};

}  // namespace selvage
