// What is observed of a rank: a component of its communicator in two forms, this one and NotObserved.
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>

#include "components/observation/arrivals.hpp"
#include "components/observation/call_sites.hpp"
#include "components/observation/spool.hpp"
#include "components/observation/stamp.hpp"
#include "components/process/process.hpp"

namespace sartor::observation {

// Messages from this rank to another one.
struct Traffic {
    std::int32_t to = -1; // -1: none, or in the last place all that found no room
    std::int32_t messages = 0;
    std::int64_t bytes = 0;
};

// The memory of one rank for all that is counted: zeroed at the start of the run.
struct Tables {
    static constexpr std::size_t most_peers = 1024;
    static constexpr std::size_t most_contexts = 64;
    struct Calls {
        std::int32_t context; // plus one; 0: free
        std::uint32_t count;
    };

    CallSites sites;
    Traffic traffic[most_peers + 1];
    Calls collectives[most_contexts];
    std::int32_t rank;
    // Of the call that the rank is in: for a run that ends inside of it.
    CallRecord* record;
    Ticks entered;
    Ticks waits_since;         // 0: it does not wait
    std::uint16_t interrupted; // the record of the call in which the run has ended; 0: none
    Ticks interrupted_since;

    [[nodiscard]] Traffic& traffic_to(int peer) noexcept {
        const auto first = static_cast<std::size_t>(peer) % most_peers;
        for (std::size_t place = first;; place = (place + 1) % most_peers) {
            Traffic& one = traffic[place];
            if (one.messages == 0) one.to = peer;
            if (one.to == peer) return one;
            if ((place + 1) % most_peers == first) return traffic[most_peers];
        }
    }
};

// Why a rank has waited, and the time at which it could have gone on, had there been no other reason.
struct Cause {
    static constexpr Ticks at_the_end = std::numeric_limits<Ticks>::max();

    Reason reason = Reason::other;
    Ticks over = 0;
    std::int32_t peer = -1;
};

// Used by the rank, and by other ranks of its worker which deliver messages to it: one at a time.
class OfRank {
  public:
    static constexpr std::string_view name = "trace and profile";
    static constexpr bool observes = true;
    static constexpr bool counts_messages = true;

    // Before the rank runs.
    void open(const process::Rank& rank) noexcept;

    // ---- calls of MPI, outermost

    void enter(const char* function, const void* site) noexcept {
        call_ = {};
        tables_->record = &tables_->sites.find(function, site);
        call_.received = early_bytes_;
        early_bytes_ = 0;
        tables_->entered = ticks();
    }
    [[nodiscard]] bool is_inside() const noexcept { return tables_->record != nullptr; }
    void leave() noexcept {
        const Ticks left = ticks();
        CallRecord& record = *tables_->record;
        const Ticks time = left - tables_->entered;
        if (call_.waits_ended_since != 0) count_wait(left, true);
        if (call_.collective.pattern != Pattern::none) leave_collective(record, time);
        ++record.count;
        record.sent += call_.sent;
        record.received += call_.received;
        record.time += time;
        if (time > record.longest) record.longest = time;
        if (spool_ != nullptr) write_call(record, left);
        tables_->record = nullptr;
    }

    // For ranks whose threads call at the same time: which call has begun, and that it goes on where another
    // one may have begun meanwhile; then what is known of its messages is lost.
    struct Begun {
        CallRecord* record = nullptr;
        Ticks entered = 0;
    };
    [[nodiscard]] Begun begun() const noexcept { return {tables_->record, tables_->entered}; }
    void go_back_to(const Begun& call) noexcept {
        if (tables_->record == call.record && tables_->entered == call.entered) return;
        call_ = {};
        tables_->record = call.record;
        tables_->entered = call.entered;
        tables_->waits_since = 0;
    }

    // One of several threads of the rank waits, and others call meanwhile.
    struct Open;
    [[nodiscard]] Open set_aside() noexcept;
    void take_up(const Open& open) noexcept;

    // ---- what the call works on

    [[nodiscard]] Stamp stamp() const noexcept { return {tables_->entered, tables_->rank}; }
    void works_on(int context) noexcept { call_.context = context; }
    // A buffer of a collective: of the rank's own data, or `receives`.
    void has_buffer(bool receives, std::size_t bytes) noexcept {
        (receives ? call_.target : call_.contribution) += static_cast<std::int64_t>(bytes);
    }
    // A collective, without its number, in which the rank's data are so many parts of that size; further
    // collectives of the same call are parts of it.
    void begin_collective(const CollectiveCall& collective, int parts) noexcept {
        if (!call_.is_collective && is_inside()) enter_collective(collective, parts);
    }

    // ---- messages

    // Of a send that is started, perhaps again: now.
    void date(Stamp& stamp_of_send) const noexcept {
        if (stamp_of_send.time() != 0) stamp_of_send = stamp();
    }
    // Gives `is_sent` back. A message with a stamp is the program's own.
    template <class Envelope>
    bool sent_if(bool is_sent, const Envelope& envelope, const process::Rank& to) noexcept {
        if (is_sent && envelope.check.stamp.time() != 0) sent(to.number, envelope.storage.bytes);
        return is_sent;
    }
    void sent(int to, std::size_t bytes) noexcept {
        Traffic& traffic = tables_->traffic_to(to);
        ++traffic.messages;
        traffic.bytes += static_cast<std::int64_t>(bytes);
        call_.sent += static_cast<std::int64_t>(bytes);
        call_.name_peer(to);
        if (spool_ != nullptr) process_count(spool_->counts.sent, 1);
    }
    // The same for one whose data stay in place until it is received.
    template <class Envelope>
    void sent_later(const Envelope& envelope, const process::Rank& to) noexcept {
        sent_if(true, envelope, to);
    }
    // A message has met its receive.
    template <class Header, class Check>
    void received(const Header& header, const Check& check, std::size_t bytes) noexcept {
        const Stamp& stamp = check.stamp;
        if (stamp.time() == 0) return;
        if (is_inside()) {
            call_.received += static_cast<std::int64_t>(bytes);
            call_.name_peer(stamp.rank);
        } else {
            early_bytes_ += static_cast<std::int64_t>(bytes);
        }
        if (spool_ != nullptr) note_message(stamp, bytes, header.tag(), header.context(-1));
    }
    // A message joins the unexpected queue; leaves it, unless it is null.
    template <class Header>
    void kept(const Header&, std::size_t) noexcept {
        if (spool_ != nullptr) process_count(spool_->counts.unexpected, 1);
    }
    template <class Parcel>
    Parcel* taken(Parcel* parcel) noexcept {
        if (parcel != nullptr && spool_ != nullptr) process_count(spool_->counts.unexpected, -1);
        return parcel;
    }

    // ---- waiting

    // Lasts as long as the rank waits for the end of an operation.
    template <class What>
    class Wait {
      public:
        Wait(OfRank* self, const What& what) noexcept : self_(self), what_(what) {
            if (self_ != nullptr) self_->begin_wait();
        }
        Wait(const Wait&) = delete;
        Wait& operator=(const Wait&) = delete;
        ~Wait() {
            if (self_ != nullptr) self_->end_wait(cause_of(what_));
        }

      private:
        OfRank* self_;
        const What& what_;
    };
    // Not on a flow, which continues beside the program, nor inside of another wait.
    template <class What, class Flows>
    [[nodiscard]] Wait<What> waits_for(const What& operation, const Flows& flows) noexcept {
        const bool counts =
            flows.on_main() && is_inside() && tables_->waits_since == 0 && !operation.is_complete();
        return {counts ? this : nullptr, operation};
    }
    struct Anything {
        [[nodiscard]] static bool is_complete() noexcept { return false; }
    };
    template <class Flows>
    [[nodiscard]] Wait<Anything> waits_for_anything(const Flows& flows) noexcept {
        static constexpr Anything anything;
        return waits_for(anything, flows);
    }

  private:
    struct Call {
        std::int64_t sent = 0;
        std::int64_t received = 0;
        std::int64_t contribution = 0; // of collectives: bytes
        std::int64_t target = 0;
        std::int32_t context = -1;
        std::int32_t peer = none;
        bool is_collective = false;
        bool has_waited = false;
        Ticks waits_ended_since = 0; // where the begin of a wait is known that has ended; 0: none
        Cause cause;                 // of it
        Ticks waited_for_other = 0;
        Reason reason = Reason::none; // of a wait that lasts as long as the call
        CollectiveCall collective;

        static constexpr std::int32_t none = -1;
        static constexpr std::int32_t several = -2;
        void name_peer(int rank) noexcept {
            if (peer == none) peer = rank;
            if (peer != rank) peer = several;
        }
    };
    static void process_count(std::atomic<std::int64_t>& count, std::int64_t more) noexcept {
        count.store(count.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
    }

    // Of a receive, a send, or anything else. Where a sender does not learn when its message was matched, all
    // of its waiting is the receiver's.
    template <class What>
    [[nodiscard]] static Cause cause_of(const What& what) noexcept {
        if constexpr (requires { what.arrived.stamp; }) {
            const Stamp& stamp = what.arrived.stamp;
            if (stamp.time() != 0) return {Reason::late_sender, stamp.time(), stamp.rank};
        } else if constexpr (requires { what.transit.matched; }) {
            if (what.parcel.envelope.check.stamp.time() != 0)
                return {Reason::late_receiver,
                        what.transit.matched != 0 ? what.transit.matched : Cause::at_the_end,
                        what.destination};
        }
        return {};
    }
    // Reading the clock is most of what is to be done here. Outside of collectives, which may compute between
    // waits, the first wait of a call begins with the call, and each one ends where the next begins, or the
    // call ends.
    void begin_wait() noexcept {
        const bool is_first = !call_.is_collective && !call_.has_waited;
        const Ticks now = is_first ? tables_->entered : ticks();
        call_.has_waited = true;
        if (call_.waits_ended_since != 0) count_wait(now, false);
        tables_->waits_since = now;
    }
    void end_wait(const Cause& cause) noexcept {
        call_.waits_ended_since = tables_->waits_since;
        call_.cause = cause;
        tables_->waits_since = 0;
        if (call_.is_collective) count_wait(ticks(), false);
    }
    void count_wait(Ticks end, bool ends_call) noexcept;
    [[nodiscard]] bool is_one_receive() const noexcept {
        const Ticks since_sent = tables_->entered - noted_[0].begin;
        return noted_count_ == 1 && !call_.is_collective && call_.sent == 0 &&
               call_.received == noted_[0].bytes && static_cast<std::int32_t>(since_sent) == since_sent;
    }
    void enter_collective(const CollectiveCall& collective, int parts) noexcept;
    void leave_collective(CallRecord& record, Ticks time) noexcept;
    void write_call(const CallRecord& record, Ticks left) noexcept;
    void note_message(const Stamp& stamp, std::size_t bytes, int tag, int context) noexcept;

    Tables* tables_ = nullptr;
    Spool* spool_ = nullptr; // null: there is no trace
    Call call_;
    std::int64_t early_bytes_ = 0; // received since the last call

    // Messages for which the end of the call is not known yet.
    static constexpr int most_noted = 8;
    Event noted_[most_noted];
    int noted_count_ = 0;

  public:
    struct Open {
        Call call;
        CallRecord* record;
        Ticks entered;
        Ticks waits_since;
    };
};

// In all other programs: nothing.
struct NotObserved {
    static constexpr std::string_view name{};
    static constexpr bool observes = false;
    static constexpr bool counts_messages = false;
    struct Begun {};
    struct Open {};
    struct Wait {};

    static constexpr void open(const process::Rank&) noexcept {}
    template <class What, class Flows>
    static constexpr Wait waits_for(const What&, const Flows&) noexcept {
        return {};
    }
    template <class Flows>
    static constexpr Wait waits_for_anything(const Flows&) noexcept {
        return {};
    }
    template <class Envelope>
    static constexpr bool sent_if(bool is_sent, const Envelope&, const process::Rank&) noexcept {
        return is_sent;
    }
    static constexpr Open set_aside() noexcept { return {}; }
    static constexpr void take_up(Open) noexcept {}
    static constexpr void works_on(int) noexcept {}
    template <class Envelope>
    static constexpr void sent_later(const Envelope&, const process::Rank&) noexcept {}
    template <class Header, class Check>
    static constexpr void received(const Header&, const Check&, std::size_t) noexcept {}
    template <class Header>
    static constexpr void kept(const Header&, std::size_t) noexcept {}
    template <class Parcel>
    static constexpr Parcel* taken(Parcel* parcel) noexcept {
        return parcel;
    }
};

inline OfRank::Open OfRank::set_aside() noexcept {
    const Open open = {call_, tables_->record, tables_->entered, tables_->waits_since};
    tables_->record = nullptr;
    tables_->waits_since = 0;
    return open;
}
inline void OfRank::take_up(const Open& open) noexcept {
    call_ = open.call;
    tables_->record = open.record;
    tables_->entered = open.entered;
    tables_->waits_since = open.waits_since;
}

} // namespace sartor::observation
