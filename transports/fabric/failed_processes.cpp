// Processes that fail while the others go on, in programs that survive failures (runtime/failures/). The
// launcher sees a process end, notes it in the roster and wakes the listeners of the others. Ranks learn of
// it when all that the process had sent has been delivered. For processes that share memory, on one computer.
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

#include "runtime/peers.hpp"
#include "runtime/process.hpp"
#include "transports/fabric/carriers.hpp"
#include "transports/fabric/frames.hpp"

namespace sartor::channel::fabric {

namespace {

bool* are_forgotten = nullptr; // by process; null: no memory is shared

void* map(std::size_t bytes) noexcept {
    const MemoryLayout& layout = wire_up.layout;
    if (bytes > layout.room_for_failures()) return MAP_FAILED;
    void* const all = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, wire_up.memory,
                           static_cast<off_t>(layout.failures()));
    close(wire_up.memory);
    if (all == MAP_FAILED) return all;
    are_forgotten = static_cast<bool*>(std::calloc(static_cast<std::size_t>(roster.count()), sizeof(bool)));
    return are_forgotten == nullptr ? MAP_FAILED : all;
}

bool has_failed(int process) noexcept {
    return process < roster.count() && roster.has_failed(process);
}

// Of one that has not been forgotten before.
void forget(int process) noexcept {
    MemoryCarrier& carrier = *std::get_if<MemoryCarrier>(&carriers);
    carrier.messages.forget(process);
    carrier.control.forget(process);
    process::failures::note_failures(roster[process].first_rank, roster[process].ranks);
}

} // namespace

void share_failures(process::Peers& peers) noexcept {
    if (wire_up.layout.failing_ranks == 0 || !wire_up.all_share_memory()) return;
    peers.map_for_failures = &map;
    peers.tell_of_failures = &tell_of_failures;
    peers.has_failed = &has_failed;
}

void look_for_failures() noexcept {
    if (are_forgotten == nullptr) return;
    MemoryCarrier& carrier = *std::get_if<MemoryCarrier>(&carriers);
    while (carrier.messages.poll(true)) {
    }
    for (int process = 0; process < roster.count(); ++process)
        if (roster.has_failed(process) && !std::exchange(are_forgotten[process], true)) forget(process);
    process::failures::note_failures(0, 0);
}

void tell_of_failures() noexcept {
    const MemoryCarrier& carrier = *std::get_if<MemoryCarrier>(&carriers);
    for (int process = 0; process < roster.count(); ++process)
        if (roster.is_whole(process)) carrier.control.ring_bell(process);
    wake_listener();
}

} // namespace sartor::channel::fabric
