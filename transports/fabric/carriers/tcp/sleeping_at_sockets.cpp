// Workers that sleep until something comes to sockets, or can leave.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/eventfd.h>
#include <unistd.h>

#include "runtime/process.hpp"
#include "transports/fabric/carriers/tcp/sockets.hpp"

namespace sartor::channel::fabric {

namespace {

[[noreturn]] void end_without(const char* what, int error) noexcept {
    process::report("%s: %s", what, std::strerror(error));
    process::end_run(1);
}

} // namespace

Sockets::Sleeper* Sockets::new_sleeper() noexcept {
    auto* const made = static_cast<Sleeper*>(std::malloc(sizeof(Sleeper)));
    if (made == nullptr) end_without("no memory for a worker that waits", ENOMEM);
    const int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    *made = {nullptr, {{events_, POLLIN, 0}, {event, POLLIN, 0}, {other_, POLLIN, 0}}, false};
    if (event < 0) end_without("eventfd", errno);
    return made;
}

Sockets::Sleeper* Sockets::begin_sleep() noexcept {
    pthread_mutex_lock(&sleeping_);
    Sleeper* sleeper = free_sleepers_;
    if (sleeper != nullptr) free_sleepers_ = sleeper->next;
    if (sleeper == nullptr) sleeper = new_sleeper();
    sleeper->next = sleepers_;
    sleepers_ = sleeper;
    pthread_mutex_unlock(&sleeping_);
    return sleeper;
}

void Sockets::end_sleep(Sleeper* sleeper) noexcept {
    pthread_mutex_lock(&sleeping_);
    Sleeper** link = &sleepers_;
    while (*link != sleeper) link = &(*link)->next;
    *link = sleeper->next;
    std::uint64_t count = 0;
    if (sleeper->is_woken && read(sleeper->descriptors[1].fd, &count, sizeof count) < 0)
        end_without("eventfd", errno);
    sleeper->is_woken = false;
    sleeper->next = free_sleepers_;
    free_sleepers_ = sleeper;
    pthread_mutex_unlock(&sleeping_);
}

bool Sockets::sleep(const process::EventCount<>& events, process::EventCount<>::Count so_far,
                    std::int64_t nanoseconds) noexcept {
    Sleeper* const sleeper = begin_sleep();
    const timespec limit{nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
    const bool any = events.count() == so_far &&
                     ppoll(sleeper->descriptors, 3, nanoseconds < 0 ? nullptr : &limit, nullptr) > 0;
    const bool came_otherwise = any && sleeper->descriptors[2].revents != 0;
    const bool something_came = came_otherwise || (any && sleeper->descriptors[0].revents != 0);
    end_sleep(sleeper);
    char all[64];
    while (came_otherwise && read(other_, all, sizeof all) == sizeof all) {
    }
    return something_came;
}

bool Sockets::is_slept_on(std::uintptr_t address) noexcept {
    pthread_mutex_lock(&sleeping_);
    const Sleeper* one = sleepers_;
    while (one != nullptr && reinterpret_cast<std::uintptr_t>(one->descriptors) != address) one = one->next;
    pthread_mutex_unlock(&sleeping_);
    return one != nullptr;
}

void Sockets::wake() noexcept {
    pthread_mutex_lock(&sleeping_);
    for (Sleeper* sleeper = sleepers_; sleeper != nullptr; sleeper = sleeper->next) {
        if (sleeper->is_woken) continue;
        const std::uint64_t one = 1;
        sleeper->is_woken = ::write(sleeper->descriptors[1].fd, &one, sizeof one) == sizeof one;
    }
    pthread_mutex_unlock(&sleeping_);
}

} // namespace sartor::channel::fabric
