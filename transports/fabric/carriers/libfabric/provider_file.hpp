// The file in /dev/shm that libfabric's provider shm makes for an endpoint. It stays behind where a process
// ends without closing its endpoint.
#pragma once

#include <climits>
#include <string_view>

#include <sys/mman.h>

namespace sartor::channel::fabric {

/// Removes the file of an endpoint. False: its address does not say that it has one, as "fi_shm://NAME" does
/// (libfabric 1.17, fi_shm(7)). Others can't connect to that endpoint any more.
inline bool remove_file_of(std::string_view address) noexcept {
    constexpr std::string_view prefix = "fi_shm://";
    if (!address.starts_with(prefix)) return false;
    address.remove_prefix(prefix.size());
    address = address.substr(0, address.find('\0'));
    char name[NAME_MAX + 2] = "/"; // and the zero behind it
    if (address.empty() || address.size() > NAME_MAX || address.find('/') != address.npos) return false;
    address.copy(name + 1, address.size());
    ::shm_unlink(name); // it may be gone already
    return true;
}

} // namespace sartor::channel::fabric
