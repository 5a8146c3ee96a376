// SPDX-License-Identifier: Apache-2.0
#pragma once
// Forward declarations of CLI11, whose own headers take seconds to compile.

namespace CLI {  // NOLINT(readability-identifier-naming): the name is CLI11's
class App;
class FormatterBase;
}  // namespace CLI
