// SPDX-License-Identifier: Apache-2.0
// Image files: images, saving, header information.

#include "capi/file_arguments.hpp"
#include "capi/guard.hpp"
#include "capi/lists.hpp"
#include "capi/structures.hpp"
#include "capi/views.hpp"
#include "selvage/io.h"
#include "selvage/io.hpp"

namespace capi = selvage::capi;

struct selvage_image {
  selvage::Image image;
};
struct selvage_bytes {
  std::vector<std::byte> bytes;
};
struct selvage_file_info {
  selvage::FileInfo info;
};

namespace {

using selvage::FileInfo;

selvage::Image load_page(const std::string& path, const capi::LoadOptions& options) {
  if (options.page == 0) return selvage::load(path, options.limits);
  return capi::open_page(path, options).read_page();
}

selvage::SaveOptions options_of(const selvage_save_options& given) {
  return {.format = capi::text_of(given.format),
          .quality = given.quality,
          .overwrite = given.overwrite != 0,
          .threads = given.threads};
}

// Returns what is kept of the file of an image that was filtered: georeferencing belongs to its
// pixels, a nodata value to its type.
selvage::FileTraits traits_of(const selvage::Image& source, const selvage::ConstImageView& result) {
  selvage::FileTraits traits = source.file;
  selvage::GeoTags& geo = traits.metadata.geo;
  if (source.width() != result.width || source.height() != result.height)
    geo = {.no_data = geo.no_data};
  if (source.type() != result.type) geo.no_data.clear();
  return traits;
}

// What is saved or encoded, and how. NULL options are the defaults.
struct Saving {
  selvage::ConstImageView view;
  selvage::SaveOptions options;
  selvage::FileTraits traits;
};

Saving saving_of(const selvage_const_view* image, const selvage_save_options* options) {
  const selvage::ConstImageView view = capi::view_of(&capi::need(image, "image"), "image");
  const selvage_save_options how =
      options ? capi::read(options, "save options", capi::default_save_options())
              : capi::default_save_options();
  return {view, options_of(how),
          how.source ? traits_of(how.source->image, view) : selvage::FileTraits{}};
}

// Fills a view of either kind with the image's.
template <class View, class Pointer, class Init>
selvage_status fill_view(const selvage_image* image, Pointer pixels, View* view, size_t size,
                         Init init) {
  if (!image || !pixels) return SELVAGE_ERROR_INVALID_ARGUMENT;
  const selvage::Image& i = image->image;
  const selvage_status status =
      init(view, size, pixels, static_cast<int32_t>(i.type()), i.width(), i.height(), i.channels());
  if (status == SELVAGE_OK) view->alpha = i.alpha() ? 1 : 0;
  return status;
}

int32_t number_of(const selvage_file_info* info, int FileInfo::* field) {
  return info ? info->info.*field : 0;
}
const char* text_at(const std::vector<std::string>* list, size_t i) {
  const std::string* text = list ? capi::at(*list, i) : nullptr;
  return text ? text->c_str() : "";
}

}  // namespace

selvage_status selvage_load_options_init(selvage_load_options* options, size_t size) {
  return capi::write(options, size, capi::default_load_options());
}
selvage_status selvage_save_options_init(selvage_save_options* options, size_t size) {
  return capi::write(options, size, capi::default_save_options());
}

selvage_status selvage_image_load(const char* path, const selvage_load_options* options,
                                  selvage_image** image, selvage_error** error) {
  return capi::make_handle(image, "image", error, [&] {
    return selvage_image{load_page(&capi::need(path, "path"), capi::options_of(options))};
  });
}
selvage_status selvage_image_decode(const void* bytes, size_t count,
                                    const selvage_load_options* options, selvage_image** image,
                                    selvage_error** error) {
  return capi::make_handle(image, "image", error, [&] {
    const auto* first = &capi::need(static_cast<const std::byte*>(bytes), "bytes");
    const capi::LoadOptions how = capi::options_of(options);
    if (how.page > 1)
      throw selvage::Error(selvage::Errc::unsupported,
                           "a page of a file in memory cannot be chosen", "read it from a file");
    return selvage_image{selvage::decode({first, count}, how.limits)};
  });
}
selvage_status selvage_image_new(int32_t type, int32_t width, int32_t height, int32_t channels,
                                 int32_t alpha, selvage_image** image, selvage_error** error) {
  return capi::make_handle(image, "image", error, [&] {
    return selvage_image{selvage::Image(capi::choice<selvage::PixelType>("type", type), width,
                                        height, channels, alpha != 0, 1, capi::no_limits)};
  });
}
selvage_status selvage_image_view(selvage_image* image, selvage_view* view, size_t size) {
  return fill_view(image, image ? image->image.view().data : nullptr, view, size,
                   selvage_view_init);
}
selvage_status selvage_image_const_view(const selvage_image* image, selvage_const_view* view,
                                        size_t size) {
  return fill_view(image, image ? image->image.view().data : nullptr, view, size,
                   selvage_const_view_init);
}
const char* selvage_image_format(const selvage_image* image) {
  return image ? image->image.file.format.c_str() : "";
}
int32_t selvage_image_premultiplied(const selvage_image* image) {
  return image && image->image.file.premultiplied ? 1 : 0;
}
const char* selvage_image_nodata(const selvage_image* image) {
  return image ? image->image.file.metadata.geo.no_data.c_str() : "";
}
size_t selvage_image_note_count(const selvage_image* image) {
  return image ? image->image.file.notes.size() : 0;
}
const char* selvage_image_note(const selvage_image* image, size_t i) {
  return text_at(image ? &image->image.file.notes : nullptr, i);
}
void selvage_image_free(selvage_image* image) {
  delete image;
}

selvage_status selvage_save(const char* path, const selvage_const_view* image,
                            const selvage_save_options* options, selvage_error** error) {
  return capi::guarded(error, [&] {
    const Saving saving = saving_of(image, options);
    selvage::save(&capi::need(path, "path"), saving.view, saving.options, saving.traits);
  });
}
selvage_status selvage_encode(const selvage_const_view* image, const selvage_save_options* options,
                              selvage_bytes** bytes, selvage_error** error) {
  return capi::make_handle(bytes, "bytes", error, [&] {
    const Saving saving = saving_of(image, options);
    return selvage_bytes{selvage::encode(saving.view, saving.options, saving.traits)};
  });
}
const void* selvage_bytes_data(const selvage_bytes* bytes) {
  return bytes ? bytes->bytes.data() : nullptr;
}
size_t selvage_bytes_size(const selvage_bytes* bytes) {
  return bytes ? bytes->bytes.size() : 0;
}
void selvage_bytes_free(selvage_bytes* bytes) {
  delete bytes;
}

selvage_status selvage_file_info_new(const char* path, const selvage_load_options* options,
                                     selvage_file_info** info, selvage_error** error) {
  return capi::make_handle(info, "info", error, [&] {
    return selvage_file_info{
        capi::open_page(&capi::need(path, "path"), capi::options_of(options)).info()};
  });
}
const char* selvage_file_info_format(const selvage_file_info* info) {
  return info ? info->info.format.c_str() : "";
}
int32_t selvage_file_info_width(const selvage_file_info* info) {
  return number_of(info, &FileInfo::width);
}
int32_t selvage_file_info_height(const selvage_file_info* info) {
  return number_of(info, &FileInfo::height);
}
int32_t selvage_file_info_channels(const selvage_file_info* info) {
  return number_of(info, &FileInfo::channels);
}
int32_t selvage_file_info_alpha(const selvage_file_info* info) {
  return info && info->info.alpha ? 1 : 0;
}
int32_t selvage_file_info_type(const selvage_file_info* info) {
  return info ? static_cast<int32_t>(info->info.type) : 0;
}
int32_t selvage_file_info_file_bits(const selvage_file_info* info) {
  return number_of(info, &FileInfo::file_bits);
}
int32_t selvage_file_info_pages(const selvage_file_info* info) {
  return number_of(info, &FileInfo::pages);
}
size_t selvage_file_info_layer_count(const selvage_file_info* info) {
  return info ? info->info.layers.size() : 0;
}
const char* selvage_file_info_layer(const selvage_file_info* info, size_t i) {
  return text_at(info ? &info->info.layers : nullptr, i);
}
size_t selvage_file_info_note_count(const selvage_file_info* info) {
  return info ? info->info.notes.size() : 0;
}
const char* selvage_file_info_note(const selvage_file_info* info, size_t i) {
  return text_at(info ? &info->info.notes : nullptr, i);
}
void selvage_file_info_free(selvage_file_info* info) {
  delete info;
}
