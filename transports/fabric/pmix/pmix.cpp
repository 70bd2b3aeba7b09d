// Launchers that speak PMIx (PMIx Standard 4.0): the client library is loaded only when one has started this
// process.
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/process.hpp"
#include "transports/fabric/computers.hpp"
#include "transports/fabric/growth.hpp"
#include "transports/fabric/launcher.hpp"
#include "transports/fabric/pmix/client.hpp"
#include "transports/fabric/pmix/memory.hpp"
#include "transports/fabric/pmix/starter.hpp"
#include "transports/fabric/spawn_requests.hpp"
#include "transports/fabric/wire_up.hpp"

namespace sartor::channel::fabric {

namespace {

constexpr const char* card_key = "sartor.card";
constexpr const char* run_key = "sartor.run";

// What process 0 makes known.
struct RunCard {
    std::uint64_t key;
    std::uint32_t grows; // sartor-starter starts further processes there
};

// The further ones are started on another computer.
void meet_later(WireUp& made) noexcept {
    require_growth(made);
    made.spawn = &request_from_first;
}

void exchange(WireUp& all, const void* card, std::size_t bytes) noexcept {
    RunCard run{pmix::random_number(), all.spawn != nullptr ? 1U : 0U};
    pmix::publish(card_key, card, bytes);
    if (all.number == 0) pmix::publish(run_key, &run, sizeof run);
    pmix::commit();
    pmix::fence_with_data();
    run = pmix::published_object<RunCard>(0, run_key);
    all.key = run.key;
    if (run.grows != 0 && all.spawn == nullptr) meet_later(all);
}

// PMIx keeps what was published, on each computer once for all processes there.
const void* published_card(int process) noexcept {
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

// ---- with sartor-starter, on the computer of process 0

// What it does alone for runs on this computer.
WireUp by_starter;

// The launcher kills all processes. Before that sartor-starter tells those here, and its own, that the run
// ends; they may have something to say. Process 0 is the first to ask the launcher.
void abandon_with_starter(int exit_code) noexcept {
    constexpr timespec for_last_words{0, 300'000'000};
    constexpr timespec for_process_0{2, 0};
    by_starter.abandon(exit_code);
    // nanosleep is the ranks'.
    syscall(SYS_nanosleep, pmix::own_number() == 0 ? &for_last_words : &for_process_0, nullptr);
    pmix::abort(exit_code);
}

// It ends when all have closed their sockets.
int close_with_starter() noexcept {
    ::close(by_starter.descriptor);
    pmix::close();
    return pmix::end_of_starter();
}

void exchange_everywhere(WireUp& all, const void* card, std::size_t bytes) noexcept {
    exchange(all, card, bytes);
    if (all.number == 0) introduce_all(all);
    by_starter.exchange(all, card, bytes);
}

// Those that were started later come to the first one and to the last.
void fence_everywhere() noexcept {
    by_starter.fence();
    pmix::fence();
    by_starter.fence();
}

void use_both(WireUp& made) noexcept {
    by_starter = made;
    made.abandon = &abandon_with_starter;
    made.close = &close_with_starter;
    if (made.is_local) return;
    made.exchange = &exchange_everywhere;
    made.card = &published_card;
    made.fence = &fence_everywhere;
}

} // namespace

// By FNV-1a: launchers give jobs that run at the same time different names.
static std::uint64_t number_of(const char* job) noexcept {
    std::uint64_t number = 0xcbf29ce484222325U;
    for (; *job != '\0'; ++job) number = (number ^ static_cast<unsigned char>(*job)) * 0x100000001b3U;
    return number;
}

bool open_pmix(WireUp& made, bool starts_others) noexcept {
    const char* const job = std::getenv("PMIX_NAMESPACE");
    if (std::getenv("PMIX_RANK") == nullptr || job == nullptr) return false;
    pmix::open();
    made.name = number_of(job);
    made.number = pmix::own_number();
    made.processes = pmix::count();
    made.ranks_of_each = ranks_of_each();
    made.on_computer = pmix::count_on_computer();
    made.is_local = made.on_computer == made.processes;
    if (starts_others) {
        made.most_processes = made.processes + further_processes;
        made.most_ranks = made.processes * made.ranks_of_each + further_ranks;
    }
    if (!made.is_local)
        computers.find(made.processes,
                       [](int process) { return pmix::Computer(process).is_that_of(process - 1); });
    made.exchange = &exchange;
    made.card = &published_card;
    made.fence = &pmix::fence;
    made.abandon = &pmix::abort;
    made.close = []() noexcept {
        pmix::close();
        return 0;
    };
    pmix::share_memory(made);
    if (made.spawn != nullptr) use_both(made);
    return true;
}

} // namespace sartor::channel::fabric
