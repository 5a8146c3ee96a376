// SPDX-License-Identifier: Apache-2.0
#pragma once
// Owner, group, permissions, access control list (ACL) and extended attributes of a file.

#include <string>
#include <vector>

namespace selvage {

// Gives the open file `to`, which only its owner can read, the attributes of the file at `from`,
// whose place it will take. Labels of security modules are not copied: the system assigns them.
// Returns what could not be kept: "group". The new file is then no more readable than the old one.
std::vector<std::string> copy_attributes(const std::string& from, int to);

}  // namespace selvage
