// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds out in another process whether a driver can be started in this one. Some end the process
// that starts them, for instance PoCL in a container without /sys.

#include <chrono>
#include <string>

#include "engine/devices/device_cache.hpp"

namespace selvage {

struct DriverProbe {
  CachedGpus gpus = {};      // the first GPU of the driver that opens; may be empty
  bool settled = true;       // false: a device that is unusable now may work later
  std::string refused = {};  // why this process must not start the driver; empty: it may
};

// Returns what is known of a driver ("cuda" or "opencl"). Probes, which blocks, if it never was
// probed on this machine as it is now; the answer is cached (fingerprint.hpp).
const DriverProbe& probe_of(const std::string& driver);

// Asks the program at `path`, for at most `limit`. Where it cannot be started, probes in this
// process, unless that is known to be dangerous.
DriverProbe ask_program(const std::string& path, const std::string& driver,
                        std::chrono::milliseconds limit);

// The answer of the program, and an entry of the cache.
std::string to_text(const DriverProbe& probe);
// Returns nothing if the text is damaged or has another layout.
std::optional<DriverProbe> probe_from_text(const std::string& text);

}  // namespace selvage
