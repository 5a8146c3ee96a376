// SPDX-License-Identifier: Apache-2.0
#include "io/bytes/file_attributes.hpp"

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string_view>

namespace selvage {
namespace {

constexpr std::string_view acl = "system.posix_acl_access";  // acl(5)

std::vector<std::string> extended_attributes(const std::string& file) {
  const ssize_t bytes = ::listxattr(file.c_str(), nullptr, 0);
  std::string list(bytes > 0 ? static_cast<std::size_t>(bytes) : 0, '\0');
  const ssize_t got = ::listxattr(file.c_str(), list.data(), list.size());
  list.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  std::vector<std::string> names;
  for (std::size_t at = 0; at < list.size(); at += names.back().size() + 1)
    names.emplace_back(list.c_str() + at);
  std::erase_if(names, [](const std::string& name) { return name.starts_with("security."); });
  return names;
}

bool copy_extended(const std::string& from, int to, const std::string& name) {
  const ssize_t bytes = ::getxattr(from.c_str(), name.c_str(), nullptr, 0);
  if (bytes < 0) return false;
  std::string value(static_cast<std::size_t>(bytes), '\0');
  const ssize_t got = ::getxattr(from.c_str(), name.c_str(), value.data(), value.size());
  return got >= 0 &&
         ::fsetxattr(to, name.c_str(), value.data(), static_cast<std::size_t>(got), 0) == 0;
}

// Returns whether the file has no ACL now.
bool remove_acl(int file) {
  return ::fremovexattr(file, acl.data()) == 0 || errno == ENODATA || errno == ENOTSUP;
}

// Permissions for a file of another group, or without the ACL that says what its group may do: the
// group may do no more than anybody.
mode_t without_group(mode_t mode) {
  return mode & ~(S_IRWXG & ~((mode & S_IRWXO) << 3));
}

}  // namespace

std::vector<std::string> copy_attributes(const std::string& from, int to) {
  struct stat before{}, now{};
  if (::stat(from.c_str(), &before) != 0 || ::fstat(to, &now) != 0) return {"attributes"};
  constexpr uid_t same_owner = static_cast<uid_t>(-1);
  constexpr gid_t same_group = static_cast<gid_t>(-1);
  std::vector<std::string> lost;
  // The group first: it cannot be changed once the file is another owner's.
  const bool has_group =
      before.st_gid == now.st_gid || ::fchown(to, same_owner, before.st_gid) == 0;
  const bool has_owner =
      before.st_uid == now.st_uid || ::fchown(to, before.st_uid, same_group) == 0;
  if (!has_owner) lost.emplace_back("owner");
  if (!has_group) lost.emplace_back("group");

  mode_t mode = before.st_mode & 0777;
  // The new file inherits an ACL where its folder has a default one; the old file's follows below.
  if (!has_group || !remove_acl(to)) mode = without_group(mode);
  if (::fchmod(to, mode) != 0 && errno != EPERM) lost.emplace_back("permissions");
  for (const std::string& name : extended_attributes(from)) {
    const bool is_acl = name == acl;
    // Set for another owner or group, an ACL would let others read.
    if (!(is_acl && !(has_owner && has_group)) && copy_extended(from, to, name)) continue;
    if (is_acl) ::fchmod(to, without_group(mode));
    lost.push_back(is_acl ? "ACL" : "attribute " + name);
  }
  return lost;
}

}  // namespace selvage
