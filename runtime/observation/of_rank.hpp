// What is observed of a rank: a component of its communicator in two forms, this one and NotObserved.
#pragma once

#include <cstddef>
#include <string_view>

#include "runtime/observation/not_observed.hpp"
#include "runtime/observation/spool.hpp"
#include "runtime/observation/tables.hpp"
#include "runtime/process.hpp"

namespace sartor::observation {

// Used by the rank, and by other ranks of its worker which deliver messages to it: one at a time.
//
// A message must not wait for what is counted about the one before. So a call that has returned is only
// noted, and counted when the rank waits next, or when its next call returns.
class OfRank {
  public:
    static constexpr std::string_view name = "trace and profile";
    static constexpr bool observes = true;
    static constexpr bool counts_messages = true;

    // Before the rank runs.
    void open(const process::Rank& rank) noexcept;

    // ---- calls of MPI, outermost

    void enter(const char* function, const void* site) noexcept {
        ObservedCall& call = now_->call;
        call.record = &tables_->sites.find(function, site);
        call.entered = ticks();
    }
    [[nodiscard]] bool is_inside() const noexcept { return now_->call.record != nullptr; }
    void leave() noexcept {
        const Ticks left = ticks();
        if (uncounted_ != nullptr) count_last();
        now_->call.left = left;
        if (now_->call.is_collective) return count(*now_); // others forget when they have entered it
        uncounted_ = now_;
        now_ = now_ == tables_->calls ? now_ + 1 : tables_->calls;
    }

    // For ranks whose threads call at the same time: which call has begun, and that it goes on where another
    // one may have begun meanwhile; then what is known of its messages is lost.
    struct Begun {
        CallRecord* record = nullptr;
        Ticks entered = 0;
    };
    [[nodiscard]] Begun begun() const noexcept { return {now_->call.record, now_->call.entered}; }
    void go_back_to(const Begun& begun) noexcept {
        ObservedCall& call = now_->call;
        if (call.record == begun.record && call.entered == begun.entered) return;
        call = {};
        call.record = begun.record;
        call.entered = begun.entered;
    }

    // One of several threads of the rank waits, and others call meanwhile.
    using Open = ObservedCall;
    [[nodiscard]] Open set_aside() noexcept {
        const Open open = now_->call;
        now_->call = {};
        return open;
    }
    void take_up(const Open& open) noexcept { now_->call = open; }

    // ---- what the call works on

    [[nodiscard]] Stamp stamp() const noexcept { return {now_->call.entered, rank_}; }
    void works_on(int context) noexcept { now_->call.context = context; }
    // A buffer of a collective: of the rank's own data, or `receives`.
    void has_buffer(bool receives, std::size_t bytes) noexcept {
        ObservedCall& call = now_->call;
        (receives ? call.target : call.contribution) += static_cast<std::int64_t>(bytes);
    }
    // A collective, without its number, in which the rank's data are so many parts of that size; further
    // collectives of the same call are parts of it.
    void begin_collective(const CollectiveCall& collective, int parts) noexcept {
        if (!now_->call.is_collective && is_inside()) enter_collective(collective, parts);
    }

    // ---- messages

    // Of a send that is started, perhaps again: now.
    template <class Check>
    void date(Check& check) const noexcept {
        if (check.stamp.time() != 0) check.stamp = stamp();
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
        now_->call.sent += static_cast<std::int64_t>(bytes);
        now_->call.name_peer(to);
        if (spool_ != nullptr) process_count(spool_->counts.sent, 1);
    }
    // The same for one whose data stay in place until it is received.
    template <class Envelope>
    void sent_later(const Envelope& envelope, const process::Rank& to) noexcept {
        sent_if(true, envelope, to);
    }
    // A message has met its receive: in the call that the rank is in, or before its next one.
    template <class Header, class Check>
    void received(const Header& header, const Check& check, std::size_t bytes) noexcept {
        const Stamp& stamp = check.stamp;
        if (stamp.time() == 0) return;
        now_->call.received += static_cast<std::int64_t>(bytes);
        if (is_inside()) now_->call.name_peer(stamp.rank());
        if (spool_ != nullptr)
            keep({stamp.time(), static_cast<std::int64_t>(bytes), stamp.rank(), header.tag(),
                  header.context(-1)});
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
            flows.on_main() && is_inside() && now_->call.waits_since == 0 && !operation.is_complete();
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
    static void process_count(std::atomic<std::int64_t>& count, std::int64_t more) noexcept {
        count.store(count.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
    }

    // Of a receive, a send, or anything else. Where a sender does not learn when its message was matched, all
    // of its waiting is the receiver's.
    template <class What>
    [[nodiscard]] static Cause cause_of(const What& what) noexcept {
        if constexpr (requires { what.arrived.stamp; }) {
            const Stamp& stamp = what.arrived.stamp;
            if (stamp.time() != 0) return {Reason::late_sender, stamp.time(), stamp.rank()};
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
        if (uncounted_ != nullptr) count_last();
        ObservedCall& call = now_->call;
        const bool is_first = !call.is_collective && !call.has_waited;
        const Ticks now = is_first ? call.entered : ticks();
        call.has_waited = true;
        if (call.waits_ended_since != 0) count_wait(now);
        call.waits_since = now;
    }
    void end_wait(const Cause& cause) noexcept {
        ObservedCall& call = now_->call;
        call.waits_ended_since = call.waits_since;
        call.cause = cause;
        call.waits_since = 0;
        if (call.is_collective) count_wait(ticks());
    }
    // Keeps a message until its call returns.
    void keep(const TakenMessage& message) noexcept {
        process_count(spool_->counts.received, 1);
        if (now_->messages == CallWithMessages::most_messages) write_messages();
        now_->message[now_->messages++] = message;
    }
    void count_last() noexcept {
        count(*uncounted_);
        uncounted_ = nullptr;
    }
    void count(CallWithMessages& last) noexcept;
    void write(const CallWithMessages& last) noexcept;
    void count_wait(Ticks end) noexcept;
    void enter_collective(const CollectiveCall& collective, int parts) noexcept;
    [[gnu::cold, gnu::noinline]] void write_messages() noexcept;

    CallWithMessages* now_ = nullptr;       // of the call that the rank is in, or of its next one
    CallWithMessages* uncounted_ = nullptr; // a call that has returned; null: all are counted
    Tables* tables_ = nullptr;
    Spool* spool_ = nullptr; // null: there is no trace
    int rank_ = 0;
};

} // namespace sartor::observation
