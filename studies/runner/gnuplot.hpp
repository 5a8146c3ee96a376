// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plots by gnuplot, a program of its own.

#include <filesystem>
#include <string>

#include "runner/results.hpp"

namespace selvage::studies {

// Whether PATH has it.
bool has_gnuplot();

// What gnuplot reads to draw `stem`.svg and `stem`.png.
std::string gnuplot_script(const Plot& plot, const std::filesystem::path& stem);

// Throws Error{output} where gnuplot fails.
void draw(const Plot& plot, const std::filesystem::path& stem);

}  // namespace selvage::studies
