// The host's transport (AzequiaMPI section III): one for each worker, which collects what arrives for its
// ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <string_view>

#include "components/envelope/storage.hpp"
#include "runtime/directory.hpp"
#include "runtime/process.hpp"
#include "runtime/scheduler/inbox.hpp"
#include "runtime/scheduler/worker.hpp"
#include "transports/backlog.hpp"
#include "transports/cells.hpp"
#include "transports/eager_limit.hpp"
#include "transports/host/message_in_slot.hpp"
#include "transports/host/pair.hpp"
#include "transports/service.hpp"

namespace sartor::channel::host {

// Ranks of one worker run one at a time, so messages between them are delivered directly, without atomics.
// For each other worker with which its ranks communicate a transport has a fastbuffer; what finds no room
// there is posted to a list, under its number. Memory grows with the pairs of workers that communicate, not
// with ranks.
//
// `Messages` is the service that it carries. Its receiver (CopyingReceiver) takes what arrives for a rank.
// While a ReadingReceiver's rank is about to look for its next message, short messages remain in their slots,
// where the rank reads them.
template <class Messages, class Shape = FastbufferShape>
class Transport {
    static_assert(MessageService<Messages>,
                  "a service of messages has a name, a type of its parcels and a receiver");
    using Receiver = typename Messages::Receiver;
    using Envelope = typename Messages::Parcel::envelope_type;
    using Header = typename Envelope::header_type;
    using Storage = typename Envelope::storage_type;
    using Pair = host::Pair<typename Messages::Parcel, Shape>;
    using Detour = typename Pair::Detour;

  public:
    static constexpr std::string_view name = "host transport";
    using Parcel = typename Messages::Parcel;

    static constexpr std::size_t longest_copy = traits<EagerLimit>::bytes;

    // The transport of a rank's worker.
    [[nodiscard]] static Transport& of(const process::Rank& rank) noexcept {
        return process::transport_of<Transport>(rank);
    }

    Transport(int worker, int workers) noexcept : worker_(worker), workers_(workers) {}
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    ~Transport() {
        for (int worker = 0; outgoing_ != nullptr && worker < workers_; ++worker)
            std::free(outgoing_[worker]);
        std::free(outgoing_);
        std::free(incoming_);
    }

    // ---- called by ranks of this worker

    [[nodiscard]] bool is_here(const process::Rank& rank) const noexcept { return &of(rank) == this; }

    [[nodiscard]] static constexpr int memory_of(const process::Rank&) noexcept { return 0; }
    // All ranks are in one process.
    [[nodiscard]] static constexpr bool shares_memory(const process::Rank&) noexcept { return true; }
    // Short messages, as long as not too many copies wait at the destination's worker.
    [[nodiscard]] static bool may_copy(const process::Rank& destination, std::size_t bytes) noexcept {
        return bytes <= longest_copy && !destination.congested.load(std::memory_order_relaxed);
    }

    // Copies a message to a rank of another worker: into a slot, or around the fastbuffer when that is full,
    // as long as not too much is on that way. False: neither was possible, nothing was sent.
    [[nodiscard, gnu::always_inline]] bool put(process::Rank& destination,
                                               const Envelope& envelope) noexcept {
        return put_in_slot(destination, envelope) ||
               put_around(envelope.header.passed(), envelope.storage, envelope.check, destination);
    }
    // False when the message is too long for the fastbuffer or finds no room.
    [[nodiscard]] bool put_in_slot(process::Rank& destination, const Envelope& envelope) noexcept {
        if (envelope.storage.bytes > Pair::longest) return false;
        const Label<Envelope> label{static_cast<std::uint32_t>(envelope.storage.bytes), destination.number,
                                    envelope.header, envelope.check};
        const auto data = envelope.storage;
        if (!pair_to(destination)->put(label, data.bytes, [=](void* memory) { data.gather_to(memory); }))
            return false;
        destination.worker->rouse();
        return true;
    }

    // Delivers a parcel by its address. The sender keeps it alive until its receiver is done with it.
    void post(process::Rank& destination, Parcel& parcel) noexcept {
        if (is_here(destination)) return Receiver::of(destination).arrive(parcel, destination);
        post_afar(destination, parcel, 0);
    }

    // With the parcel's address go its header and its data, where a slot has room for them. False: nothing
    // was sent.
    [[nodiscard]] bool post_with_data(process::Rank& destination, Parcel& parcel) noexcept {
        static_assert(accepts_data(),
                      "the receiver of requests with data takes these, and is told of complete "
                      "sends (channel::AcceptingReceiver)");
        const auto& [header, storage, check] = parcel.envelope;
        const std::size_t bytes = sizeof(Request) + storage.bytes;
        if (bytes > Pair::inline_bytes) return false;
        const Label<Envelope> label{static_cast<std::uint32_t>(bytes), ~destination.number, header, check};
        return put_request(destination, label, {&parcel, parcel.sender->owner}, &storage);
    }

    // Tells the worker of a parcel's sender that the send is complete. False: nothing was sent.
    [[nodiscard]] bool acknowledge(Parcel& parcel) noexcept {
        const Request request{&parcel, parcel.sender->owner};
        return !is_here(*request.owner) && acknowledge(request);
    }

    // Copies of messages that wait for their receivers here.
    using Cells = channel::Cells<Parcel, ManyCells, Backlog>;
    [[nodiscard]] Cells& cells() noexcept { return cells_; }

    [[nodiscard]] static int reserve(const process::Directory::Question& question) noexcept {
        return process::directory.reserve(question);
    }
    template <class Question, class Reply>
    static void query_rank(const process::Rank& rank, const Question& question, Reply& reply,
                           void (*show)(const process::Rank&, const Question&, Reply&)) noexcept {
        process::query_rank(rank, question, reply, show);
    }

    // Delivers what has arrived for the ranks of this worker; false when there was nothing. From each other
    // worker at most as much as its fastbuffer holds, so that this returns however fast others write. Cost
    // without messages: a load for each worker that has sent before.
    bool collect() noexcept {
        bool any = !detours_.looks_empty() && collect_detours();
        for (int index = 0; index < incoming_count_; ++index) any |= drain(*incoming_[index]);
        looks_spent_ += any ? 1 : 0;
        return any;
    }

    using MessageInSlot = host::MessageInSlot<Transport, Pair, Storage>;

    // Called by a rank that runs: the next message from one of the other workers, if a receive with this
    // header matches it. None: there is nothing, something else comes first, or the budget is spent.
    [[nodiscard, gnu::always_inline]] MessageInSlot find_in_slots(const process::Rank& self,
                                                                  const Header& expected) noexcept {
        if (budget_is_spent()) return {};
        for (int index = 0; index < incoming_count_; ++index) {
            Pair* const pair = incoming_[index];
            const auto& slot = pair->next();
            if (!pair->has_come(slot)) continue;
            if (slot.label.destination != self.number || !expected.matches(slot.label.header)) continue;
            return {*this, *pair, slot};
        }
        return {};
    }

    // A rank whose messages arrive as fast as it waits for them would never yield its worker. The budget is
    // spent when it has found messages often enough, or very many at once.
    [[nodiscard]] bool budget_is_spent() const noexcept { return looks_spent_ >= looks_budget; }
    void renew_budget() noexcept { looks_spent_ = 0; }
    // Messages that are read in their slots are counted when room is given back: a count for each would take
    // a seventh of the time of a message.
    void count_taken_out() noexcept { looks_spent_ += looks_budget / 2; }

  private:
    static_assert(!envelope::is_copied_in_words(Pair::inline_bytes + 1),
                  "what is copied in words must have room in a slot");
    static constexpr unsigned looks_budget = 64;

    [[nodiscard]] Pair* pair_to(const process::Rank& destination) noexcept {
        const int worker = of(destination).worker_;
        if (outgoing_ != nullptr && outgoing_[worker] != nullptr) [[likely]]
            return outgoing_[worker];
        return make_pair_to(of(destination));
    }

    [[gnu::cold, gnu::noinline]] Pair* make_pair_to(Transport& theirs) noexcept {
        if (outgoing_ == nullptr) outgoing_ = make_row();
        void* memory = std::aligned_alloc(alignof(Pair), sizeof(Pair));
        if (memory == nullptr) give_up();
        auto* pair = new (memory) Pair(worker_);
        outgoing_[theirs.worker_] = pair;
        for (int index = 0; index < incoming_count_; ++index)
            if (incoming_[index]->writing_worker() == theirs.worker_) pair->reply(*incoming_[index]);
        theirs.detours_.post(pair->announcement());
        return pair;
    }

    // An array with an element for each worker.
    [[nodiscard]] Pair** make_row() const noexcept {
        void* row = std::calloc(static_cast<std::size_t>(workers_), sizeof(Pair*));
        if (row == nullptr) give_up();
        return static_cast<Pair**>(row);
    }

    // What precedes the data that accompany a parcel; alone under the label of an acknowledgement.
    struct Request {
        Parcel* parcel;
        process::Rank* owner; // of its send
    };
    static constexpr std::int32_t acknowledgement = std::numeric_limits<std::int32_t>::min();

    // Whether there are requests with data.
    [[nodiscard]] static constexpr bool accepts_data() noexcept {
        return AcceptingReceiver<Receiver, Parcel>;
    }
    // Whether it holds a parcel's address and its data.
    [[nodiscard]] static bool is_request(const Label<Envelope>& label) noexcept {
        return accepts_data() && label.destination < 0 && label.bytes > 0 &&
               label.destination != acknowledgement;
    }

    [[nodiscard]] bool acknowledge(const Request& request) noexcept {
        return put_request(*request.owner, {sizeof request, acknowledgement, {}, {}}, request, nullptr);
    }
    // `data`: what accompanies it, or null.
    [[gnu::noinline]] bool put_request(const process::Rank& destination, const Label<Envelope>& label,
                                       const Request& request, const Storage* data) noexcept {
        const auto write = [&](void* memory) {
            std::memcpy(memory, &request, sizeof request);
            if (data != nullptr) data->gather_to(static_cast<char*>(memory) + sizeof request);
        };
        if (!pair_to(destination)->put(label, label.bytes, write)) return false;
        destination.worker->rouse();
        return true;
    }

    // `copied`: memory that the sender leaves with the parcel.
    void post_afar(process::Rank& destination, Parcel& parcel, std::size_t copied) noexcept {
        Pair* pair = pair_to(destination);
        void* address = &parcel;
        const Label<Envelope> label{0, ~destination.number, {}, {}};
        if (!pair->put(label, sizeof address,
                       [&](void* memory) { std::memcpy(memory, &address, sizeof address); }))
            post_around(destination, *pair, parcel, copied);
        destination.worker->rouse();
    }

    // The parts of the message are arguments, as in all functions for rare cases.
    [[gnu::noinline]] bool put_around(typename Header::Passed header, Storage data,
                                      typename Envelope::check_type check,
                                      process::Rank& destination) noexcept {
        if (outgoing_[of(destination).worker_]->bytes_around() >= process::ranks.backlog_bytes) return false;
        Parcel* cell = cells_.take_copy(header, check, data);
        if (cell == nullptr) return false;
        cells_.give_away(*cell);
        post_afar(destination, *cell, Cells::whole(data.bytes));
        return true;
    }

    [[gnu::cold, gnu::noinline]] void post_around(process::Rank& destination, Pair& pair, Parcel& parcel,
                                                  std::size_t copied) noexcept {
        Detour* detour = pair.send_around(parcel, destination.number, copied);
        if (detour == nullptr) give_up();
        of(destination).detours_.post(*detour);
    }

    [[noreturn, gnu::cold]] static void give_up() noexcept {
        process::report("no memory for messages between the workers");
        process::end_run(1);
    }

    // Delivers detours. What precedes one in its sender's order is in the fastbuffer already, and is
    // delivered first.
    [[gnu::noinline]] bool collect_detours() noexcept {
        looks_spent_ = looks_budget;
        Detour* detour = detours_.collect();
        const bool any = detour != nullptr;
        while (detour != nullptr) {
            Detour* rest = detour->next;
            if (detour->parcel == nullptr) {
                add(*detour->pair);
            } else {
                Pair& pair = *detour->pair;
                while (pair.expected() != detour->number) take(pair);
                pair.skip_expected();
                deliver(detour->destination, *detour->parcel);
                pair.end(*detour);
            }
            detour = rest;
        }
        return any;
    }

    void add(Pair& pair) noexcept {
        if (incoming_ == nullptr) incoming_ = make_row();
        incoming_[incoming_count_++] = &pair;
        if (outgoing_ != nullptr && outgoing_[pair.writing_worker()] != nullptr)
            outgoing_[pair.writing_worker()]->reply(pair);
    }

    // Takes messages out of the fastbuffer in their order. A message that its rank is about to read in its
    // slot is left there, and with it all that follow, which may be for other ranks. So after a few passes in
    // which that rank has not read it, it is taken out like the others.
    bool drain(Pair& pair) noexcept {
        bool leaves = true;
        for (std::uint32_t taken = 0; taken < Pair::slots; ++taken) {
            const auto next = pair.look();
            if (next == Pair::Next::nothing) return taken > 0;
            if (next == Pair::Next::elsewhere) {
                collect_detours();
                continue;
            }
            if (leaves && may_remain(pair.next().label)) {
                if (pair.may_stop()) return taken > 0;
                leaves = false;
            }
            take(pair);
        }
        looks_spent_ = looks_budget;
        return true;
    }

    // Whether the message's rank will read it in its slot when it runs.
    [[nodiscard]] static bool may_remain(const Label<Envelope>& label) noexcept {
        if constexpr (ReadingReceiver<Receiver>) {
            if (label.destination < 0 && !is_request(label)) return false;
            const int destination = label.destination < 0 ? ~label.destination : label.destination;
            const process::Rank& rank = process::rank(destination);
            return Receiver::of(rank).reads_next_message(rank);
        }
        return false;
    }

    [[gnu::noinline]] static void take(Pair& pair) noexcept {
        static_assert(CopyingReceiver<Receiver, Parcel>,
                      "the receiver of a message is given its parcel, or its header, check and bytes");
        pair.take([](const Label<Envelope>& label, const void* data) {
            if (label.destination < 0) {
                if constexpr (accepts_data())
                    if (label.bytes > 0) return deliver_with_data(label, data);
                Parcel* parcel;
                std::memcpy(&parcel, data, sizeof parcel); // NOLINT(bugprone-sizeof-expression)
                deliver(~label.destination, *parcel);
            } else {
                process::Rank& rank = process::rank(label.destination);
                Receiver::of(rank).arrive(label.header, label.check, data, label.bytes, rank);
            }
        });
    }

    [[gnu::noinline]] static void deliver(int destination, Parcel& parcel) noexcept {
        process::Rank& rank = process::rank(destination);
        if (parcel.is_cell()) of(rank).cells_.adopt(parcel);
        Receiver::of(rank).arrive(parcel, rank);
    }

    [[gnu::noinline]] static void deliver_with_data(const Label<Envelope>& label, const void* data) noexcept {
        Request request;
        std::memcpy(&request, data, sizeof request);
        if (label.destination == acknowledgement)
            return Receiver::of(*request.owner).complete(*request.parcel->sender, *request.owner);
        process::Rank& rank = process::rank(~label.destination);
        char* const sent = static_cast<char*>(const_cast<void*>(data)) + sizeof request;
        if (!Receiver::of(rank).accept(
                {label.header, Storage{sent, label.bytes - sizeof request}, label.check}, rank))
            return deliver(~label.destination, *request.parcel);
        if (!of(rank).acknowledge(request)) Receiver::end_send(*request.parcel);
    }

    // Read by all who send here.
    int worker_;
    int workers_;
    // The owner's.
    alignas(process::line_pair) Pair** outgoing_ = nullptr; // by worker; made with the first message
    Pair** incoming_ = nullptr;
    int incoming_count_ = 0;
    unsigned looks_spent_ = 0; // since the budget was renewed
    Cells cells_{Backlog(this)};
    // Written by all who send here.
    process::Inbox<Detour, Shape> detours_;
};

} // namespace sartor::channel::host
