// SPDX-License-Identifier: Apache-2.0
#include "devices.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "fork.hpp"
#include "selvage/device.hpp"

namespace selvage::python {

void add_devices(nb::module_& module) {
  nb::class_<Device>(module, "Device", "A device that filters run on.")
      .def_ro("id", &Device::id, "'cpu', 'cuda:0', 'opencl:1'.")
      .def_ro("name", &Device::name, "Name of the product.")
      .def_ro("compute_units", &Device::compute_units,
              "Multiprocessors; for the CPU: cores of this process.")
      .def_ro("memory_bytes", &Device::memory_bytes, "Memory of the host or the device.")
      .def_prop_ro(
          "simd", [](const Device& device) { return nb::tuple(nb::cast(device.simd)); },
          "Instruction sets that this build can use, best first.")
      .def_ro("driver", &Device::driver, "Name and version of a GPU's driver.")
      .def_ro("missing", &Device::missing, "Why the device cannot be used; empty: it can.")
      .def_ro("is_processor", &Device::is_processor, "Whether it is a CPU, also through OpenCL.")
      .def("__repr__", [](const Device& device) {
        return "<Device " + device.id + ": " + device.name +
               (device.missing.empty() ? "" : " (" + device.missing + ")") + ">";
      });
  module.def("cpu", &Device::cpu);
  module.def("devices", [] {
    if (gpus_are_lost()) return std::vector<Device>{Device::cpu()};
    std::vector<Device> found = [] {
      const Working working;
      return devices();
    }();
    if (found.size() > 1) note_driver();
    return found;
  });
}

}  // namespace selvage::python
