// Work of the library in a rank's own memory.
#include "emulation/own_work.hpp"

#include "emulation/run.hpp"

namespace sartor::machine::manycore {

namespace {

constexpr int no_node = -1;
int serving = no_node;
Cycles served_until = 0; // in the event that is handled

bool has_worker() noexcept {
    return !in_event() || serving != no_node;
}
int own_node() noexcept {
    return in_event() ? serving : own_pe().node;
}
void account(Cycles cycles, const char* what) noexcept {
    if (cycles <= 0) return;
    const Cycles done = work_at(own_node(), cycles, 0, what);
    if (in_event()) served_until = done;
}

} // namespace

Cycles packing(std::int64_t pieces) noexcept {
    return pieces * the_run->chip.description().pack_block;
}

void copied(std::size_t bytes, std::int64_t pieces) noexcept {
    if (!has_worker()) return;
    account(copy(own_node(), static_cast<std::int64_t>(bytes)) + packing(pieces), "copying");
}

void combined(std::size_t bytes) noexcept {
    if (!has_worker()) return;
    const Description& description = the_run->chip.description();
    constexpr int accesses = 3; // both operands are read, the result is written
    the_run->chip.node(own_node()).memory_bytes += accesses * static_cast<std::int64_t>(bytes);
    account(cycles_for(static_cast<std::int64_t>(bytes), description.reduce_rate), "reducing");
}

void made_communicator(int ranks) noexcept {
    const Description& description = the_run->chip.description();
    charge(description.communicator_create + ranks * description.communicator_member);
}

Cycles done_at() noexcept {
    return in_event() && served_until > now() ? served_until : now();
}

Serving::Serving(int node) noexcept : before_(serving) {
    serving = node;
    served_until = now();
}
Serving::~Serving() {
    serving = before_;
}

} // namespace sartor::machine::manycore
