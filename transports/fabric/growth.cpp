#include "transports/fabric/growth.hpp"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "runtime/process.hpp"
#include "transports/fabric/frames.hpp"
#include "transports/fabric/launcher.hpp"

namespace sartor::channel::fabric {

namespace {

// ---- cards

struct AddedCard {
    char bytes[WireUp::longest_card];
};
std::atomic<std::atomic<AddedCard*>*> added_cards{nullptr}; // by process, from the first later one on

std::atomic<AddedCard*>* table_of_cards() noexcept {
    std::atomic<AddedCard*>* table = added_cards.load(std::memory_order_acquire);
    if (table != nullptr) return table;
    const auto most = static_cast<std::size_t>(wire_up.most_processes - wire_up.processes);
    table = static_cast<std::atomic<AddedCard*>*>(std::calloc(most, sizeof(std::atomic<AddedCard*>)));
    if (table == nullptr) process::end_without_memory("a process that was added to the run");
    added_cards.store(table, std::memory_order_release);
    return table;
}

void keep_card(int process, const char* card, std::size_t bytes) noexcept {
    std::atomic<AddedCard*>& entry = table_of_cards()[process - wire_up.processes];
    if (bytes == 0 || entry.load(std::memory_order_relaxed) != nullptr) return;
    auto* const kept = static_cast<AddedCard*>(std::calloc(1, sizeof(AddedCard)));
    if (kept == nullptr) process::end_without_memory("a process that was added to the run");
    std::memcpy(kept->bytes, card, bytes);
    entry.store(kept, std::memory_order_release);
}

const void* added_card(int process) noexcept {
    const std::atomic<AddedCard*>* const table = added_cards.load(std::memory_order_acquire);
    if (process < wire_up.processes || table == nullptr) return nullptr;
    const AddedCard* const card = table[process - wire_up.processes].load(std::memory_order_acquire);
    return card == nullptr ? nullptr : card->bytes;
}

// ---- the roster

// The first process of each computer but that of process 0, where the launcher does.
bool writes_roster() noexcept {
    const Sharers& sharers = wire_up.sharers;
    return !wire_up.shares_memory() || (!sharers.have_later() && wire_up.number == sharers.first);
}

// What a frame says of a process of this run. False: it makes no sense.
bool is_possible(int process, const AddedProcess& added, std::size_t bytes_of_card) noexcept {
    return process >= wire_up.processes && process < wire_up.most_processes && added.ranks > 0 &&
           added.ranks <= wire_up.most_ranks && added.part > Roster::Part::none &&
           added.part <= Roster::Part::gone && bytes_of_card <= WireUp::longest_card;
}

bool write_to_roster(int process, const AddedProcess& added) noexcept {
    if (process > roster.count() ||
        (process == roster.count() && roster.ranks() > wire_up.most_ranks - added.ranks))
        return false;
    if (process == roster.count())
        roster.add(added.ranks, added.part);
    else
        roster[process].part.store(added.part, std::memory_order_release);
    return true;
}

// ---- who is told

std::uint64_t telling = 0; // number of what those below are told
int told_by = 0;
std::atomic<int> untold{0}; // of those below, and this process

void arrive() noexcept {
    if (untold.fetch_sub(1) > 1) return;
    if (wire_up.number == 0) return wire_up.known(telling);
    send_frame(told_by, FrameKind::known, telling);
}

void pass_on(int process, const AddedProcess& added, const char* card, std::size_t bytes) noexcept {
    char text[sizeof added + WireUp::longest_card];
    std::memcpy(text, &added, sizeof added);
    std::memcpy(text + sizeof added, card, bytes);
    for_each_below_this([&](int next) {
        send_frame(next, FrameKind::added, static_cast<std::uint64_t>(process), 0, text,
                   sizeof added + bytes);
    });
}

void tell_below(std::uint64_t number, int from) noexcept {
    telling = number;
    told_by = from;
    int below = 0;
    for_each_below_this([&](int) { ++below; });
    untold.store(below + 1);
    for_each_below_this([&](int next) { send_frame(next, FrameKind::told, number); });
    arrive();
}

void take_added(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    AddedProcess added;
    const int process = static_cast<int>(std::min<std::uint64_t>(frame.bytes, INT_MAX));
    if (bytes < sizeof added) refuse(frame, "its length");
    std::memcpy(&added, data, sizeof added);
    const char* const card = data + sizeof added;
    const std::size_t bytes_of_card = bytes - sizeof added;
    if (!is_possible(process, added, bytes_of_card)) refuse(frame, "no process of this run");
    keep_card(process, card, bytes_of_card);
    pass_on(process, added, card, bytes_of_card);
    if (writes_roster() && !write_to_roster(process, added)) refuse(frame, "a process is missing");
}

} // namespace

const void* card_of(int process) noexcept {
    const void* const card = added_card(process);
    return card == nullptr ? wire_up.card(process) : card;
}

void require_growth(const WireUp& made) noexcept {
    if (made.may_grow()) return;
    process::report("the first program of this run can start others (it names MPI_Comm_spawn), but this "
                    "program was not built to connect to them; name MPI_Comm_spawn in this program, too");
    process::end_run(process::usage_exit_code);
}

void keep_roster() noexcept {
    if (!roster.make(wire_up.most_processes))
        process::end_without_memory("a process that was added to the run");
    for (int process = 0; process < wire_up.processes; ++process)
        roster.add(wire_up.ranks_of_each, Roster::Part::whole);
}

void tell_of_growth(std::uint64_t number, const char* text, std::size_t bytes) noexcept {
    const char* const end = text + bytes;
    for (int process = wire_up.processes; text < end; ++process) {
        AddedProcess added;
        std::uint32_t bytes_of_card = 0;
        std::memcpy(&added, text, sizeof added);
        std::memcpy(&bytes_of_card, text + sizeof added, sizeof bytes_of_card);
        text += sizeof added + sizeof bytes_of_card;
        keep_card(process, text, bytes_of_card);
        pass_on(process, added, text, bytes_of_card);
        text += bytes_of_card;
    }
    tell_below(number, 0);
}

void take_growth_frame(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    if (!wire_up.may_grow()) refuse(frame, "this run does not grow");
    if (frame.kind == FrameKind::added) return take_added(frame, data, bytes);
    if (frame.kind == FrameKind::told) return tell_below(frame.bytes, frame.from);
    if (frame.bytes != telling || untold.load() <= 0) refuse(frame, "nobody has asked");
    arrive();
}

} // namespace sartor::channel::fabric
