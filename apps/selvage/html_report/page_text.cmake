# SPDX-License-Identifier: Apache-2.0
# Turns page/ into a C++ string, html_report/page_text.inc in the build folder. It is written again when
# a source changes, before anything is compiled.
set(page_folder ${CMAKE_CURRENT_LIST_DIR}/page)
foreach(part html css js)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page_folder}/report.${part})
  file(READ ${page_folder}/report.${part} page_${part})
endforeach()
string(REPLACE "@STYLE@" "${page_css}" page_html "${page_html}")
string(REPLACE "@SCRIPT@" "${page_js}" page_html "${page_html}")
set(page_text ${CMAKE_CURRENT_BINARY_DIR}/html_report/page_text.inc)
file(WRITE ${page_text}.new "R\"page(${page_html})page\"\n")
file(COPY_FILE ${page_text}.new ${page_text} ONLY_IF_DIFFERENT)
