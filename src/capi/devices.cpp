// SPDX-License-Identifier: Apache-2.0
#include "capi/guard.hpp"
#include "capi/handles.hpp"
#include "capi/lists.hpp"

namespace {

using selvage::Device;

const Device* device_at(const selvage_devices* devices, size_t i) {
  return devices ? selvage::capi::at(devices->list, i) : nullptr;
}
const char* text_at(const selvage_devices* devices, size_t i, std::string Device::* field) {
  const Device* device = device_at(devices, i);
  return device ? (device->*field).c_str() : "";
}

}  // namespace

selvage_status selvage_devices_new(selvage_devices** devices, selvage_error** error) {
  return selvage::capi::make_handle(devices, "devices", error,
                                    [] { return selvage_devices{selvage::devices()}; });
}
size_t selvage_devices_count(const selvage_devices* devices) {
  return devices ? devices->list.size() : 0;
}
const char* selvage_devices_id(const selvage_devices* devices, size_t i) {
  return text_at(devices, i, &Device::id);
}
const char* selvage_devices_name(const selvage_devices* devices, size_t i) {
  return text_at(devices, i, &Device::name);
}
const char* selvage_devices_driver(const selvage_devices* devices, size_t i) {
  return text_at(devices, i, &Device::driver);
}
const char* selvage_devices_missing(const selvage_devices* devices, size_t i) {
  return text_at(devices, i, &Device::missing);
}
int32_t selvage_devices_compute_units(const selvage_devices* devices, size_t i) {
  const Device* device = device_at(devices, i);
  return device ? device->compute_units : 0;
}
size_t selvage_devices_simd_count(const selvage_devices* devices, size_t i) {
  const Device* device = device_at(devices, i);
  return device ? device->simd.size() : 0;
}
const char* selvage_devices_simd(const selvage_devices* devices, size_t i, size_t k) {
  const Device* device = device_at(devices, i);
  const std::string* set = device ? selvage::capi::at(device->simd, k) : nullptr;
  return set ? set->c_str() : "";
}
int64_t selvage_devices_memory(const selvage_devices* devices, size_t i) {
  const Device* device = device_at(devices, i);
  return device ? device->memory_bytes : 0;
}
int32_t selvage_devices_is_processor(const selvage_devices* devices, size_t i) {
  const Device* device = device_at(devices, i);
  return device && device->is_processor ? 1 : 0;
}
void selvage_devices_free(selvage_devices* devices) {
  delete devices;
}
