// SPDX-License-Identifier: Apache-2.0
// A library to preload: the allocation whose number is in FAIL_AT fails, and with FAIL_ON all that
// follow it fail too. Numbers count from 1 and begin once main has been reached, so that the dynamic
// linker and static initialisers are left alone. With FAIL_COUNT=FILE the count is written there at
// the end.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

static atomic_long made;
static long fail_at = -1;
static int fail_on, counting;

static int fails(void) {
  if (!counting) return 0;
  const long number = atomic_fetch_add(&made, 1) + 1;
  const int failing = fail_at > 0 && (number == fail_at || (fail_on && number > fail_at));
  if (failing) errno = ENOMEM;
  return failing;
}

void* malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return fails() ? NULL : __libc_realloc(old, size); }
void* memalign(size_t alignment, size_t size) {
  return fails() ? NULL : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** result, size_t alignment, size_t size) {
  void* memory = memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

static void write_count(void) {
  const char* name = getenv("FAIL_COUNT");
  counting = 0;
  FILE* file = name != NULL ? fopen(name, "w") : NULL;
  if (file == NULL) return;
  fprintf(file, "%ld\n", (long)made);
  fclose(file);
}

static int (*real_main)(int, char**, char**);

static int counted_main(int argc, char** argv, char** environment) {
  const char* at = getenv("FAIL_AT");
  fail_at = at != NULL ? atol(at) : -1;
  fail_on = getenv("FAIL_ON") != NULL;
  atexit(write_count);
  counting = 1;
  return real_main(argc, argv, environment);
}

// Called where a program begins.
int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void* stack_end) {
  int (*real)(int (*)(int, char**, char**), int, char**, void (*)(void), void (*)(void),
              void (*)(void), void*) = dlsym(RTLD_NEXT, "__libc_start_main");
  real_main = main;
  return real(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
