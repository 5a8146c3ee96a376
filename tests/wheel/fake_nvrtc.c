/* SPDX-License-Identifier: Apache-2.0 */
/* A compiler NVRTC 13.7 that knows compute capability 3.0 and compiles nothing. No real
 * one knows it, so that this one is taken on a machine that has one. */
#define FAILS(name) \
  int name(void) { return 1; }

FAILS(nvrtcCreateProgram)
FAILS(nvrtcDestroyProgram)
FAILS(nvrtcCompileProgram)
FAILS(nvrtcGetProgramLogSize)
FAILS(nvrtcGetProgramLog)
FAILS(nvrtcGetCUBINSize)
FAILS(nvrtcGetCUBIN)
FAILS(nvrtcGetPTXSize)
FAILS(nvrtcGetPTX)

const char* nvrtcGetErrorString(int status) { return "fake"; }
int nvrtcVersion(int* major, int* minor) { return *major = 13, *minor = 7, 0; }
int nvrtcGetNumSupportedArchs(int* count) { return *count = 1, 0; }
int nvrtcGetSupportedArchs(int* known) { return *known = 30, 0; }
