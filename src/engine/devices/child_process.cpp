// SPDX-License-Identifier: Apache-2.0
#include "engine/devices/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace selvage {
namespace {

using Clock = std::chrono::steady_clock;

class Pipe {
 public:
  Pipe() : made_(::pipe2(ends_.data(), O_CLOEXEC) == 0) {}
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close(0);
    close(1);
  }

  explicit operator bool() const { return made_; }
  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void close_writer() { close(1); }

 private:
  void close(std::size_t end) {
    if (const int fd = std::exchange(ends_[end], -1); fd >= 0) ::close(fd);
  }

  std::array<int, 2> ends_{-1, -1};
  bool made_;
};

// What the child has instead of this process's files and signals.
class ChildSettings {
 public:
  explicit ChildSettings(int output) {
    posix_spawn_file_actions_init(&files_);
    // The output first: its number may be one of the others, if this process has closed those.
    posix_spawn_file_actions_adddup2(&files_, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  ChildSettings(const ChildSettings&) = delete;
  ChildSettings& operator=(const ChildSettings&) = delete;
  ~ChildSettings() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }

  const posix_spawn_file_actions_t* files() const { return &files_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

// Reads until the end of the output or the deadline. Returns whether the end was reached.
bool read_output(int fd, Clock::time_point deadline, std::string& output) {
  constexpr std::size_t most = std::size_t{1} << 20;
  std::array<char, 4096> part;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd ready{.fd = fd, .events = POLLIN, .revents = 0};
    const int count = left > 0 ? ::poll(&ready, 1, static_cast<int>(left)) : 0;
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    const ssize_t got = ::read(fd, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0;
    output.append(part.data(), std::min(static_cast<std::size_t>(got), most - output.size()));
  }
}

std::string fault_of(int status) {
  if (!WIFSIGNALED(status)) return fmt::format("ended with exit code {}", WEXITSTATUS(status));
  return fmt::format("ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
}

}  // namespace

std::optional<ChildResult> run_program(const std::string& path,
                                       const std::vector<std::string>& arguments,
                                       std::chrono::milliseconds limit) {
  Pipe pipe;
  if (!pipe) return {};
  std::vector<char*> words{const_cast<char*>(path.c_str())};
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  pid_t child = 0;
  const ChildSettings settings(pipe.writer());
  if (::posix_spawn(&child, path.c_str(), settings.files(), settings.attributes(), words.data(),
                    environ) != 0)
    return {};
  pipe.close_writer();

  ChildResult result;
  const bool in_time = read_output(pipe.reader(), Clock::now() + limit, result.output);
  if (!in_time) ::kill(child, SIGKILL);
  int status = 0;
  pid_t waited = -1;
  while ((waited = ::waitpid(child, &status, 0)) < 0 && errno == EINTR) {
  }
  if (!in_time)
    result.fault =
        fmt::format("did not end within {} s", std::chrono::duration<double>(limit).count());
  else if (waited != child || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
    result.ended_well = true;  // or unknown: the program that uses this library ignores SIGCHLD
  else
    result.fault = fault_of(status);
  return result;
}

}  // namespace selvage
