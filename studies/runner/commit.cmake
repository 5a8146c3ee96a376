# SPDX-License-Identifier: Apache-2.0
# Writes HEADER with the commit of the sources in SOURCES: "1a2b3c4d5e6f"; "-dirty" after it if tracked files were
# changed since; "unknown" without git.
cmake_minimum_required(VERSION 3.25)
set(commit unknown)
if(GIT)
  execute_process(COMMAND ${GIT} rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCES}
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
  execute_process(COMMAND ${GIT} status --porcelain --untracked-files=no WORKING_DIRECTORY ${SOURCES}
    OUTPUT_VARIABLE changes ERROR_QUIET)
  if(status EQUAL 0)
    set(commit ${found})
    if(changes)
      string(APPEND commit "-dirty")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define SELVAGE_STUDIES_COMMIT \"@commit@\"\n" @ONLY)
