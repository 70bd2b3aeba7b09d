// The socket of sartor run --processes, which each process inherits, or of sartor-starter.
#include "transports/fabric/wire_up.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/peers.hpp"
#include "runtime/process.hpp"
#include "runtime/spawning.hpp"
#include "transports/fabric/frames.hpp"
#include "transports/fabric/growth.hpp"
#include "transports/fabric/launcher.hpp"
#include "transports/fabric/shared_memory.hpp"
#include "transports/fabric/spawn_requests.hpp"
#include "transports/fabric/universe.hpp"

namespace sartor::channel::fabric {

namespace {

const char* launcher = "sartor run --processes";
int socket_of_launcher = -1;
int fences = 0; // that all have come to
int fences_come_to = 0;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; // of the number of fences
pthread_cond_t something_came = PTHREAD_COND_INITIALIZER;

[[noreturn]] void end_without_launcher() noexcept {
    process::report("the launcher of this process (%s) has ended: the run ends", launcher);
    process::end_run(1);
}

// All of it. False: there is no launcher any more.
bool read_all(void* memory, std::size_t bytes) noexcept {
    auto* next = static_cast<char*>(memory);
    while (bytes > 0) {
        const ssize_t count = recv(socket_of_launcher, next, bytes, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        next += count;
        bytes -= static_cast<std::size_t>(count);
    }
    return true;
}

// Messages of several threads don't mix: one call each.
bool write_message(LauncherKind kind, std::uint64_t value, const void* data = nullptr,
                   std::uint32_t bytes = 0) noexcept {
    LauncherMessage message{kind, bytes, value};
    iovec parts[] = {{&message, sizeof message}, {const_cast<void*>(data), bytes}};
    msghdr whole{};
    whole.msg_iov = parts;
    whole.msg_iovlen = 2;
    const auto all = static_cast<ssize_t>(sizeof message + bytes);
    return sendmsg(socket_of_launcher, &whole, MSG_NOSIGNAL) == all;
}

char* cards = nullptr; // each with its length before it
std::size_t bytes_of_cards = 0;

// Reads the next card from `next` on, and moves behind it.
void take_card(std::size_t& next, void* card) noexcept {
    std::uint32_t length = 0;
    if (next + sizeof length > bytes_of_cards) end_without_launcher();
    std::memcpy(&length, cards + next, sizeof length);
    next += sizeof length + length;
    if (next > bytes_of_cards || length > WireUp::longest_card) end_without_launcher();
    std::memset(card, 0, WireUp::longest_card);
    std::memcpy(card, cards + next - length, length);
}

// They are few.
const void* card_of_launcher(int process) noexcept {
    thread_local char card[WireUp::longest_card];
    std::size_t next = 0;
    for (int other = 0; other <= process; ++other) take_card(next, card);
    return card;
}

void exchange(WireUp& all, const void* card, std::size_t bytes) noexcept {
    LauncherMessage reply{};
    if (!write_message(LauncherKind::card, 0, card, static_cast<std::uint32_t>(bytes)) ||
        !read_all(&reply, sizeof reply))
        end_without_launcher();
    if (reply.kind == LauncherKind::end) process::end_run(static_cast<int>(reply.value));
    cards = static_cast<char*>(std::malloc(reply.bytes + 1)); // nothing where the roster says all
    if (reply.kind != LauncherKind::cards || cards == nullptr || !read_all(cards, reply.bytes))
        end_without_launcher();
    bytes_of_cards = reply.bytes;
    all.key = reply.value;
}

void relay(std::uint64_t token, const char* text, std::size_t bytes) noexcept {
    if (!write_message(LauncherKind::spawn, token, text, static_cast<std::uint32_t>(bytes)))
        end_without_launcher();
}
void spawn(process::SpawnRequest& request) noexcept {
    if (keep_request(request)) relay(request.token, request.text, request.bytes);
}

void take_spawned(const LauncherMessage& message) noexcept {
    char error[sizeof(process::SpawnRequest::error)] = "";
    if (message.bytes >= sizeof error || !read_all(error, message.bytes)) end_without_launcher();
    const std::uint64_t token = message.value;
    if (RelayedToken::is_one(token))
        send_frame(RelayedToken::process(token), FrameKind::spawned, RelayedToken::original(token), 0, error,
                   message.bytes);
    else if (!answer_request(token, error, message.bytes))
        end_without_launcher();
}

// By process 0.
void take_growth(const LauncherMessage& message) noexcept {
    auto* const text = static_cast<char*>(std::malloc(message.bytes + 1));
    if (text == nullptr || !read_all(text, message.bytes)) end_without_launcher();
    tell_of_growth(message.value, text, message.bytes);
    std::free(text);
}
void note_known(std::uint64_t number) noexcept {
    if (!write_message(LauncherKind::known, number)) end_without_launcher();
}

// A run whose end has been found is not held: its launcher gets to know by the fence.
void take_hold(std::uint64_t number) noexcept {
    if (hold_run() && !write_message(LauncherKind::held, number)) end_without_launcher();
}
void finish(int exit_code) noexcept {
    const FinishedProcess finished{wire_up.number, exit_code};
    write_message(LauncherKind::finished, 0, &finished, sizeof finished);
}

void tell_stillness_to_launcher() noexcept {
    if (!write_message(LauncherKind::still, 0)) end_without_launcher();
}
bool has_left_run = false; // no fence is for it
void take_leave() noexcept {
    if (!process::all_ended_here()) end_without_launcher();
    has_left_run = true;
    leave_run();
    if (!write_message(LauncherKind::left, 0)) end_without_launcher();
}

[[noreturn]] void end_as_told(const LauncherMessage& message) noexcept {
    LostProcess lost;
    if (message.bytes == sizeof lost && read_all(&lost, sizeof lost)) {
        tell_ending(&lost);
        process::report_waiting_for(lost.first_rank, lost.ranks);
    }
    process::end_run(static_cast<int>(message.value));
}

void listen() noexcept {
    LauncherMessage message{};
    const ssize_t count = recv(socket_of_launcher, &message, sizeof message, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count != sizeof message) end_without_launcher();
    if (message.kind == LauncherKind::end) end_as_told(message);
    if (message.kind == LauncherKind::spawned) return take_spawned(message);
    if (message.kind == LauncherKind::grown) return take_growth(message);
    if (message.kind == LauncherKind::hold) return take_hold(message.value);
    if (message.kind == LauncherKind::go_on) return let_run_go_on();
    if (message.kind == LauncherKind::leave) return take_leave();
    if (message.kind != LauncherKind::fenced) return;
    pthread_mutex_lock(&mutex);
    ++fences;
    pthread_cond_broadcast(&something_came);
    pthread_mutex_unlock(&mutex);
}

void fence() noexcept {
    if (has_left_run) return;
    ++fences_come_to;
    if (!write_message(LauncherKind::fence, 0)) end_without_launcher();
    pthread_mutex_lock(&mutex);
    while (fences < fences_come_to) pthread_cond_wait(&something_came, &mutex);
    pthread_mutex_unlock(&mutex);
}

// Of processes that were started later. Between the two, those with which the run began meet, which may be on
// other computers.
void fence_twice() noexcept {
    fence();
    fence();
}

void abandon(int exit_code) noexcept {
    write_message(LauncherKind::ending, static_cast<std::uint64_t>(exit_code));
}

void use_launcher(WireUp& made) noexcept {
    made.descriptor = socket_of_launcher;
    made.exchange = &exchange;
    made.card = &card_of_launcher;
    made.listen = &listen;
    made.fence = &fence;
    made.abandon = &abandon;
    made.finish = &finish;
    made.tell_stillness = &tell_stillness_to_launcher;
    if (made.memory < 0 || !made.may_grow()) return;
    made.spawn = &spawn;
    if (made.number != 0 || made.is_local) return;
    made.relay = &relay;
    made.known = &note_known;
}

} // namespace

bool open_launcher(WireUp& made) noexcept {
    const char* text = std::getenv(process_variable);
    if (text == nullptr) return false;
    const bool well_formed =
        std::sscanf(text, "%d:%d:%d:%d:%d:%d:%d", &made.number, &made.processes, &made.on_computer,
                    &socket_of_launcher, &made.memory, &made.most_processes, &made.most_ranks) == 7 &&
        made.on_computer >= 1 && made.on_computer <= made.processes && made.number >= 0 &&
        made.number < made.most_processes && made.processes <= made.most_processes &&
        (made.memory >= 0 || made.number < made.processes);
    if (!well_formed || fcntl(socket_of_launcher, F_SETFD, FD_CLOEXEC) != 0) {
        process::report(
            "%s=%s: expected the numbers of the process, of processes, of those here, of a socket and of "
            "memory, and the most processes and ranks (sartor run --processes sets this)",
            process_variable, text);
        process::end_run(process::usage_exit_code);
    }
    made.share_with_later();
    if (made.memory >= 0 && !is_memory(made.memory, made.layout)) {
        process::report("this program was linked by another version of sartor than the version that runs it: "
                        "link it again");
        process::end_run(process::usage_exit_code);
    }
    unsetenv(process_variable); // other programs that this one starts are none of the run
    made.is_local = made.on_computer == made.processes;
    use_launcher(made);
    if (!made.is_local) made.fence = &fence_twice;
    return true;
}

void use_starter(WireUp& made, int socket) noexcept {
    launcher = starter;
    socket_of_launcher = socket;
    use_launcher(made);
}

void introduce_all(const WireUp& made) noexcept {
    constexpr auto longest = static_cast<std::uint32_t>(WireUp::longest_card);
    const auto processes = static_cast<std::size_t>(made.processes);
    auto* const all = static_cast<char*>(std::malloc(processes * (sizeof longest + longest)));
    if (all == nullptr) end_without_launcher();
    char* next = all;
    for (int process = 0; process < made.processes; ++process) {
        std::memcpy(next, &longest, sizeof longest);
        std::memcpy(next + sizeof longest, made.card(process), longest);
        next += sizeof longest + longest;
    }
    if (!write_message(LauncherKind::all, made.key, all, static_cast<std::uint32_t>(next - all)))
        end_without_launcher();
    std::free(all);
}

} // namespace sartor::channel::fabric
