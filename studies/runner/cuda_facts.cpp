// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda_program.hpp"
#include "runner/cuda_calls.hpp"
#include "runner/driver_facts.hpp"

namespace selvage::studies {

CodeFacts cuda_facts(Session& session, const gpu::Function& compiled, int group_items,
                     std::size_t dynamic_bytes) {
  const cuda::SharedContext context = context_of(session);
  const cuda::Current current(*context);
  const auto& function = static_cast<const cuda::CuFunction&>(compiled);
  const cuda::Api& api = cuda::api();
  int registers = 0, local_bytes = 0, groups = 0, most_items = 0;
  cuda::check(api.cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function.get()),
              "count a kernel's registers");
  cuda::check(api.cuFuncGetAttribute(&local_bytes, cuda::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
                                     function.get()),
              "read a kernel's shared memory");
  cuda::check(cuda_calls().cuOccupancyMaxActiveBlocksPerMultiprocessor(&groups, function.get(),
                                                                       group_items, dynamic_bytes),
              "compute a kernel's occupancy");
  cuda::check(
      api.cuDeviceGetAttribute(&most_items, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR,
                               context->device()),
      "read the device's threads");
  return {.registers = registers,
          .local_bytes = local_bytes + static_cast<int>(dynamic_bytes),
          .groups_resident = groups,
          .occupancy = double(groups) * group_items / most_items};
}

}  // namespace selvage::studies
