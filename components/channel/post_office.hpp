// The channels of a machine by themselves: letters between ranks, in the order in which they were sent. No
// communicator, no protocols, no MPI.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

#include "components/channel/transport.hpp"
#include "components/envelope/envelope.hpp"

namespace sartor::channel {

// A message under way. It points to its sender's data until `taken`, or has a copy that its receiver frees.
struct Letter {
    using Header = envelope::MessageHeader<envelope::ExactField<envelope::SourceKind>,
                                           envelope::ExactField<envelope::TagKind>,
                                           envelope::AbsentField<envelope::ContextKind>>;
    using envelope_type = envelope::Envelope<Header, envelope::Contiguous>;

    Letter* next = nullptr;
    envelope_type envelope{};
    process::Rank* sender = nullptr; // null: a copy
    std::atomic<bool> taken{false};

    // Copies are not the transport's.
    [[nodiscard]] static constexpr bool is_cell() noexcept { return false; }
};

// One for each rank: it stands first in the rank's state.
template <class Machine>
class PostOffice {
  public:
    using Transport = typename Machine::template transport<Letter, PostOffice>;
    static_assert(channel::Transport<Transport, Letter>,
                  "this machine's transport does not do what letters need");

    explicit PostOffice(Transport& transport) noexcept : transport_(transport) {}
    PostOffice(const PostOffice&) = delete;
    PostOffice& operator=(const PostOffice&) = delete;
    ~PostOffice() {
        for (Letter* letter = first_; letter != nullptr;) {
            Letter* rest = letter->next;
            if (letter->sender == nullptr) std::free(letter);
            letter = rest;
        }
    }

    [[nodiscard]] static PostOffice& of(const process::Rank& rank) noexcept {
        return *static_cast<PostOffice*>(rank.state);
    }

    // Sends data in place: `letter` and they must stay until wait_for(letter).
    void send(int destination, Letter& letter, const void* data, std::size_t bytes, int tag = 0) noexcept {
        letter.envelope.header = {process::current->number, tag, 0};
        letter.envelope.storage = {const_cast<void*>(data), bytes};
        process::Rank& receiver = process::rank(destination);
        if (!transport_.is_here(receiver) && transport_.put_in_slot(receiver, letter.envelope)) {
            letter.taken.store(true, std::memory_order_relaxed);
            return;
        }
        letter.sender = process::current;
        transport_.post(receiver, letter);
    }
    void wait_for(const Letter& letter) noexcept {
        while (!letter.taken.load(std::memory_order_acquire)) look();
    }

    // Sends a copy. False when there is no memory for it.
    [[nodiscard]] bool send_copy(int destination, const void* data, std::size_t bytes, int tag) noexcept {
        Letter* letter = copy_of({process::current->number, tag, 0}, data, bytes);
        if (letter != nullptr) transport_.post(process::rank(destination), *letter);
        return letter != nullptr;
    }

    // The oldest letter from a rank with a tag, when it has come. Its owner gives it back with release().
    [[nodiscard]] Letter& receive(int source, int tag = 0) noexcept {
        const Letter::Header expected{source, tag, 0};
        for (;;) {
            for (Letter** place = &first_; *place != nullptr; place = &(*place)->next)
                if (expected.matches((*place)->envelope.header)) return take_out(place);
            look();
        }
    }
    static void release(Letter& letter) noexcept {
        if (letter.sender == nullptr) return std::free(&letter);
        process::Rank& sender = *letter.sender;
        letter.taken.store(true, std::memory_order_release);
        process::wake(sender);
    }

    // Called by the transport.
    void arrive(Letter& letter, process::Rank& rank) noexcept {
        letter.next = nullptr;
        *end_ = &letter;
        end_ = &letter.next;
        process::wake(rank);
    }
    void arrive(const Letter::Header& header, const typename Letter::envelope_type::check_type&,
                const void* data, std::size_t bytes, process::Rank& rank) noexcept {
        Letter* letter = copy_of(header, data, bytes);
        if (letter == nullptr) {
            process::report("no memory for a letter of %zu bytes", bytes);
            process::end_run(1);
        }
        arrive(*letter, rank);
    }

  private:
    void look() noexcept {
        if (!transport_.collect()) process::block();
    }

    [[nodiscard]] Letter& take_out(Letter** place) noexcept {
        Letter* letter = *place;
        *place = letter->next;
        if (end_ == &letter->next) end_ = place;
        return *letter;
    }

    [[nodiscard]] static Letter* copy_of(const Letter::Header& header, const void* data,
                                         std::size_t bytes) noexcept {
        void* memory = std::malloc(sizeof(Letter) + bytes);
        if (memory == nullptr) return nullptr;
        auto* letter = new (memory) Letter;
        letter->envelope.header = header;
        letter->envelope.storage = {letter + 1, bytes};
        if (bytes > 0) std::memcpy(static_cast<void*>(letter + 1), data, bytes);
        return letter;
    }

    Transport& transport_;
    Letter* first_ = nullptr;
    Letter** end_ = &first_;
};

// What runs ranks that have a post office and nothing else.
template <class Machine>
[[nodiscard]] constexpr process::Program post_office_program() {
    using Office = PostOffice<Machine>;
    using Transport = typename Office::Transport;
    process::Program program{};
    program.transport_bytes = sizeof(Transport);
    program.construct_transport = [](void* place, int worker, int workers) {
        new (place) Transport(worker, workers);
    };
    program.destroy_transport = [](void* place) { static_cast<Transport*>(place)->~Transport(); };
    program.collect = [](void* place) { return static_cast<Transport*>(place)->collect(); };
    program.state_bytes = sizeof(Office);
    program.construct = [](void* place, process::Rank& rank) { new (place) Office(Transport::of(rank)); };
    program.close = [](void*, process::Rank&) {};
    program.destroy = [](void* place, process::Rank&) { static_cast<Office*>(place)->~Office(); };
    program.ended = [](void*, process::Rank&) -> const char* { return nullptr; };
    program.describe = [](const void*, char* text, std::size_t bytes) {
        constexpr std::string_view waits = "for a letter, or for one of its own to be taken";
        std::size_t length = waits.size() < bytes ? waits.size() : bytes - 1;
        std::memcpy(text, waits.data(), length);
        text[length] = '\0';
    };
    program.waits_for = [](const void*) { return -1; };
    program.progress = [](const void*) { return std::uint64_t{0}; };
    return program;
}

} // namespace sartor::channel
