// Reports about ranks of other processes: each process forms its part, where the memory is.
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "runtime/peers.hpp"
#include "transports/fabric/active_messages.hpp"
#include "transports/fabric/polling.hpp"
#include "transports/truth_value.hpp"

// The bounds of the code of the executable, or of libmpi_abi.so (ld(1)).
extern "C" {
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));
}

namespace sartor::channel::fabric {

namespace {

constexpr std::int64_t longest_wait = 5'000'000'000; // nanoseconds for a reply
constexpr std::int64_t longest_wait_while_running = 1'000'000'000;

// Functions are the same distance from the beginning of their file in all processes.
struct Question {
    std::uint64_t call;
    std::uint64_t show;
    std::uint64_t question_bytes;
    std::uint64_t reply_bytes;
    char question[longest_question];
};

std::uint64_t offset_of(const void* function) noexcept {
    return static_cast<std::uint64_t>(static_cast<const char*>(function) - __ehdr_start);
}
template <class Function>
Function function_at(std::uint64_t offset, const Frame& frame) noexcept {
    if (offset >= static_cast<std::uint64_t>(etext - __ehdr_start)) refuse(frame, "no such function");
    return reinterpret_cast<Function>(const_cast<char*>(__ehdr_start + offset));
}

// One request at a time.
struct PendingQuery {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    std::atomic<std::uint64_t> number{0};
    std::atomic<std::uint64_t> replied{0};
    char reply[longest_reply] = {};
    std::size_t bytes = 0;
};
PendingQuery pending;

process::BlockedRank* described = nullptr; // by rank, while a deadlock is reported
int described_count = 0;
std::atomic<int> missing{0};
std::atomic<int> described_for{-1}; // a process that has asked for a description of the ranks here
int described_to = -1;              // the same, once it gets one

void take_question(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    Question question;
    if (bytes != sizeof question) refuse(frame, "its length");
    std::memcpy(&question, data, sizeof question);
    const int first = process::peers->first_rank;
    if (question.reply_bytes > longest_reply || frame.destination < first ||
        frame.destination >= first + process::peers->ranks_here)
        refuse(frame, "a question to no rank of this process");
    alignas(16) char reply[longest_reply] = {};
    const auto call = function_at<decltype(Request::call)>(question.call, frame);
    call(function_at<void (*)()>(question.show, frame), process::rank(frame.destination), question.question,
         reply);
    send_frame(frame.from, FrameKind::reply, frame.bytes, 0, reply, question.reply_bytes);
}

void take_reply(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    if (frame.bytes != pending.number.load() || bytes > longest_reply) return;
    std::memcpy(pending.reply, data, bytes);
    pending.bytes = bytes;
    pending.replied.store(frame.bytes);
}

void describe_ranks(int to) noexcept {
    for (int index = 0; index < process::peers->ranks_here; ++index) {
        process::BlockedRank blocked;
        const int rank = process::peers->first_rank + index;
        process::describe_blocked(rank, blocked);
        send_frame(to, FrameKind::described, 0, rank, &blocked, sizeof blocked);
    }
}

void ask_for_descriptions() noexcept {
    for_each_below_this([](int process) { send_frame(process, FrameKind::describe); });
}

void take_description(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    if (described_to >= 0) return send_frame(described_to, frame.kind, 0, frame.destination, data, bytes);
    if (described == nullptr || bytes != sizeof(process::BlockedRank) || frame.destination < 0 ||
        frame.destination >= described_count)
        refuse(frame, "a description of no rank");
    if (!is_bool(data + offsetof(process::BlockedRank, has_ended)) ||
        !is_bool(data + offsetof(process::BlockedRank, is_blocked)))
        refuse(frame, "a description that is none");
    process::BlockedRank& blocked = described[frame.destination];
    std::memcpy(&blocked, data, sizeof blocked);
    blocked.call[sizeof blocked.call - 1] = blocked.text[sizeof blocked.text - 1] = '\0';
    if (blocked.waits_for < -1 || blocked.waits_for >= described_count) blocked.waits_for = -1;
    missing.fetch_sub(1);
}

// Ranks of processes that never became part of the run count as ended. Returns how many.
int leave_out_absent() noexcept {
    int absent = 0;
    for (int process = 0; process < process_count(); ++process) {
        if (is_waited_for(process)) continue;
        const int first = roster[process].first_rank;
        for (int rank = first; rank < first + roster[process].ranks; ++rank, ++absent)
            described[rank].has_ended = true;
    }
    return absent;
}

} // namespace

void take_query_frame(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    if (frame.kind == FrameKind::query)
        take_question(frame, data, bytes);
    else if (frame.kind == FrameKind::reply)
        take_reply(frame, data, bytes);
    else if (frame.kind == FrameKind::described)
        take_description(frame, data, bytes);
    else {
        described_for.store(frame.from);
        wake_listener();
    }
}

void describe_if_requested() noexcept {
    const int process = described_for.exchange(-1);
    if (process < 0) return;
    described_to = process;
    ask_for_descriptions();
    describe_ranks(process);
}

bool query_rank(const Request& request) noexcept {
    if (request.rank >= rank_count() || has_left(blocks.of(request.rank))) return false; // it is not there
    Question question{offset_of(reinterpret_cast<const void*>(request.call)),
                      offset_of(reinterpret_cast<const void*>(request.show)),
                      request.question_bytes,
                      request.reply_bytes,
                      {}};
    std::memcpy(question.question, request.question, request.question_bytes);
    pthread_mutex_lock(&pending.mutex);
    const std::uint64_t number = pending.number.fetch_add(1) + 1;
    send_frame(blocks.of(request.rank), FrameKind::query, number, request.rank, &question, sizeof question);
    const bool replied =
        poll_until(longest_wait_while_running, [&] { return pending.replied.load() == number; }) &&
        pending.bytes == request.reply_bytes;
    if (replied) std::memcpy(request.reply, pending.reply, request.reply_bytes);
    pthread_mutex_unlock(&pending.mutex);
    return replied;
}

void report_deadlock_of_all() noexcept {
    const int ranks = described_count = rank_count();
    described = static_cast<process::BlockedRank*>(
        std::calloc(static_cast<std::size_t>(ranks), sizeof(process::BlockedRank)));
    if (described == nullptr) {
        process::report("deadlock; no memory to list %d ranks", ranks);
        process::end_run(process::deadlock_exit_code);
    }
    const int first = process::peers->first_rank;
    const int here = process::peers->ranks_here;
    for (int rank = 0; rank < ranks; ++rank) {
        described[rank].waits_for = -1;
        std::strcpy(described[rank].text, "a rank whose process did not describe it in time");
    }
    for (int rank = first; rank < first + here; ++rank) process::describe_blocked(rank, described[rank]);
    missing.store(ranks - here - leave_out_absent());
    ask_for_descriptions();
    static_cast<void>(poll_until(longest_wait, [] { return missing.load() == 0; }));
    process::report_deadlock(described, ranks);
}

} // namespace sartor::channel::fabric
