// The host's mailbox (AzequiaMPI section III): one for each worker, which takes in what arrives for its
// ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>

#include "components/channel/backlog.hpp"
#include "components/channel/cells.hpp"
#include "components/channel/host/fastbuffer.hpp"
#include "components/process/inbox.hpp"
#include "components/process/process.hpp"
#include "components/process/worker.hpp"

namespace sartor::channel::host {

// Ranks of one worker run one at a time, so what they have for each other is handed over at once, without
// atomics. To each other worker that its ranks talk to a mailbox has a fastbuffer; what finds no room there
// is posted to a list, under its number. Memory grows with the pairs of workers that talk, not with ranks.
//
// `Receiver` takes what arrives for a rank: Receiver::of(rank).arrive(...). While its takes_next_itself(rank)
// holds, if it has that, short messages stay where they lie: the rank is about to look for them, and reads
// them there.
template <class Parcel, class Receiver, class Shape = FastbufferShape>
class Mailbox {
    using Envelope = typename Parcel::envelope_type;
    using Header = typename Envelope::header_type;
    // A negative destination: the data are the address of a parcel, for the rank ~destination.
    struct Label {
        std::uint32_t bytes;
        std::int32_t destination;
        [[no_unique_address]] Header header;
        [[no_unique_address]] typename Envelope::check_type check;
    };
    using Buffer = Fastbuffer<Label, Shape>;

  public:
    static constexpr std::string_view name = "host mailbox";

    // Where a rank's mail is.
    [[nodiscard]] static Mailbox& of(const process::Rank& rank) noexcept {
        return *static_cast<Mailbox*>(rank.mailbox);
    }

    Mailbox(int worker, int workers) noexcept : worker_(worker), workers_(workers) {}
    Mailbox(const Mailbox&) = delete;
    Mailbox& operator=(const Mailbox&) = delete;
    ~Mailbox() {
        for (int worker = 0; outgoing_ != nullptr && worker < workers_; ++worker)
            std::free(outgoing_[worker]);
        std::free(outgoing_);
        std::free(incoming_);
    }

    // ---- called by ranks of this worker

    [[nodiscard]] bool is_here(const process::Rank& rank) const noexcept { return &of(rank) == this; }

    // Copies a short message to a rank of another worker. False when it is too long or finds no room.
    [[nodiscard]] bool put(process::Rank& destination, const Envelope& envelope) noexcept {
        if (envelope.storage.bytes > Buffer::longest) return false;
        const Label label{static_cast<std::uint32_t>(envelope.storage.bytes), destination.number,
                          envelope.header, envelope.check};
        if (!buffer_to(destination)->put(label, envelope.storage.bytes, [&](void* place) {
                envelope.storage.gather_to(place);
            }))
            return false;
        destination.worker->rouse();
        return true;
    }

    // Hands over a parcel by its address. Whoever posts keeps it alive until its receiver is done with it.
    // `copied`: memory that the sender has left with it.
    void post(process::Rank& destination, Parcel& parcel, std::size_t copied = 0) noexcept {
        if (is_here(destination)) return Receiver::of(destination).arrive(parcel, destination);
        Announced* buffer = buffer_to(destination);
        Parcel* address = &parcel;
        const Label label{sizeof address, ~destination.number, {}, {}};
        if (!buffer->put(label, sizeof address,
                         [&](void* place) { std::memcpy(place, &address, sizeof address); }))
            post_around(destination, *buffer, parcel, copied);
        destination.worker->rouse();
    }

    // How much memory was left with parcels that the worker of a rank has not taken in yet, because they
    // found no room in the fastbuffer.
    [[nodiscard]] std::uint64_t bytes_around(const process::Rank& destination) const noexcept {
        const Announced& pair = *outgoing_[of(destination).worker_];
        return pair.sent_around - pair.taken_around.load(std::memory_order_relaxed);
    }

    // Copies of messages that wait for their receivers here.
    using Cells = channel::Cells<Parcel, ManyCells, Backlog>;
    [[nodiscard]] Cells& cells() noexcept { return cells_; }

    // Takes in what has arrived for the ranks of this worker; false when there was nothing. Of each other
    // worker at most as much as its fastbuffer holds: whoever looks comes back, however fast others write.
    bool collect() noexcept {
        bool any = !detours_.looks_empty() && collect_detours();
        for (int index = 0; index < incoming_count_; ++index) any |= drain(*incoming_[index]);
        fruitful_looks_ += any ? 1 : 0;
        return any;
    }

    // A message where another worker has put it, for its rank to read it there.
    class Lying {
      public:
        explicit operator bool() const noexcept { return slot_ != nullptr; }
        [[nodiscard]] const auto& header() const noexcept { return slot_->label.header; }
        [[nodiscard]] const auto& check() const noexcept { return slot_->label.check; }
        [[nodiscard]] std::size_t bytes() const noexcept { return slot_->label.bytes; }
        [[nodiscard]] const void* data() const noexcept { return buffer_->data_of(*slot_); }
        // Gives it back to the channel.
        void release() const noexcept { buffer_->release(*slot_); }

      private:
        friend class Mailbox;
        Buffer* buffer_ = nullptr;
        const typename Buffer::Slot* slot_ = nullptr;
    };

    // For a rank that runs: what comes next from one of the other workers, if a receive with this header
    // matches it. None: there is nothing, something else comes first, or it is others' turn.
    [[nodiscard, gnu::always_inline]] Lying find_next(const process::Rank& self,
                                                      const Header& expected) noexcept {
        Lying lying;
        if (owes_a_turn()) return lying;
        for (int index = 0; index < incoming_count_; ++index) {
            Buffer* const buffer = incoming_[index];
            const auto& slot = buffer->next();
            if (!buffer->has_come(slot)) continue;
            if (slot.label.destination != self.number || !expected.matches(slot.label.header)) continue;
            ++fruitful_looks_;
            lying.buffer_ = buffer;
            lying.slot_ = &slot;
            break;
        }
        return lying;
    }

    // A rank whose mail comes as fast as it waits for it would never give up its worker: whether it has found
    // some often enough, or very much at once.
    [[nodiscard]] bool owes_a_turn() const noexcept { return fruitful_looks_ >= looks_a_turn; }
    void begin_turn() noexcept { fruitful_looks_ = 0; }

  private:
    static constexpr unsigned looks_a_turn = 64;
    static constexpr int most_stops = 4;

    // The way around a full fastbuffer. The first of a pair has no parcel: it announces the fastbuffer.
    struct Announced;
    struct Detour {
        Detour* next = nullptr;
        Announced* buffer = nullptr;
        Parcel* parcel = nullptr;
        int destination = 0;
        std::uint32_t number = 0;
        std::size_t copied = 0;
    };
    struct Announced : Buffer {
        Detour announcement;
        alignas(process::line_pair) std::uint64_t sent_around = 0; // written by the writer
        alignas(process::line_pair)
            typename Shape::template Atomic<std::uint64_t> taken_around{0}; // by the reader
        // The reader's: the number at which looks have stopped, and how many.
        std::uint32_t stopped_at = 0;
        int stops = 0;
    };

    [[nodiscard]] Announced* buffer_to(const process::Rank& destination) noexcept {
        const int worker = of(destination).worker_;
        if (outgoing_ != nullptr && outgoing_[worker] != nullptr) [[likely]]
            return outgoing_[worker];
        return make_buffer_to(of(destination));
    }

    [[gnu::cold, gnu::noinline]] Announced* make_buffer_to(Mailbox& theirs) noexcept {
        if (outgoing_ == nullptr)
            outgoing_ =
                static_cast<Announced**>(std::calloc(static_cast<std::size_t>(workers_), sizeof(Announced*)));
        void* memory = std::aligned_alloc(alignof(Announced), sizeof(Announced));
        if (outgoing_ == nullptr || memory == nullptr) give_up();
        auto* buffer = new (memory) Announced;
        outgoing_[theirs.worker_] = buffer;
        buffer->announcement.buffer = buffer;
        theirs.detours_.post(buffer->announcement);
        return buffer;
    }

    [[gnu::cold, gnu::noinline]] void post_around(process::Rank& destination, Announced& buffer,
                                                  Parcel& parcel, std::size_t copied) noexcept {
        void* memory = std::malloc(sizeof(Detour));
        if (memory == nullptr) give_up();
        auto* detour = new (memory) Detour;
        detour->buffer = &buffer;
        detour->parcel = &parcel;
        detour->destination = destination.number;
        detour->number = buffer.take_number();
        detour->copied = copied;
        buffer.sent_around += copied;
        of(destination).detours_.post(*detour);
    }

    [[noreturn, gnu::cold]] static void give_up() noexcept {
        process::report("no memory for messages between the workers");
        process::end_run(1);
    }

    // What stands before a detour in its sender's order lies in the fastbuffer already.
    [[gnu::noinline]] bool collect_detours() noexcept {
        fruitful_looks_ = looks_a_turn;
        Detour* detour = detours_.collect();
        const bool any = detour != nullptr;
        while (detour != nullptr) {
            Detour* rest = detour->next;
            if (detour->parcel == nullptr) {
                add(*detour->buffer);
            } else {
                while (detour->buffer->expected() != detour->number) take(*detour->buffer);
                detour->buffer->skip_expected();
                deliver(detour->destination, *detour->parcel);
                note_taken(*detour->buffer, detour->copied);
                std::free(detour);
            }
            detour = rest;
        }
        return any;
    }

    static void note_taken(Announced& buffer, std::size_t copied) noexcept {
        if (copied == 0) return;
        const std::uint64_t before = buffer.taken_around.load(std::memory_order_relaxed);
        buffer.taken_around.store(before + copied, std::memory_order_relaxed);
    }

    void add(Announced& buffer) noexcept {
        if (incoming_ == nullptr)
            incoming_ =
                static_cast<Announced**>(std::calloc(static_cast<std::size_t>(workers_), sizeof(Announced*)));
        if (incoming_ == nullptr) give_up();
        incoming_[incoming_count_++] = &buffer;
    }

    bool drain(Announced& buffer) noexcept {
        bool may_lie = true;
        for (std::uint32_t taken = 0; taken < Buffer::slots; ++taken) {
            const auto next = buffer.look();
            if (next == Buffer::Next::nothing) return taken > 0;
            if (next == Buffer::Next::message) {
                may_lie = may_lie && lies_well(buffer);
                if (may_lie) return taken > 0;
                take(buffer);
            } else {
                static_cast<void>(collect_detours());
            }
        }
        fruitful_looks_ = looks_a_turn;
        return true;
    }

    // A message that its rank takes in itself, as soon as it runs. What lies behind it is for others: if the
    // rank has not come for it after so many looks, all of it is taken in.
    [[nodiscard]] static bool lies_well(Announced& buffer) noexcept {
        if constexpr (requires(const process::Rank& rank) { Receiver::of(rank).takes_next_itself(rank); }) {
            const std::int32_t destination = buffer.next().label.destination;
            if (destination < 0) return false;
            const process::Rank& rank = process::rank(destination);
            if (!Receiver::of(rank).takes_next_itself(rank)) return false;
            if (buffer.stopped_at != buffer.expected()) buffer.stops = 0;
            buffer.stopped_at = buffer.expected();
            return ++buffer.stops <= most_stops;
        }
        return false;
    }

    [[gnu::noinline]] static void take(Buffer& buffer) noexcept {
        buffer.take([](const Label& label, const void* data) {
            if (label.destination < 0) {
                Parcel* parcel;
                std::memcpy(&parcel, data, sizeof parcel);
                deliver(~label.destination, *parcel);
            } else {
                process::Rank& rank = process::rank(label.destination);
                Receiver::of(rank).arrive(label.header, label.check, data, label.bytes, rank);
            }
        });
    }

    static void deliver(int destination, Parcel& parcel) noexcept {
        process::Rank& rank = process::rank(destination);
        Receiver::of(rank).arrive(parcel, rank);
    }

    // Read by all who send here.
    int worker_;
    int workers_;
    // The owner's.
    alignas(process::line_pair) Announced** outgoing_ = nullptr; // by worker; made with the first message
    Announced** incoming_ = nullptr;
    int incoming_count_ = 0;
    unsigned fruitful_looks_ = 0; // since a rank has last taken turns with others
    Cells cells_{Backlog(this)};
    // Written by all who send here.
    process::Inbox<Detour, Shape> detours_;
};

} // namespace sartor::channel::host
