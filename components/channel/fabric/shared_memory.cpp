#include "components/channel/fabric/shared_memory.hpp"

#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace sartor::channel::fabric {

int make_memory(int processes, int most, int ranks_of_each, std::uint64_t mark) noexcept {
    const MemoryLayout layout(most);
    const int descriptor = memfd_create("sartor-rings", MFD_CLOEXEC);
    if (descriptor < 0) return -1;
    Roster roster;
    if (ftruncate(descriptor, static_cast<off_t>(layout.all)) != 0 ||
        !roster.map(descriptor, layout.roster, most)) {
        close(descriptor);
        return -1;
    }
    for (int process = 0; process < processes; ++process) roster.add(ranks_of_each, Roster::Part::whole);
    roster.mark(mark);
    roster.unmap(most);
    return descriptor;
}

int open_memory(int process, int its_descriptor, int most, std::uint64_t mark) noexcept {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/fd/%d", process, its_descriptor);
    const MemoryLayout layout(most);
    const int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return -1;
    Roster roster;
    // What has this number may be another process, in a container of its own.
    bool is_right = is_memory(descriptor, most) && roster.map(descriptor, layout.roster, most);
    if (is_right) {
        is_right = roster.has_mark(mark);
        roster.unmap(most);
    }
    if (is_right) return descriptor;
    close(descriptor);
    return -1;
}

} // namespace sartor::channel::fabric
