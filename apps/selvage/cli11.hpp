// SPDX-License-Identifier: Apache-2.0
#pragma once
// What headers say of CLI11, whose own take seconds to compile.

namespace CLI {  // NOLINT(readability-identifier-naming): the name is CLI11's
class App;
class FormatterBase;
}  // namespace CLI
