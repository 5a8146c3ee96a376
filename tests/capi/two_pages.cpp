// SPDX-License-Identifier: Apache-2.0
#include "two_pages.h"

#include <cstdio>
#include <cstring>
#include <exception>

#include "selvage/io.hpp"

int write_two_pages(const char* path) try {
  selvage::Image first(selvage::PixelType::u8, 4, 1), second(selvage::PixelType::u8, 5, 1);
  std::memset(first.view().data, 1, 4);
  std::memset(second.view().data, 2, 5);
  selvage::ImageWriter writer(path, first.view());
  writer.write(first.view());
  writer.next(second.view());
  writer.write(second.view());
  writer.commit();
  return 1;
} catch (const std::exception& e) {
  std::puts(e.what());
  return 0;
}
