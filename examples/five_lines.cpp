// SPDX-License-Identifier: Apache-2.0
#include <selvage/io.hpp>
#include <selvage/selvage.hpp>

int main() {
  const selvage::Image photo = selvage::load("photo.png");
  const selvage::Image smooth = selvage::Engine().run(selvage::Bilateral{.sigma_space = 5}, photo);
  selvage::save("smooth.png", smooth, {}, photo.file);
}
