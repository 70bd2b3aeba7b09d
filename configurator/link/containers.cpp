// Functions that the image leaves to the C library, and what parts of the image ask of the runtime, show it.
#include "configurator/link/containers.hpp"

#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/ranges.h>
#include <set>
#include <string_view>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

// They wait for another rank or process, for a signal, or for a mutex that ranks share, or they change the
// mask of signals of the calling thread or the stack for its handlers.
constexpr std::array waiting_functions = {"accept"sv,
                                          "accept4"sv,
                                          "connect"sv,
                                          "epoll_pwait"sv,
                                          "epoll_pwait2"sv,
                                          "epoll_wait"sv,
                                          "eventfd"sv,
                                          "inotify_init"sv,
                                          "inotify_init1"sv,
                                          "mkfifo"sv,
                                          "mkfifoat"sv,
                                          "mknod"sv,
                                          "mq_receive"sv,
                                          "mq_send"sv,
                                          "mq_timedreceive"sv,
                                          "mq_timedsend"sv,
                                          "msgrcv"sv,
                                          "msgsnd"sv,
                                          "pause"sv,
                                          "ppoll"sv,
                                          "pselect"sv,
                                          "pthread_barrierattr_setpshared"sv,
                                          "pthread_condattr_setpshared"sv,
                                          "pthread_mutexattr_setpshared"sv,
                                          "pthread_rwlockattr_setpshared"sv,
                                          "pthread_sigmask"sv,
                                          "recv"sv,
                                          "recvfrom"sv,
                                          "recvmmsg"sv,
                                          "recvmsg"sv,
                                          "sem_clockwait"sv,
                                          "sem_timedwait"sv,
                                          "sem_wait"sv,
                                          "semop"sv,
                                          "semtimedop"sv,
                                          "sigaltstack"sv,
                                          "signalfd"sv,
                                          "sigprocmask"sv,
                                          "sigsuspend"sv,
                                          "sigtimedwait"sv,
                                          "sigwait"sv,
                                          "sigwaitinfo"sv,
                                          "socketpair"sv,
                                          "timerfd_create"sv};

// Parts of the image that have their functions need an OS thread: what they refer to, and for which
// functions.
struct Reference {
    std::string_view name;
    std::string_view functions;
};
constexpr std::array references = {
    Reference{"sartor_rank_thread_for_folder", "chdir or umask"},
    Reference{"sartor_rank_thread_for_timers", "alarm or setitimer"},
    Reference{"sartor_rank_thread_for_posix_timers", "timer_create"},
};

std::string_view function_of(std::string_view symbol) {
    if (std::ranges::find(waiting_functions, symbol) != waiting_functions.end()) return symbol;
    const auto* const found = std::ranges::find(references, symbol, &Reference::name);
    return found != references.end() ? found->functions : "";
}

} // namespace

std::vector<std::string> functions_for_own_thread(const ElfFile& image) {
    std::set<std::string> functions;
    for (const Section& section : image.sections()) {
        if (section.header.sh_type != SHT_DYNSYM) continue;
        image.each_live_symbol(section, [&](const Symbol& symbol) {
            if (!symbol.undefined()) return;
            const std::string_view function = function_of(symbol.name.substr(0, symbol.name.find('@')));
            if (!function.empty()) functions.emplace(function);
        });
    }
    return {functions.begin(), functions.end()};
}

std::string wanted_container() {
    const std::string wanted = environment("SARTOR_CONTAINER").value_or("");
    if (!wanted.empty() && wanted != "fibers" && wanted != "threads")
        fail("--ranks {}: expected fibers or threads; for processes: sartor run --processes N", wanted);
    return wanted;
}

bool ranks_are_threads(const Facts& program) {
    return program.ranks.empty() ? !program.for_own_thread.empty() : program.ranks == "threads";
}

namespace {

std::string first_of(const std::vector<std::string>& functions) {
    constexpr std::size_t most = 4;
    return fmt::format(
        "{}",
        fmt::join(functions.begin(),
                  functions.begin() + static_cast<std::ptrdiff_t>(std::min(most, functions.size())), ", "));
}

} // namespace

std::string container_and_reason(const Facts& program, bool emulated) {
    if (emulated) return "fibers of the emulated machine";
    const std::string kind = ranks_are_threads(program) ? "OS threads" : "fibers";
    if (!program.ranks.empty()) return kind + ", as --ranks says";
    if (program.for_own_thread.empty()) return kind;
    return fmt::format("{}, since the program calls {}", kind, first_of(program.for_own_thread));
}

void report_own_threads(const Facts& facts, const std::string& program, bool emulated) {
    if (facts.for_own_thread.empty()) return;
    const std::string names = first_of(facts.for_own_thread);
    if (emulated)
        report("{}: warning: the program calls {}: on an emulated machine they act on all ranks, and a wait "
               "stops them all; run it on the host, where its ranks are OS threads",
               program, names);
    else if (facts.ranks.empty())
        report("{}: ranks are {} (--ranks=fibers: fibers all the same)", program,
               container_and_reason(facts, emulated));
    else if (facts.ranks == "fibers")
        report("{}: warning: ranks are fibers, as --ranks says, but the program calls {}: they act on all "
               "ranks of a worker, and a wait stops them all",
               program, names);
}

} // namespace sartor::configurator
