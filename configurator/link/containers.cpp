// Functions that the image leaves to the C library, and what parts of the image ask of the runtime, show it.
#include "configurator/link/containers.hpp"

#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>
#include <optional>
#include <set>
#include <string_view>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

// They wait for another rank or process, for a signal, or for a mutex that ranks share.
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
                                          "poll"sv,
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
                                          "select"sv,
                                          "sem_clockwait"sv,
                                          "sem_timedwait"sv,
                                          "sem_wait"sv,
                                          "semop"sv,
                                          "semtimedop"sv,
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

std::vector<std::string> functions_for_own_thread(const std::string& image_path) {
    const MappedFile file(image_path);
    return functions_for_own_thread(ElfFile(file.bytes(), image_path));
}

namespace {

std::optional<std::string> wanted_container() {
    std::optional<std::string> wanted = environment("SARTOR_CONTAINER");
    if (wanted && *wanted != "fibers" && *wanted != "threads")
        fail("--ranks {}: expected fibers or threads; for processes: sartor run --processes N", *wanted);
    return wanted;
}

} // namespace

bool ranks_are_threads(const std::string& image_path) {
    if (const auto wanted = wanted_container()) return *wanted == "threads";
    return !functions_for_own_thread(image_path).empty();
}

void report_own_threads(const std::string& image_path, const std::string& program, bool emulated) {
    constexpr std::size_t most = 4;
    std::vector<std::string> functions = functions_for_own_thread(image_path);
    if (functions.empty()) return;
    if (functions.size() > most) functions.resize(most);
    const std::string names = fmt::format("{}", fmt::join(functions, ", "));
    if (emulated)
        report("{}: warning: the program calls {}: on an emulated machine they act on all ranks, and a wait "
               "stops them all; run it on the host, where its ranks are OS threads",
               program, names);
    else if (!wanted_container())
        report("{}: ranks are OS threads, since the program calls {} (--ranks=fibers: fibers all the same)",
               program, names);
    else if (*wanted_container() == "fibers")
        report("{}: warning: ranks are fibers, as --ranks says, but the program calls {}: they act on all "
               "ranks of a worker, and a wait stops them all",
               program, names);
}

} // namespace sartor::configurator
