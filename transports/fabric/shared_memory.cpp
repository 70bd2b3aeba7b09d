#include "transports/fabric/shared_memory.hpp"

#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace sartor::channel::fabric {

int make_memory(const MemoryLayout& layout, int processes, int ranks_of_each, std::uint64_t mark) noexcept {
    const int descriptor = memfd_create("sartor-rings", MFD_CLOEXEC);
    if (descriptor < 0) return -1;
    Roster roster;
    if (ftruncate(descriptor, static_cast<off_t>(layout.all())) != 0 ||
        !roster.map(descriptor, layout.roster(), layout.most_processes)) {
        close(descriptor);
        return -1;
    }
    for (int process = 0; process < processes; ++process) roster.add(ranks_of_each, Roster::Part::whole);
    roster.mark(mark);
    roster.unmap(layout.most_processes);
    return descriptor;
}

int open_memory(const MemoryLayout& layout, int process, int its_descriptor, std::uint64_t mark) noexcept {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/fd/%d", process, its_descriptor);
    const int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return -1;
    Roster roster;
    // What has this number may be another process, in a container of its own.
    bool is_right =
        is_memory(descriptor, layout) && roster.map(descriptor, layout.roster(), layout.most_processes);
    if (is_right) {
        is_right = roster.has_mark(mark);
        roster.unmap(layout.most_processes);
    }
    if (is_right) return descriptor;
    close(descriptor);
    return -1;
}

} // namespace sartor::channel::fabric
