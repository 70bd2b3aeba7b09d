// Whether programs gain by large pages for the memory that they allocate.
#pragma once

#include <filesystem>

namespace sartor::configurator {

/// Whether a virtual machine's host reclaims memory that its system has freed: a balloon device of virtio
/// with free page reporting (Virtual I/O Device 1.2, section 5.5.3, feature 5). It takes large pages, so each
/// of them costs an exit to the host when it is touched again: 2.3 to 4.7 ms for 2 MiB, where clearing takes
/// 0.3. devices: the folder of virtio's devices, each with the files "device" and "features".
bool host_takes_freed_memory(const std::filesystem::path& devices = "/sys/bus/virtio/devices");

} // namespace sartor::configurator
