#include "components/channel/fabric/pmix/memory.hpp"

#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <utility>

#include "components/channel/fabric/pmix/client.hpp"
#include "components/channel/fabric/shared_memory.hpp"

namespace sartor::channel::fabric::pmix {

namespace {

constexpr const char* memory_key = "sartor.memory";
constexpr const char* share_key = "sartor.share";

// Where a process has memory for all.
struct MemoryCard {
    std::int32_t process;
    std::int32_t descriptor;
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

// A descriptor, which the first process makes and others open; -1: none.
int memory_of(const Range& range, const WireUp& made, const Group& group) noexcept {
    const bool may_share = may_share_memory();
    int memory = -1;
    if (made.number == range.first) {
        MemoryCard card{getpid(), -1, random_number()};
        if (may_share) card.descriptor = memory = make_memory(range.count, made.ranks_of_each, card.mark);
        publish_at_once(memory_key, card);
    }
    group.fence_with_data();
    if (made.number == range.first || !may_share) return memory;
    const auto card = published_object<MemoryCard>(range.first, memory_key);
    return card.descriptor < 0 ? -1 : open_memory(card.process, card.descriptor, range.count, card.mark);
}

bool all_have_it(const Range& range, bool has_it, const Group& group) noexcept {
    publish_at_once(share_key, static_cast<char>(has_it));
    group.fence_with_data();
    bool all = true;
    for (int process = range.first; process < range.first + range.count; ++process)
        all = all && published_object<char>(process, share_key) != 0;
    return all;
}

} // namespace

void share_memory(WireUp& made) noexcept {
    const Range range = neighbours_of(made);
    if (range.count <= 1) return;
    const Group group(range);
    made.memory = memory_of(range, made, group);
    if (!all_have_it(range, made.memory >= 0, group) && made.memory >= 0)
        ::close(std::exchange(made.memory, -1));
    made.first_in_memory = range.first;
    made.in_memory = made.memory >= 0 ? range.count : 0;
}

} // namespace sartor::channel::fabric::pmix
