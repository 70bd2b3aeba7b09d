// Launchers that speak PMIx (PMIx Standard 4.0): the client library is loaded only when one has started this
// process.
#include <cstdlib>
#include <cstring>

#include "components/channel/fabric/pmix/client.hpp"
#include "components/channel/fabric/pmix/memory.hpp"
#include "components/channel/fabric/wire_up.hpp"
#include "components/process/process.hpp"

namespace sartor::channel::fabric {

namespace {

constexpr const char* card_key = "sartor.card";
constexpr const char* run_key = "sartor.key";

struct RunCard {
    std::uint64_t key;
    std::uint64_t name;
};

void exchange(WireUp& all, const void* card, std::size_t bytes) noexcept {
    const RunCard made{pmix::random_number(), pmix::random_number()};
    pmix::publish(card_key, card, bytes);
    if (all.number == 0) pmix::publish(run_key, &made, sizeof made);
    pmix::commit();
    pmix::fence_with_data();
    const auto run = pmix::published_object<RunCard>(0, run_key);
    all.key = run.key;
    all.name = run.name;
}

// PMIx keeps what was published, on each computer once for all processes there.
const void* card_of(int process) noexcept {
    thread_local char card[WireUp::longest_card];
    const std::size_t bytes = pmix::published(process, card_key, card, sizeof card);
    std::memset(card + bytes, 0, sizeof card - bytes);
    return card;
}

int ranks_of_each() noexcept {
    const char* text = std::getenv("SARTOR_RANKS_PER_PROCESS");
    if (text == nullptr) return 1;
    char* end = nullptr;
    const long ranks = std::strtol(text, &end, 10);
    constexpr long most = 1 << 20;
    if (end != text && *end == '\0' && ranks >= 1 && ranks <= most) return static_cast<int>(ranks);
    process::report("SARTOR_RANKS_PER_PROCESS=%s: expected a positive number", text);
    process::end_run(process::usage_exit_code);
}

} // namespace

bool open_pmix(WireUp& made) noexcept {
    if (std::getenv("PMIX_RANK") == nullptr || std::getenv("PMIX_NAMESPACE") == nullptr) return false;
    pmix::open();
    made.number = pmix::own_number();
    made.processes = pmix::count();
    made.ranks_of_each = ranks_of_each();
    made.on_computer = pmix::count_on_computer();
    made.is_local = made.on_computer == made.processes;
    made.exchange = &exchange;
    made.card = &card_of;
    made.fence = &pmix::fence;
    made.abandon = &pmix::abort;
    made.close = &pmix::close;
    pmix::share_memory(made);
    return true;
}

} // namespace sartor::channel::fabric
