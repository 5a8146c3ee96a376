// SPDX-License-Identifier: Apache-2.0
// Moves the divider of a before/after picture (the gallery) to where its range input stands.
document.addEventListener("DOMContentLoaded", () => {
  for (const picture of document.querySelectorAll(".before-after")) {
    const input = picture.querySelector("input");
    const move = () => picture.style.setProperty("--at", `${input.value}%`);
    input.addEventListener("input", move);
    move();
  }
});
