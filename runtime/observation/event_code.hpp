// How events are kept until they are written: calls that resemble earlier ones in a third of their size,
// since two events of a message and a thread that writes them must not cost what the message does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/observation/event.hpp"

namespace sartor::observation {

// What is alike in most calls of a rank at one site: of the last that was kept as a whole. Zeroed memory is
// what both sides begin with.
struct UsualCall {
    std::int64_t bytes = 0;
    std::int32_t tag = 0;
    std::int32_t peer = 0;
    std::int32_t context = 0;
    Kind kind = Kind::call;

    [[nodiscard]] static UsualCall of(const Event& event) noexcept {
        return {event.bytes, event.tag, event.peer, event.context, event.kind};
    }
    [[nodiscard]] bool is_of(const Event& event) const noexcept {
        return bytes == event.bytes && tag == event.tag && peer == event.peer && context == event.context &&
               kind == event.kind;
    }
};

// What events are made of: one is a call that is as usual, three are any event.
struct EventUnit {
    std::int32_t begin;   // ticks behind that of the worker's last call
    std::uint32_t length; // ticks; the highest bit: the first of three units
    std::int32_t since_sent;
    std::uint16_t rank;
    std::uint16_t site_and_reason; // 0: nothing has been written here

    static constexpr std::uint32_t of_three = std::uint32_t{1} << 31;
    static constexpr std::uint32_t reasons_of_site = 8;
    static constexpr std::size_t most_of_event = 3;
};
static_assert(sizeof(EventUnit) == 16 && sizeof(Event) == EventUnit::most_of_event * sizeof(EventUnit));
static_assert(reasons < static_cast<int>(EventUnit::reasons_of_site));

// Writes events one behind the other.
class EventEncoder {
  public:
    // Behind this, nothing of what is before it is needed but which calls are usual.
    void begin_anew() noexcept { last_begin_ = 0; }

    // Writes all of it; gives back what is behind it.
    [[nodiscard]] static EventUnit* write(const Event& event, EventUnit* to) noexcept {
        static_assert(offsetof(Event, begin) == 0);
        std::memcpy(to, &event, sizeof event);
        to->length |= EventUnit::of_three;
        return to + EventUnit::most_of_event;
    }
    // The same of a call, in one unit where that is enough. Nothing here takes the event's address, so that
    // it stays in registers.
    [[nodiscard, gnu::always_inline]] EventUnit* write_call(Event call, UsualCall& usual,
                                                            EventUnit* to) noexcept {
        const Ticks begin = call.begin - last_begin_;
        const Ticks length = call.end - call.begin;
        last_begin_ = call.begin;
        const bool fits = static_cast<std::int32_t>(begin) == begin && length >= 0 &&
                          length < static_cast<Ticks>(EventUnit::of_three) &&
                          static_cast<std::uint16_t>(call.rank) == call.rank && call.site < most_short_site;
        if (fits && usual.is_of(call)) [[likely]] {
            const auto reason = static_cast<std::uint32_t>(call.reason);
            *to = {static_cast<std::int32_t>(begin), static_cast<std::uint32_t>(length), call.since_sent,
                   static_cast<std::uint16_t>(call.rank),
                   static_cast<std::uint16_t>(call.site * EventUnit::reasons_of_site + reason)};
            return to + 1;
        }
        return write_unusual(call, usual, to);
    }

  private:
    [[nodiscard, gnu::cold, gnu::noinline]] static EventUnit* write_unusual(Event call, UsualCall& usual,
                                                                            EventUnit* to) noexcept {
        usual = UsualCall::of(call);
        return write(call, to);
    }

    static constexpr std::uint32_t most_short_site = 0x10000 / EventUnit::reasons_of_site;

    Ticks last_begin_ = 0;
};

// Reads what an encoder has written, part by part.
class EventDecoder {
  public:
    // usual_of(rank, site) is the UsualCall of that call, the same each time. Calls visit(event).
    template <class UsualOf, class Visit>
    static void read(const EventUnit* units, std::size_t count, const UsualOf& usual_of,
                     const Visit& visit) noexcept {
        Ticks last_begin = 0;
        const EventUnit* const end = units + count;
        while (units < end) {
            const EventUnit& first = *units;
            Event event;
            if ((first.length & EventUnit::of_three) != 0) {
                if (end - units < static_cast<std::ptrdiff_t>(EventUnit::most_of_event)) return;
                std::memcpy(static_cast<void*>(&event), units, sizeof event);
                event.begin &= ~(Ticks{1} << 63);
                units += EventUnit::most_of_event;
                if (is_call(event)) usual_of(event.rank, event.site) = UsualCall::of(event);
            } else {
                if (first.site_and_reason == 0) return;
                event.site = static_cast<std::uint16_t>(first.site_and_reason / EventUnit::reasons_of_site);
                event.reason = static_cast<Reason>(first.site_and_reason % EventUnit::reasons_of_site);
                const UsualCall& usual = usual_of(first.rank, event.site);
                event.begin = last_begin + first.begin;
                event.end = event.begin + first.length;
                event.since_sent = first.since_sent;
                event.rank = first.rank;
                event.bytes = usual.bytes;
                event.tag = usual.tag;
                event.peer = usual.peer;
                event.context = usual.context;
                event.kind = usual.kind;
                ++units;
            }
            if (is_call(event)) last_begin = event.begin;
            visit(event);
        }
    }
};

} // namespace sartor::observation
