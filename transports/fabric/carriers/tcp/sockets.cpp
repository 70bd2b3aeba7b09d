#include "transports/fabric/carriers/tcp/sockets.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#include <utility>

#include "runtime/process.hpp"

namespace sartor::channel::fabric {

namespace {

// A packet on a connection: its length, its bytes, and up to a multiple of 8.
using Length = std::uint64_t;
constexpr std::size_t padding_of(std::size_t bytes) noexcept {
    return -bytes % sizeof(Length);
}

constexpr int most_parts = 4;
struct PaddedPacket {
    Length length = 0;
    Part all[most_parts + 2];
    int count;

    PaddedPacket(const Part* parts, int parts_given) noexcept : count(parts_given + 2) {
        static constexpr char zeros[sizeof(Length)] = {};
        all[0] = {&length, sizeof length};
        for (int index = 0; index < parts_given; ++index) {
            all[index + 1] = parts[index];
            length += parts[index].bytes;
        }
        all[parts_given + 1] = {zeros, padding_of(length)};
    }
    PaddedPacket(const PaddedPacket&) = delete;
    PaddedPacket& operator=(const PaddedPacket&) = delete;
};
constexpr int packets_at_once = 2;             // in a turn; later ones wait for the next one
constexpr std::size_t most_waiting = 16 << 10; // bytes, unless the system has no room
constexpr std::size_t longest_together = 4096; // a longer packet is worth a system call
constexpr int few = 3;                         // connections: looking at each is cheaper than asking which
constexpr int own_streams = 2;

[[noreturn]] void end_without(const char* what) noexcept {
    process::report("%s: %s", what, std::strerror(errno));
    process::end_run(1);
}

bool is_for_later(int error) noexcept {
    return error == EAGAIN || error == EINTR || error == ENOBUFS || error == ENOMEM;
}

} // namespace

void Sockets::open(int kind, std::size_t longest_packet, Deliver deliver, Lost lost) noexcept {
    kind_ = kind;
    deliver_ = deliver;
    lost_ = lost;
    room_ = 2 * (sizeof(Length) + longest_packet + sizeof(Length));
    events_ = epoll_create1(EPOLL_CLOEXEC);
    if (events_ < 0) end_without("epoll_create1");
}

void Sockets::know(Listening& listening, CardOf card_of, int own, int count) noexcept {
    listening_ = &listening;
    card_of_ = card_of;
    own_ = own;
    const auto processes = static_cast<std::size_t>(count);
    peers_ = static_cast<std::atomic<Peer*>*>(std::calloc(processes, sizeof(std::atomic<Peer*>)));
    if (peers_ == nullptr) process::end_without_memory("messages between processes");
    connect_own();
}

// ---- connections

template <class T>
static void push(std::atomic<T*>& first, T& one) noexcept {
    one.next = first.load(std::memory_order_relaxed);
    while (!first.compare_exchange_weak(one.next, &one, std::memory_order_release)) {
    }
}

// Made by the first thread that wants it.
Sockets::Peer& Sockets::peer(int process) noexcept {
    std::atomic<Peer*>& entry = peers_[process];
    Peer* there = entry.load(std::memory_order_acquire);
    if (there != nullptr) return *there;
    auto* const made = static_cast<Peer*>(std::calloc(1, sizeof(Peer)));
    if (made == nullptr) process::end_without_memory("messages between processes");
    pthread_mutex_init(&made->mutex, nullptr);
    if (!entry.compare_exchange_strong(there, made)) {
        std::free(made);
        return *there;
    }
    push(first_peer_, *made);
    return *made;
}

Sockets::Stream* Sockets::add_stream(int process, int socket) noexcept {
    auto* const made = static_cast<Stream*>(std::calloc(1, sizeof(Stream)));
    if (made == nullptr || (made->arrived = static_cast<char*>(std::malloc(room_))) == nullptr)
        process::end_without_memory("messages between processes");
    made->process = process;
    made->socket = socket;
    push(first_stream_, *made);
    stream_count_.fetch_add(1);
    watch(*made, EPOLLIN, EPOLL_CTL_ADD);
    return made;
}

// With the mutex of its packets. Meanwhile that process may connect to this one, and send on that connection.
void Sockets::connect(Peer& to, int process) noexcept {
    const int socket = listening_->connect(process, card_of_(process), kind_);
    to.stream.store(add_stream(process, socket), std::memory_order_release);
}

// Packets to a process that this one has not connected to go where its own come from.
void Sockets::take_connection(int from, int socket) noexcept {
    Stream* none = nullptr;
    Stream* const made = add_stream(from, socket);
    peer(from).stream.compare_exchange_strong(none, made, std::memory_order_release);
}

// What goes to the own process takes a pair of sockets.
void Sockets::connect_own() noexcept {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) end_without("socketpair");
    add_stream(own_, pair[1]);
    peer(own_).stream.store(add_stream(own_, pair[0]));
}

int Sockets::connected() const noexcept {
    int all = 0;
    for (const Peer* one = first_peer_.load(std::memory_order_acquire); one != nullptr; one = one->next)
        all += one->stream.load() != nullptr ? 1 : 0;
    return all;
}

void Sockets::watch(const Stream& stream, std::uint32_t events, int operation) noexcept {
    epoll_event event{};
    event.events = events;
    event.data.ptr = const_cast<Stream*>(&stream);
    epoll_ctl(events_, operation, stream.socket, &event);
}

// ---- what goes out

bool Sockets::send(int process, const Part* parts, int count) noexcept {
    if (peers_ == nullptr) return false; // the run is over
    Peer& to = peer(process);
    const PaddedPacket packet(parts, count);
    if (process == own_) own_packets_.fetch_add(1, std::memory_order_relaxed);
    pthread_mutex_lock(&to.mutex);
    if (to.stream.load(std::memory_order_acquire) == nullptr) connect(to, process);
    const std::uint32_t turn = turn_.load(std::memory_order_relaxed);
    if (to.turn != turn) {
        to.turn = turn;
        to.in_turn = 0;
    }
    const bool leaves_now = packet.length > longest_together || ++to.in_turn <= packets_at_once;
    if (leaves_now && !to.waiting.empty() && !to.is_blocked) flush(to);
    if (leaves_now && to.waiting.empty())
        write(to, packet.all, packet.count);
    else
        keep(to, packet.all, packet.count, 0);
    if (to.waiting.bytes() > most_waiting && !to.is_blocked) flush(to);
    const bool some_wait = !to.waiting.empty();
    pthread_mutex_unlock(&to.mutex);
    return some_wait;
}

void Sockets::send_last(const Part* parts, int count) noexcept {
    const PaddedPacket packet(parts, count);
    for (Peer* to = first_peer_.load(std::memory_order_acquire); to != nullptr; to = to->next) {
        if (pthread_mutex_trylock(&to->mutex) != 0) continue;
        if (to->stream.load(std::memory_order_acquire) != nullptr && to->waiting.empty())
            static_cast<void>(send_now(*to->stream.load(), packet.all, packet.count));
        pthread_mutex_unlock(&to->mutex);
    }
}

// As sendmsg(2).
ssize_t Sockets::send_now(const Stream& stream, const Part* parts, int count) noexcept {
    iovec pieces[most_parts + 2];
    for (int index = 0; index < count; ++index)
        pieces[index] = {const_cast<void*>(parts[index].data), parts[index].bytes};
    msghdr message{};
    message.msg_iov = pieces;
    message.msg_iovlen = static_cast<std::size_t>(count);
    return sendmsg(stream.socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

void Sockets::write(Peer& to, const Part* parts, int count) noexcept {
    const Stream& stream = *to.stream.load(std::memory_order_acquire);
    if (stream.is_over.load(std::memory_order_relaxed)) return; // the launcher says who has gone
    const ssize_t sent = send_now(stream, parts, count);
    if (sent < 0 && !is_for_later(errno)) return;
    std::size_t all = 0;
    for (int index = 0; index < count; ++index) all += parts[index].bytes;
    const std::size_t done = sent < 0 ? 0 : static_cast<std::size_t>(sent);
    if (done == all) return;
    keep(to, parts, count, done);
    note_room(to, false);
}

// All but the first `done` bytes.
void Sockets::keep(Peer& to, const Part* parts, int count, std::size_t done) noexcept {
    if (to.waiting.empty()) waiting_.fetch_add(1, std::memory_order_relaxed);
    for (int index = 0; index < count; ++index) {
        const std::size_t skipped = done < parts[index].bytes ? done : parts[index].bytes;
        done -= skipped;
        if (!to.waiting.append(static_cast<const char*>(parts[index].data) + skipped,
                               parts[index].bytes - skipped))
            process::end_without_memory("messages between processes");
    }
}

void Sockets::flush(Peer& to) noexcept {
    if (to.waiting.empty()) return;
    const Stream& stream = *to.stream.load(std::memory_order_acquire);
    const ssize_t sent =
        ::send(stream.socket, to.waiting.data(), to.waiting.bytes(), MSG_DONTWAIT | MSG_NOSIGNAL);
    const bool is_gone = sent < 0 && !is_for_later(errno);
    if (is_gone) to.waiting.drop(to.waiting.bytes());
    if (sent > 0) to.waiting.drop(static_cast<std::size_t>(sent));
    if (to.waiting.empty()) waiting_.fetch_sub(1, std::memory_order_relaxed);
    note_room(to, to.waiting.empty());
}

// Who sleeps is to wake when the system has room again.
void Sockets::note_room(Peer& to, bool has_room) noexcept {
    if (to.is_blocked == !has_room) return;
    to.is_blocked = !has_room;
    const Stream& stream = *to.stream.load(std::memory_order_acquire);
    watch(stream, has_room ? EPOLLIN : EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD); // not where that process has gone
}

// One whose mutex is taken is being sent to, or connected: that must not keep others from being sent to.
void Sockets::send_waiting() noexcept {
    for (Peer* to = first_peer_.load(std::memory_order_acquire); to != nullptr; to = to->next) {
        if (pthread_mutex_trylock(&to->mutex) != 0) continue;
        flush(*to);
        pthread_mutex_unlock(&to->mutex);
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
    if (stream_count_.load(std::memory_order_relaxed) <= few + own_streams) {
        for (Stream* one = first_stream_.load(std::memory_order_acquire); one != nullptr; one = one->next)
            if (one->process != own_ || own_packets_.load(std::memory_order_relaxed) > 0)
                any |= receive(*one);
        return any;
    }
    constexpr int most_at_once = 64;
    epoll_event ready[most_at_once];
    const int count = epoll_wait(events_, ready, most_at_once, 0);
    for (int index = 0; index < count; ++index) any |= receive(*static_cast<Stream*>(ready[index].data.ptr));
    return any;
}

// What is there now.
bool Sockets::receive(Stream& from) noexcept {
    if (from.is_over.load(std::memory_order_relaxed)) return false;
    const ssize_t came = recv(from.socket, from.arrived + from.filled, room_ - from.filled, MSG_DONTWAIT);
    if (came > 0) {
        from.filled += static_cast<std::size_t>(came);
        deliver_whole(from);
        return true;
    }
    if (came < 0 && is_for_later(errno)) return false;
    from.is_over.store(true, std::memory_order_relaxed); // that process has gone
    lost_(from.process);
    epoll_ctl(events_, EPOLL_CTL_DEL, from.socket, nullptr);
    return false;
}

// The packets that are whole; the beginning of another one remains.
void Sockets::deliver_whole(Stream& from) noexcept {
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
        if (from.process == own_) own_packets_.fetch_sub(1, std::memory_order_relaxed);
        deliver_(from.arrived + begin + sizeof length, length);
        begin += all;
    }
    from.filled -= begin;
    if (begin > 0 && from.filled > 0) std::memmove(from.arrived, from.arrived + begin, from.filled);
}

void Sockets::close() noexcept {
    std::free(std::exchange(peers_, nullptr));
    for (Stream* one = first_stream_.exchange(nullptr); one != nullptr;) {
        Stream* const gone = std::exchange(one, one->next);
        ::close(gone->socket);
        std::free(gone->arrived);
        std::free(gone);
    }
    for (Peer* one = first_peer_.exchange(nullptr); one != nullptr;) {
        Peer* const gone = std::exchange(one, one->next);
        gone->waiting.release();
        pthread_mutex_destroy(&gone->mutex);
        std::free(gone);
    }
    while (free_sleepers_ != nullptr) {
        Sleeper* const sleeper = std::exchange(free_sleepers_, free_sleepers_->next);
        ::close(sleeper->descriptors[1].fd);
        std::free(sleeper);
    }
    ::close(events_);
}

} // namespace sartor::channel::fabric
