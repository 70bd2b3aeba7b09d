#include "transports/fabric/pmix/memory.hpp"

#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <utility>

#include "runtime/process.hpp"
#include "transports/fabric/growth.hpp"
#include "transports/fabric/launcher.hpp"
#include "transports/fabric/pmix/client.hpp"
#include "transports/fabric/pmix/starter.hpp"
#include "transports/fabric/shared_memory.hpp"

namespace sartor::channel::fabric::pmix {

namespace {

constexpr const char* memory_key = "sartor.memory";
constexpr const char* share_key = "sartor.share";

// Where a process has memory for all.
struct MemoryCard {
    std::int32_t process;
    std::int32_t descriptor; // -1: there is none
    MemoryLayout layout;     // with room for more than the first processes: sartor-starter starts them
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

// By the first process. `has_starter`: if one can be started.
MemoryCard make_card(const Range& range, const WireUp& made, bool has_starter) noexcept {
    MemoryCard card{getpid(), -1, {range.count, made.most_processes}, random_number()};
    if (!may_share_memory()) return card;
    if (has_starter) card.layout.most_sharers += further_processes;
    card.descriptor = make_memory(card.layout, made.processes, made.ranks_of_each, card.mark);
    if (!has_starter || card.descriptor < 0 || begin_starter(made, range.count, card.descriptor, card.mark))
        return card;
    ::close(card.descriptor);
    return make_card(range, made, false);
}

// With the own descriptor.
MemoryCard memory_of(const Range& range, const WireUp& made, bool may_start, const Group& group) noexcept {
    if (made.number == range.first) publish_at_once(memory_key, make_card(range, made, may_start));
    group.fence_with_data();
    auto card = published_object<MemoryCard>(range.first, memory_key);
    if (made.number != range.first && card.descriptor >= 0)
        card.descriptor =
            may_share_memory() ? open_memory(card.layout, card.process, card.descriptor, card.mark) : -1;
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

// Without memory that all share here there are no further processes.
void take_starter(WireUp& made, const MemoryCard& card) noexcept {
    if (made.memory < 0) return drop_starter();
    require_growth(made);
    made.sharers.later = made.processes;
    use_starter(made, connect_to_starter(made.number, card.mark));
}

} // namespace

void share_memory(WireUp& made) noexcept {
    const Range range = neighbours_of(made);
    const bool may_start = made.may_grow() && range.first == 0;
    if (range.count <= 1 && !may_start) return;
    const Group group(range);
    const MemoryCard card = memory_of(range, made, may_start, group);
    made.memory = card.descriptor;
    if (!all_have_it(range, made.memory >= 0, group) && made.memory >= 0)
        ::close(std::exchange(made.memory, -1));
    made.layout = card.layout;
    if (made.memory >= 0) made.sharers = {range.first, range.count};
    if (card.layout.most_sharers > range.count) take_starter(made, card);
}

} // namespace sartor::channel::fabric::pmix
