#include "runtime/observation/parts/all_parts.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/observation/arrivals.hpp"
#include "runtime/observation/recorded.hpp"
#include "runtime/process.hpp"

namespace sartor::observation::parts {

namespace {

Joined* joined = nullptr; // what is recorded

// A name that no other run has.
void name_beside(const char* file, std::uint64_t run, char* name, std::size_t bytes) noexcept {
    const char* const slash = std::strrchr(file, '/');
    const int folder = slash == nullptr ? 0 : static_cast<int>(slash + 1 - file);
    std::snprintf(name, bytes, "%.*s.sartor-%016llx.parts", folder, file,
                  static_cast<unsigned long long>(run));
}

} // namespace

void AllParts::open(const process::Peers& peers, const char* beside) noexcept {
    if (peers.ranks_here == peers.world_size) return;
    char name[4096];
    name_beside(beside, peers.name, name, sizeof name);
    const bool is_open = file_.open(peers.first_rank, peers.name != 0 ? name : nullptr);
    if (!is_open) {
        process::report("the file for the records of processes, %s: %s", name, std::strerror(errno));
        process::end_run(process::usage_exit_code);
    }
    if (file_.exists() && !peers.are_elsewhere) share_arrivals(file_.map_arrivals(), most_arrivals);
}

void AllParts::call_off() noexcept {
    if (exist()) file_.call_off();
}

bool AllParts::join(const Summary& own, Scale& scale, bool traces) noexcept {
    if (!write_part(file_, own, scale, traces))
        process::report("the records of ranks %d to %d are lost: %s", own.first_rank(), own.ranks() - 1,
                        std::strerror(errno));
    if (!file_.is_last()) return false;
    if (file_.is_called_off()) {
        end();
        return false;
    }
    joined_.load(file_, process::size());
    scale.span(joined_.first(), joined_.last());
    joined = &joined_;
    recorded = {
        [](void (*visit)(void*, const Event&), void* object) noexcept { joined->read(visit, object); },
        []() noexcept { return joined->lost(); }, []() noexcept { return joined->error(); }};
    if (joined_.missing() > 0)
        process::report("the records of %d of %d ranks are not in the trace or profile: their processes were "
                        "ended before",
                        joined_.missing(), process::size());
    return true;
}

void AllParts::end() const noexcept {
    file_.remove_name();
}

void AllParts::wait_for_end() const noexcept {
    if (!file_.has_name()) return;
    file_.leave();
    constexpr int longest = 5000; // milliseconds
    constexpr timespec pause{0, 1'000'000};
    for (int turn = 0; turn < longest && !file_.name_is_removed(); ++turn)
        syscall(SYS_nanosleep, &pause, nullptr);
}

} // namespace sartor::observation::parts
