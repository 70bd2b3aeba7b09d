// The time of process 0 on computers whose clock is another one: from questions and replies, of which the
// quickest says most (Cristian, "Probabilistic clock synchronization", Distributed Computing 3, 1989). One
// process of each computer asks, so that those which share memory agree.
#include <cstring>

#include "runtime/peers.hpp"
#include "transports/fabric/polling.hpp"

namespace sartor::channel::fabric {

namespace {

constexpr int questions = 30;
constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t until_first_reply = 10 * second; // process 0 may begin later
constexpr std::int64_t until_known = 15 * second;       // by another process of this computer

struct ClockReply {
    std::atomic<std::uint64_t> number{0}; // of the question
    std::int64_t there = 0;
    std::int64_t came = 0;
};
ClockReply clock_reply;

bool ask(std::uint64_t number, std::int64_t longest, std::int64_t& round_trip, std::int64_t& ahead) noexcept {
    const std::int64_t sent = process::now();
    send_frame(0, FrameKind::ask_time, number);
    if (!poll_until(longest, [&] { return clock_reply.number.load() == number; })) return false;
    round_trip = clock_reply.came - sent;
    ahead = clock_reply.there - (sent + round_trip / 2);
    return true;
}

// 0 where process 0 does not reply.
std::int64_t measure() noexcept {
    std::int64_t quickest = 0, best = 0;
    for (std::uint64_t number = 1; number <= questions; ++number) {
        std::int64_t round_trip = 0, ahead = 0;
        if (!ask(number, number == 1 ? until_first_reply : second, round_trip, ahead)) break;
        if (number > 1 && round_trip >= quickest) continue;
        quickest = round_trip;
        best = ahead;
    }
    return best;
}

} // namespace

void take_clock_frame(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    const std::int64_t now = process::now();
    if (frame.kind == FrameKind::ask_time)
        return send_frame(frame.from, FrameKind::time, frame.bytes, 0, &now, sizeof now);
    if (bytes != sizeof clock_reply.there || frame.from != 0 || frame.bytes <= clock_reply.number.load())
        return;
    std::memcpy(&clock_reply.there, data, sizeof clock_reply.there);
    clock_reply.came = now;
    clock_reply.number.store(frame.bytes);
}

void find_common_clock() noexcept {
    const bool shares_memory = wire_up.shares_memory();
    if (wire_up.number == 0 || (shares_memory && wire_up.sharers.first == 0)) return;
    std::int64_t ahead = 0;
    if (shares_memory && wire_up.number != wire_up.sharers.first &&
        poll_until(until_known, [&] { return roster.knows_clock(ahead); })) {
        process::common_clock.ahead = ahead;
        return;
    }
    process::common_clock.ahead = measure();
    if (shares_memory) roster.tell_clock(process::common_clock.ahead);
}

} // namespace sartor::channel::fabric
