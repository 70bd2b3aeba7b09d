#include "components/channel/fabric/sockets.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#include <utility>

#include "components/process/process.hpp"

namespace sartor::channel::fabric {

namespace {

// A packet on a connection: its length, its bytes, and up to a multiple of 8.
using Length = std::uint64_t;
constexpr std::size_t padding_of(std::size_t bytes) noexcept {
    return -bytes % sizeof(Length);
}

constexpr int most_parts = 4;
constexpr int packets_at_once = 2;             // in a turn; later ones wait for the next one
constexpr std::size_t most_waiting = 16 << 10; // bytes, unless the system has no room
constexpr std::size_t longest_together = 4096; // a longer packet is worth a system call
constexpr int few = 3;                         // connections: looking at each is cheaper than asking which

[[noreturn]] void end_without_memory() noexcept {
    process::report("no memory for messages between processes");
    process::end_run(1);
}
[[noreturn]] void end_without(const char* what) noexcept {
    process::report("%s: %s", what, std::strerror(errno));
    process::end_run(1);
}

bool is_for_later(int error) noexcept {
    return error == EAGAIN || error == EINTR || error == ENOBUFS || error == ENOMEM;
}

} // namespace

void Sockets::open(bool is_local, std::size_t longest_packet, Deliver deliver) noexcept {
    deliver_ = deliver;
    room_ = 2 * (sizeof(Length) + longest_packet + sizeof(Length));
    events_ = epoll_create1(EPOLL_CLOEXEC);
    if (events_ < 0) end_without("epoll_create1");
    listening_.open(is_local);
}

void Sockets::know(const void* const* cards, std::size_t offset, int own, int count,
                   std::uint64_t key) noexcept {
    own_ = own;
    count_ = count;
    connections_ = static_cast<Connection*>(std::calloc(static_cast<std::size_t>(count), sizeof(Connection)));
    auto* const sockets = static_cast<int*>(std::calloc(static_cast<std::size_t>(count), sizeof(int)));
    int pair[2];
    if (connections_ == nullptr || sockets == nullptr) end_without_memory();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) end_without("socketpair");
    listening_.meet(cards, offset, own, count, key, sockets);
    for (int process = 0; process < count; ++process)
        process == own ? add(process, pair[0], pair[1]) : add(process, sockets[process], sockets[process]);
    std::free(sockets);
}

void Sockets::add(int process, int out, int in) noexcept {
    Connection& made = connections_[process];
    pthread_mutex_init(&made.mutex, nullptr);
    made.out = out;
    made.in = in;
    made.arrived = static_cast<char*>(std::malloc(room_));
    if (made.arrived == nullptr) end_without_memory();
    watch(made, EPOLLIN, EPOLL_CTL_ADD);
}

void Sockets::watch(Connection& connection, std::uint32_t events, int operation) noexcept {
    epoll_event event{};
    event.events = events;
    event.data.ptr = &connection;
    epoll_ctl(events_, operation, connection.in, &event);
}

// ---- what goes out

bool Sockets::send(int process, const Part* parts, int count) noexcept {
    if (connections_ == nullptr) return false; // the run is over
    Connection& to = connections_[process];
    Length length = 0;
    for (int index = 0; index < count; ++index) length += parts[index].bytes;
    constexpr char zeros[sizeof(Length)] = {};
    Part all[most_parts + 2] = {{&length, sizeof length}};
    for (int index = 0; index < count; ++index) all[index + 1] = parts[index];
    all[count + 1] = {zeros, padding_of(length)};

    if (process == own_) own_packets_.fetch_add(1, std::memory_order_relaxed);
    pthread_mutex_lock(&to.mutex);
    const std::uint32_t turn = turn_.load(std::memory_order_relaxed);
    if (to.turn != turn) {
        to.turn = turn;
        to.in_turn = 0;
    }
    const bool leaves_now = length > longest_together || ++to.in_turn <= packets_at_once;
    if (leaves_now && !to.waiting.empty() && !to.is_blocked) flush(to);
    if (leaves_now && to.waiting.empty())
        write(to, all, count + 2);
    else
        keep(to, all, count + 2, 0);
    if (to.waiting.bytes() > most_waiting && !to.is_blocked) flush(to);
    const bool some_wait = !to.waiting.empty();
    pthread_mutex_unlock(&to.mutex);
    return some_wait;
}

void Sockets::write(Connection& to, const Part* parts, int count) noexcept {
    if (to.out < 0) return; // that process has gone; the launcher says who
    iovec pieces[most_parts + 2];
    std::size_t all = 0;
    for (int index = 0; index < count; ++index) {
        pieces[index] = {const_cast<void*>(parts[index].data), parts[index].bytes};
        all += parts[index].bytes;
    }
    msghdr message{};
    message.msg_iov = pieces;
    message.msg_iovlen = static_cast<std::size_t>(count);
    const ssize_t sent = sendmsg(to.out, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && !is_for_later(errno)) return;
    const std::size_t done = sent < 0 ? 0 : static_cast<std::size_t>(sent);
    if (done == all) return;
    keep(to, parts, count, done);
    note_room(to, false);
}

// All but the first `done` bytes.
void Sockets::keep(Connection& to, const Part* parts, int count, std::size_t done) noexcept {
    if (to.waiting.empty()) waiting_.fetch_add(1, std::memory_order_relaxed);
    for (int index = 0; index < count; ++index) {
        const std::size_t skipped = done < parts[index].bytes ? done : parts[index].bytes;
        done -= skipped;
        if (!to.waiting.append(static_cast<const char*>(parts[index].data) + skipped,
                               parts[index].bytes - skipped))
            end_without_memory();
    }
}

void Sockets::flush(Connection& to) noexcept {
    if (to.waiting.empty()) return;
    const ssize_t sent =
        to.out < 0 ? -1 : ::send(to.out, to.waiting.data(), to.waiting.bytes(), MSG_DONTWAIT | MSG_NOSIGNAL);
    const bool is_gone = to.out < 0 || (sent < 0 && !is_for_later(errno));
    if (is_gone) to.waiting.drop(to.waiting.bytes());
    if (sent > 0) to.waiting.drop(static_cast<std::size_t>(sent));
    if (to.waiting.empty()) waiting_.fetch_sub(1, std::memory_order_relaxed);
    note_room(to, to.waiting.empty());
}

// Who sleeps is to wake when the system has room again. The own process's packets have room.
void Sockets::note_room(Connection& to, bool has_room) noexcept {
    if (to.is_blocked == !has_room) return;
    to.is_blocked = !has_room;
    if (to.in == to.out && to.in >= 0) watch(to, has_room ? EPOLLIN : EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
}

void Sockets::send_waiting() noexcept {
    for (int process = 0; process < count_; ++process) {
        Connection& to = connections_[process];
        pthread_mutex_lock(&to.mutex);
        flush(to);
        pthread_mutex_unlock(&to.mutex);
    }
}

// ---- what comes

bool Sockets::poll(bool waits_for_turn) noexcept {
    turn_.store(turn_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (is_sending()) send_waiting();
    if (waits_for_turn)
        pthread_mutex_lock(&receiving_);
    else if (pthread_mutex_trylock(&receiving_) != 0)
        return false;
    const bool any = receive_all();
    pthread_mutex_unlock(&receiving_);
    return any;
}

bool Sockets::receive_all() noexcept {
    bool any = false;
    if (count_ - 1 <= few) {
        for (int process = 0; process < count_; ++process)
            if (process != own_ || own_packets_.load(std::memory_order_relaxed) > 0)
                any |= receive(connections_[process]);
        return any;
    }
    constexpr int most_at_once = 64;
    epoll_event ready[most_at_once];
    const int count = epoll_wait(events_, ready, most_at_once, 0);
    for (int index = 0; index < count; ++index)
        any |= receive(*static_cast<Connection*>(ready[index].data.ptr));
    return any;
}

// What is there now.
bool Sockets::receive(Connection& from) noexcept {
    if (from.in < 0) return false;
    const ssize_t came = recv(from.in, from.arrived + from.filled, room_ - from.filled, MSG_DONTWAIT);
    if (came > 0) {
        from.filled += static_cast<std::size_t>(came);
        deliver_whole(from);
        return true;
    }
    if (came < 0 && is_for_later(errno)) return false;
    epoll_ctl(events_, EPOLL_CTL_DEL, from.in, nullptr); // that process has gone
    pthread_mutex_lock(&from.mutex);
    ::close(from.in);
    if (from.out == from.in) from.out = -1;
    from.in = -1;
    pthread_mutex_unlock(&from.mutex);
    return false;
}

// The packets that are whole; the beginning of another one remains.
void Sockets::deliver_whole(Connection& from) noexcept {
    std::size_t begin = 0;
    while (from.filled - begin >= sizeof(Length)) {
        Length length;
        std::memcpy(&length, from.arrived + begin, sizeof length);
        if (length > room_ / 2 - 2 * sizeof(Length)) {
            process::report("a message of %llu bytes from another process is longer than any of this run",
                            static_cast<unsigned long long>(length));
            process::end_run(1);
        }
        const std::size_t all = sizeof length + length + padding_of(length);
        if (from.filled - begin < all) break;
        if (&from == &connections_[own_]) own_packets_.fetch_sub(1, std::memory_order_relaxed);
        deliver_(from.arrived + begin + sizeof length, length);
        begin += all;
    }
    from.filled -= begin;
    if (begin > 0 && from.filled > 0) std::memmove(from.arrived, from.arrived + begin, from.filled);
}

// ---- who sleeps

Sockets::Sleeper* Sockets::new_sleeper() noexcept {
    auto* const made = static_cast<Sleeper*>(std::malloc(sizeof(Sleeper)));
    if (made == nullptr) end_without_memory();
    const int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    *made = {nullptr, {{events_, POLLIN, 0}, {event, POLLIN, 0}}, false};
    if (event < 0) end_without("eventfd");
    return made;
}

Sockets::Sleeper* Sockets::lie_down() noexcept {
    pthread_mutex_lock(&sleeping_);
    Sleeper* sleeper = free_sleepers_;
    if (sleeper != nullptr) free_sleepers_ = sleeper->next;
    if (sleeper == nullptr) sleeper = new_sleeper();
    sleeper->next = sleepers_;
    sleepers_ = sleeper;
    pthread_mutex_unlock(&sleeping_);
    return sleeper;
}

void Sockets::get_up(Sleeper* sleeper) noexcept {
    pthread_mutex_lock(&sleeping_);
    Sleeper** link = &sleepers_;
    while (*link != sleeper) link = &(*link)->next;
    *link = sleeper->next;
    std::uint64_t count = 0;
    if (sleeper->is_woken && read(sleeper->descriptors[1].fd, &count, sizeof count) < 0)
        end_without("eventfd");
    sleeper->is_woken = false;
    sleeper->next = free_sleepers_;
    free_sleepers_ = sleeper;
    pthread_mutex_unlock(&sleeping_);
}

bool Sockets::sleep(const std::atomic<std::uint32_t>& is_asleep, std::int64_t nanoseconds) noexcept {
    Sleeper* const sleeper = lie_down();
    const timespec limit{nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
    const bool something_came =
        is_asleep.load() != 0 &&
        ppoll(sleeper->descriptors, 2, nanoseconds < 0 ? nullptr : &limit, nullptr) > 0 &&
        sleeper->descriptors[0].revents != 0;
    get_up(sleeper);
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

void Sockets::close() noexcept {
    for (int process = 0; process < count_; ++process) {
        Connection& one = connections_[process];
        if (one.in >= 0) ::close(one.in);
        if (one.out >= 0 && one.out != one.in) ::close(one.out);
        one.waiting.release();
        std::free(one.arrived);
        pthread_mutex_destroy(&one.mutex);
    }
    std::free(std::exchange(connections_, nullptr));
    count_ = 0;
    while (free_sleepers_ != nullptr) {
        Sleeper* const sleeper = std::exchange(free_sleepers_, free_sleepers_->next);
        ::close(sleeper->descriptors[1].fd);
        std::free(sleeper);
    }
    ::close(events_);
}

} // namespace sartor::channel::fabric
