# SPDX-License-Identifier: Apache-2.0
# Turns page/ into a C++ string, html_report/page_text.inc in the build folder. It is written again when
# a source changes, before anything is compiled. The page of web/ has the same page.css and viewer.*.
set(page_folder ${CMAKE_CURRENT_LIST_DIR}/page)
set(page_parts PAGE_STYLE page.css STYLE report.css VIEWER viewer.html VIEWER_SCRIPT viewer.js SCRIPT report.js)
file(READ ${page_folder}/report.html page_html)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page_folder}/report.html)
while(page_parts)
  list(POP_FRONT page_parts page_key page_source)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page_folder}/${page_source})
  file(READ ${page_folder}/${page_source} page_part)
  string(REPLACE "@${page_key}@" "${page_part}" page_html "${page_html}")
endwhile()
set(page_text ${CMAKE_CURRENT_BINARY_DIR}/html_report/page_text.inc)
file(WRITE ${page_text}.new "R\"page(${page_html})page\"\n")
file(COPY_FILE ${page_text}.new ${page_text} ONLY_IF_DIFFERENT)
