// One call of MPI in an observed run: what the rank notes while it is in it.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>

#include "runtime/observation/arrivals.hpp"
#include "runtime/observation/call_sites.hpp"
#include "runtime/observation/stamp.hpp"

namespace sartor::observation {

// Why a rank has waited, and the time at which it could have gone on, had there been no other reason.
struct Cause {
    static constexpr Ticks at_the_end = std::numeric_limits<Ticks>::max();

    Reason reason = Reason::other;
    Ticks over = 0;
    std::int32_t peer = -1;

    // How much of a wait it explains.
    [[nodiscard]] Ticks part_of(Ticks begin, Ticks end) const noexcept {
        const Ticks explained = (over < end ? over : end) - begin;
        return explained > 0 ? explained : 0;
    }
};

struct ObservedCall {
    CallRecord* record = nullptr; // null: the rank is in no call
    Ticks entered = 0;
    Ticks left = 0;        // 0: it has not returned
    Ticks waits_since = 0; // 0: the rank does not wait
    std::int64_t sent = 0;
    std::int64_t received = 0;
    std::int64_t contribution = 0; // of collectives: bytes
    std::int64_t target = 0;
    std::int32_t context = -1;
    std::int32_t peer = none;
    bool is_collective = false;
    bool has_waited = false;
    Reason reason = Reason::none; // of a wait that lasts as long as the call
    Ticks waits_ended_since = 0;  // where the begin of a wait is known that has ended; 0: none
    Cause cause;                  // of it
    Ticks waited_for_other = 0;
    CollectiveCall collective;

    static constexpr std::int32_t none = -1;
    static constexpr std::int32_t several = -2;
    void name_peer(int rank) noexcept {
        if (peer == none) peer = rank;
        if (peer != rank) peer = several;
    }
    // For the next call, after one that was no collective: all members but those that collectives alone set,
    // and the cause, which is set with each wait.
    void clear_message() noexcept {
        record = nullptr;
        entered = left = waits_since = waits_ended_since = waited_for_other = 0;
        sent = received = contribution = target = 0;
        context = -1;
        peer = none;
        has_waited = false;
        reason = Reason::none;
    }
    // Counts a wait, with its reasons.
    void count_wait(Ticks begin, Ticks end) noexcept {
        const Ticks explained = cause.part_of(begin, end);
        const Ticks rest = end - begin - explained;
        record->waited[static_cast<int>(cause.reason)] += explained;
        record->waited[static_cast<int>(Reason::other)] += rest;
        waited_for_other += rest;
    }
    [[nodiscard]] Event wait(int rank, Ticks begin, Ticks end) const noexcept {
        Event event;
        event.begin = begin;
        event.end = end;
        event.rank = rank;
        event.peer = cause.peer;
        event.kind = Kind::wait;
        event.reason = cause.part_of(begin, end) > 0 ? cause.reason : Reason::other;
        return event;
    }
    // Counts a call that has returned, but for its waits.
    void count() const noexcept {
        const Ticks time = left - entered;
        ++record->count;
        record->sent += sent;
        record->received += received;
        record->time += time;
        if (time > record->longest) record->longest = time;
    }
};

// A message that a call has taken: its arrow ends where the call does.
struct TakenMessage {
    Ticks sent; // when its sender called
    std::int64_t bytes;
    std::int32_t peer;
    std::int32_t tag;
    std::int32_t context;

    [[nodiscard]] Event event(int rank, Ticks end) const noexcept {
        Event made;
        made.begin = sent;
        made.end = end;
        made.bytes = bytes;
        made.rank = rank;
        made.peer = peer;
        made.tag = tag;
        made.context = context;
        made.kind = Kind::message;
        return made;
    }
};

// A call with the messages that are kept until its end is known.
struct CallWithMessages {
    static constexpr int most_messages = 8;

    ObservedCall call;
    int messages = 0;
    TakenMessage message[most_messages];

    [[nodiscard]] bool is_open() const noexcept { return call.record != nullptr && call.left == 0; }
    [[nodiscard]] bool has_returned() const noexcept { return call.record != nullptr && call.left != 0; }
    void clear() noexcept {
        call.is_collective ? void(call = {}) : call.clear_message();
        messages = 0;
    }
    // Of a call that has returned: the wait in it that has had no end so far. Calls visit(event) for it,
    // unless it lasts as long as the call.
    template <class Visit>
    void count_last_wait(int rank, const Visit& visit) noexcept {
        const Ticks begin = std::exchange(call.waits_ended_since, 0);
        if (begin == 0) return;
        call.count_wait(begin, call.left);
        const Event wait = call.wait(rank, begin, call.left);
        if (begin == call.entered)
            call.reason = wait.reason;
        else
            visit(wait);
    }
    // Calls visit(event) for its messages, but for one that is told by the call's event.
    template <class Visit>
    void visit_messages(int rank, const Visit& visit) const noexcept {
        if (messages == 0 || is_one_receive()) return;
        for (int index = 0; index < messages; ++index) visit(message[index].event(rank, call.left));
    }
    // Of a call that has returned.
    [[nodiscard, gnu::always_inline]] Event event(int rank, std::uint16_t site) const noexcept {
        const bool receives_one = is_one_receive();
        Event made;
        made.kind = receives_one ? Kind::receive : Kind::call;
        made.since_sent = receives_one ? static_cast<std::int32_t>(call.entered - message[0].sent) : 0;
        made.tag = receives_one ? message[0].tag : 0;
        made.context = receives_one && call.context < 0 ? message[0].context : call.context;
        made.begin = call.entered;
        made.end = call.left;
        made.bytes = call.sent + call.received;
        made.rank = rank;
        made.peer = call.peer;
        made.site = site;
        made.reason = call.reason;
        return made;
    }

  private:
    [[nodiscard]] bool is_one_receive() const noexcept {
        const Ticks since_sent = call.entered - message[0].sent;
        return messages == 1 && !call.is_collective && call.sent == 0 && call.received == message[0].bytes &&
               static_cast<std::int32_t>(since_sent) == since_sent;
    }
};

} // namespace sartor::observation
