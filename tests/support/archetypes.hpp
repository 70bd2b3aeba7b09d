// The archetypes of what transports can do besides the core: each is the smallest machine and one capability,
// done in the plainest way, and counts how often it was asked for it. All ranks run on one worker.
#pragma once

#include <cstring>
#include <string_view>

#include "tests/support/smallest_machine.hpp"
#include "transports/cells.hpp"
#include "transports/transport.hpp"

namespace sartor::test {

inline int uses = 0; // of the capability, by all ranks

template <template <class> class TransportUsed, class TransitUsed = communicator::InSharedMemory>
struct Archetype {
    static constexpr std::string_view name = "archetype";
    static constexpr bool shares_memory = false;
    using typing = envelope::Untyped;
    using transit = TransitUsed;
    template <class Level>
    using level = Level;
    template <class Messages>
    using transport = TransportUsed<Messages>;
};

// ---- looks have a budget: here it is always spent

template <class Messages>
class Budgeted : public SmallestBase<Messages, Budgeted<Messages>> {
  public:
    using SmallestBase<Messages, Budgeted>::SmallestBase;
    static bool budget_is_spent() { return true; }
    static void renew_budget() { ++uses; }
};

// ---- ranks reach into each other's queues

template <class Messages, class Self>
class WithCells : public SmallestBase<Messages, Self> {
  public:
    using SmallestBase<Messages, Self>::SmallestBase;
    using Cells = channel::Cells<typename Messages::Parcel>;
    static constexpr std::size_t longest_copy = 64;
    Cells& cells() { return cells_; }
    static bool may_copy(const process::Rank&, std::size_t bytes) { return bytes <= longest_copy; }

  private:
    Cells cells_;
};

template <class Messages>
class Reachable : public WithCells<Messages, Reachable<Messages>> {
  public:
    using WithCells<Messages, Reachable>::WithCells;
    static bool is_here(const process::Rank&) {
        ++uses;
        return true;
    }
};

// ---- messages lie in slots, where their receivers may read them: here there is one slot

template <class Messages>
class Peekable : public WithCells<Messages, Peekable<Messages>> {
    using Base = WithCells<Messages, Peekable>;
    using Envelope = typename Messages::Parcel::envelope_type;
    using Header = typename Envelope::header_type;

    struct Slot {
        process::Rank* receiver = nullptr; // null: there is no message in it
        Header header{};
        [[no_unique_address]] typename Envelope::check_type check{};
        std::size_t bytes = 0;
        char data[Base::longest_copy];
    };

  public:
    using Base::Base;

    class MessageInSlot {
      public:
        MessageInSlot() = default;
        explicit MessageInSlot(Slot& slot) : slot_(&slot) {}
        explicit operator bool() const { return slot_ != nullptr; }
        [[nodiscard]] const Header& header() const { return slot_->header; }
        [[nodiscard]] const auto& check() const { return slot_->check; }
        [[nodiscard]] std::size_t bytes() const { return slot_->bytes; }
        void take_out(const typename Envelope::storage_type& target) const {
            ++taken_out;
            slot_->receiver = nullptr;
            typename Envelope::storage_type{slot_->data, slot_->bytes}.copy_to(target);
        }

      private:
        Slot* slot_ = nullptr;
    };

    bool put(process::Rank& rank, const Envelope& envelope) {
        collect(); // what is in the slot was sent before
        slot_.receiver = &rank;
        slot_.header = envelope.header;
        slot_.check = envelope.check;
        slot_.bytes = envelope.storage.bytes;
        envelope.storage.gather_to(slot_.data);
        process::wake(rank);
        return true;
    }
    void post(process::Rank& rank, typename Messages::Parcel& parcel) {
        collect();
        Base::post(rank, parcel);
    }
    MessageInSlot find_in_slots(const process::Rank& rank, const Header& expected) {
        ++uses;
        const bool matches = slot_.receiver == &rank && expected.matches(slot_.header);
        return matches ? MessageInSlot(slot_) : MessageInSlot();
    }
    bool collect() {
        process::Rank* const receiver = slot_.receiver;
        if (receiver == nullptr) return false;
        slot_.receiver = nullptr;
        Messages::Receiver::of(*receiver).arrive(slot_.header, slot_.check, slot_.data, slot_.bytes,
                                                 *receiver);
        return true;
    }

    static inline int taken_out = 0; // messages that were read in the slot

  private:
    Slot slot_;
};

// ---- what happens has its time: here all of it at once

template <class Messages>
class Timed : public SmallestBase<Messages, Timed<Messages>> {
    using Base = SmallestBase<Messages, Timed>;

  public:
    using Base::Base;
    static void post(process::Rank& rank, typename Messages::Parcel& parcel) {
        Base::post(rank, parcel);
        wake_at_once(rank); // its receive may be complete
    }
    static void wake_at_once(process::Rank& rank) {
        ++uses;
        process::wake(rank);
    }
};

// ---- no two ranks share memory: what a request leads to is done when it is cleared

struct BetweenStrangers {
    struct OfParcel {
        bool is_request = false;
    };
    struct OfSending {
        bool lazy = false;
        void (*finished)(void* sending) = nullptr;
    };
    struct OfReceiving {};
};

template <class Messages>
class SmallestHandshake {
    using Parcel = typename Messages::Parcel;
    using Sending = typename Parcel::sending_type;
    using Receiving = typename Parcel::receiving_type;

  public:
    static void request(Sending& sending) {
        ++uses;
        process::Rank& receiver = process::rank(sending.destination);
        sending.parcel.sender = &sending;
        sending.parcel.transit.is_request = true;
        Messages::Receiver::of(receiver).arrive(sending.parcel, receiver);
    }
    static void help(Sending&) {}
    static bool take_back(Sending& sending) {
        if (!Messages::Receiver::of(process::rank(sending.destination)).drop(sending.parcel)) return false;
        complete(sending);
        return true;
    }

    static void prepare(Receiving&) {}
    static void expect(Receiving&, const Receiving*) {}
    static void give_up(const Receiving&) {}
    static bool admits(Parcel&) { return true; }
    static void claim(Parcel&) {}
    static bool clear(Parcel& parcel, Receiving& receiving) {
        if (!parcel.transit.is_request) return false;
        parcel.transit.is_request = false;
        parcel.envelope.storage.copy_to(receiving.envelope.storage);
        receiving.complete = true;
        complete(*parcel.sender);
        return true;
    }
    static bool discard(Parcel& parcel) {
        const bool was_request = parcel.transit.is_request;
        parcel.transit.is_request = false;
        return was_request;
    }

  private:
    static void complete(Sending& sending) {
        process::Rank& owner = *sending.owner;
        sending.complete.store(true, std::memory_order_release);
        if (sending.transit.finished != nullptr) sending.transit.finished(&sending);
        process::wake(owner);
    }
};

template <class Messages, class Self>
class AmongStrangers : public SmallestBase<Messages, Self> {
  public:
    using SmallestBase<Messages, Self>::SmallestBase;
    using Handshake = SmallestHandshake<Messages>;
    static bool shares_memory(const process::Rank&) { return false; }
    static int memory_of(const process::Rank& rank) { return rank.number; }
};

template <class Messages>
class Distant : public AmongStrangers<Messages, Distant<Messages>> {
    using AmongStrangers<Messages, Distant>::AmongStrangers;
};

// ---- receivers are looked up by name

template <class Messages>
class Naming : public AmongStrangers<Messages, Naming<Messages>> {
  public:
    using AmongStrangers<Messages, Naming>::AmongStrangers;
    static void look_up(const process::Rank&) { ++uses; }
};

// ---- messages are sent from the library's memory at their sender

template <class Messages>
class Buffering : public AmongStrangers<Messages, Buffering<Messages>> {
  public:
    using AmongStrangers<Messages, Buffering>::AmongStrangers;
    static bool may_buffer(std::size_t bytes, std::size_t used) { return bytes + used <= 4096; }
    static void take_buffer(std::size_t) { ++buffers; }
    static void copied_to_buffer(std::size_t) { ++uses; }
    static void put_back_buffer(const process::Rank&, std::size_t) { --buffers; }

    static inline int buffers = 0; // in use
};

} // namespace sartor::test
