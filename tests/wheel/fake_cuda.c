/* SPDX-License-Identifier: Apache-2.0 */
/* A driver of CUDA 13 with one device of compute capability 3.0, which can only be described. */
#define DOES_NOTHING(name) \
  int name(void) { return 0; }
#define FAILS(name) \
  int name(void) { return 999; }

DOES_NOTHING(cuInit)
FAILS(cuGetErrorName)
FAILS(cuGetErrorString)
FAILS(cuDevicePrimaryCtxRetain)
FAILS(cuDevicePrimaryCtxRelease_v2)
FAILS(cuCtxPushCurrent_v2)
FAILS(cuCtxPopCurrent_v2)
FAILS(cuMemGetInfo_v2)
FAILS(cuMemAlloc_v2)
FAILS(cuMemFree_v2)
FAILS(cuMemHostAlloc)
FAILS(cuMemFreeHost)
FAILS(cuMemHostRegister_v2)
FAILS(cuMemHostUnregister)
FAILS(cuPointerGetAttributes)
FAILS(cuMemcpyHtoDAsync_v2)
FAILS(cuMemcpyDtoHAsync_v2)
FAILS(cuStreamCreate)
FAILS(cuStreamDestroy_v2)
FAILS(cuStreamSynchronize)
FAILS(cuStreamGetCtx)
FAILS(cuStreamIsCapturing)
FAILS(cuEventCreate)
FAILS(cuEventDestroy_v2)
FAILS(cuEventRecord)
FAILS(cuEventElapsedTime)
FAILS(cuModuleLoadDataEx)
FAILS(cuModuleUnload)
FAILS(cuModuleGetFunction)
FAILS(cuFuncGetAttribute)
FAILS(cuFuncSetAttribute)
FAILS(cuLaunchKernelEx)

int cuDriverGetVersion(int* version) { return *version = 13000, 0; }
int cuDeviceGetCount(int* count) { return *count = 1, 0; }
int cuDeviceGet(int* device, int index) { return *device = index, 0; }
int cuDeviceGetName(char* name, int size, int device) {
  return name[0] = 'F', name[1] = 0, 0;
}
int cuDeviceTotalMem_v2(unsigned long* bytes, int device) { return *bytes = 1ul << 30, 0; }
int cuDeviceGetAttribute(int* value, int which, int device) {
  return *value = which == 75 ? 3 : 0, 0; /* COMPUTE_CAPABILITY_MAJOR */
}
