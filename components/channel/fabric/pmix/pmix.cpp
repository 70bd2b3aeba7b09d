// Launchers that speak PMIx (PMIx Standard 4.0): the client library is loaded only when one has started this
// process.
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include "components/channel/fabric/pmix/client.hpp"
#include "components/channel/fabric/pmix/memory.hpp"
#include "components/channel/fabric/pmix/starter.hpp"
#include "components/channel/fabric/wire_up.hpp"
#include "components/process/process.hpp"

namespace sartor::channel::fabric {

namespace {

constexpr const char* card_key = "sartor.card";
constexpr const char* run_key = "sartor.key";

void exchange(WireUp& all, const void* card, std::size_t bytes) noexcept {
    all.key = pmix::random_number();
    pmix::publish(card_key, card, bytes);
    if (all.number == 0) pmix::publish(run_key, &all.key, sizeof all.key);
    pmix::commit();
    pmix::fence_with_data();
    all.key = pmix::published_object<std::uint64_t>(0, run_key);
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

// The launcher kills all processes. Before that sartor-starter tells them, and its own, that the run ends;
// they may have something to say.
void (*tell_starter)(int exit_code) noexcept = nullptr;
void abandon_with_starter(int exit_code) noexcept {
    constexpr timespec for_last_words{0, 100'000'000};
    tell_starter(exit_code);
    syscall(SYS_nanosleep, &for_last_words, nullptr); // nanosleep is the ranks'
    pmix::abort(exit_code);
}

// sartor-starter ends when all have closed their sockets.
int socket_of_starter = -1;
int close_with_starter() noexcept {
    ::close(socket_of_starter);
    pmix::close();
    return pmix::end_of_starter();
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
    made.exchange = &exchange;
    made.card = &card_of;
    made.fence = &pmix::fence;
    made.abandon = &pmix::abort;
    made.close = []() noexcept {
        pmix::close();
        return 0;
    };
    pmix::share_memory(made, starts_others);
    if (made.spawn == nullptr) return true;
    tell_starter = std::exchange(made.abandon, &abandon_with_starter);
    socket_of_starter = made.descriptor;
    made.close = &close_with_starter;
    return true;
}

} // namespace sartor::channel::fabric
