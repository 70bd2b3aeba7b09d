#include "components/channel/fabric/pmix/memory.hpp"

#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <utility>

#include "components/channel/fabric/launcher.hpp"
#include "components/channel/fabric/pmix/client.hpp"
#include "components/channel/fabric/pmix/starter.hpp"
#include "components/channel/fabric/shared_memory.hpp"
#include "components/process/process.hpp"

namespace sartor::channel::fabric::pmix {

namespace {

constexpr const char* memory_key = "sartor.memory";
constexpr const char* share_key = "sartor.share";

// Where a process has memory for all.
struct MemoryCard {
    std::int32_t process;
    std::int32_t descriptor;     // -1: there is none
    std::int32_t most_processes; // more than there are: sartor-starter starts them
    std::uint64_t mark;
};

// Neighbouring processes of this computer, the own one among them.
Range neighbours_of(const WireUp& made) noexcept {
    if (made.is_local) return {0, made.processes};
    const Computer own(made.number);
    return range_around(made.number, made.processes, [&](int process) { return own.is_that_of(process); });
}

bool may_share_memory() noexcept {
    const char* const provider = std::getenv("SARTOR_PROVIDER");
    const char* const shares = std::getenv("SARTOR_SHARED_MEMORY");
    return (provider == nullptr || *provider == '\0') && (shares == nullptr || std::strcmp(shares, "0") != 0);
}

template <class Object>
void publish_at_once(const char* key, const Object& object) noexcept {
    publish(key, &object, sizeof object);
    commit();
}

// By the first process.
MemoryCard make_card(const Range& range, const WireUp& made, bool starts_others) noexcept {
    MemoryCard card{getpid(), -1, range.count, random_number()};
    if (!may_share_memory()) return card;
    if (starts_others) {
        card.most_processes += further_processes;
        card.descriptor = make_memory(range.count, card.most_processes, made.ranks_of_each, card.mark);
        if (card.descriptor >= 0 && begin_starter(made, card.descriptor, card.mark)) return card;
        if (card.descriptor >= 0) ::close(card.descriptor);
        card.most_processes = range.count;
    }
    card.descriptor = make_memory(range.count, range.count, made.ranks_of_each, card.mark);
    return card;
}

// With the own descriptor.
MemoryCard memory_of(const Range& range, const WireUp& made, bool starts_others,
                     const Group& group) noexcept {
    if (made.number == range.first) publish_at_once(memory_key, make_card(range, made, starts_others));
    group.fence_with_data();
    auto card = published_object<MemoryCard>(range.first, memory_key);
    if (made.number != range.first && card.descriptor >= 0)
        card.descriptor = may_share_memory()
                              ? open_memory(card.process, card.descriptor, card.most_processes, card.mark)
                              : -1;
    return card;
}

bool all_have_it(const Range& range, bool has_it, const Group& group) noexcept {
    publish_at_once(share_key, static_cast<char>(has_it));
    group.fence_with_data();
    bool all = true;
    for (int process = range.first; process < range.first + range.count; ++process)
        all = all && published_object<char>(process, share_key) != 0;
    return all;
}

// Without memory that all share there are no further processes.
void take_starter(WireUp& made, const MemoryCard& card, bool starts_others) noexcept {
    if (made.memory < 0) return drop_starter();
    if (!starts_others) {
        process::report(
            "the first program of this run can start others (it names MPI_Comm_spawn), and this one "
            "is not made to meet them; name MPI_Comm_spawn in it, too");
        process::end_run(process::usage_exit_code);
    }
    made.most_processes = card.most_processes;
    made.most_ranks = made.processes * made.ranks_of_each + further_ranks;
    use_starter(made, connect_to_starter(made.number, card.mark));
}

} // namespace

void share_memory(WireUp& made, bool starts_others) noexcept {
    const Range range = neighbours_of(made);
    const bool may_grow = starts_others && made.is_local;
    if (range.count <= 1 && !may_grow) return;
    const Group group(range);
    const MemoryCard card = memory_of(range, made, may_grow, group);
    made.memory = card.descriptor;
    if (!all_have_it(range, made.memory >= 0, group) && made.memory >= 0)
        ::close(std::exchange(made.memory, -1));
    made.first_in_memory = range.first;
    made.in_memory = made.memory >= 0 ? card.most_processes : 0;
    if (card.most_processes > range.count) take_starter(made, card, starts_others);
}

} // namespace sartor::channel::fabric::pmix
